"""What is wrong in the last messages of the corpus: `corpus/last_messages`."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from graphmem.errors import InputError
from graphmem.evaluation.annotated import Split
from graphmem.evaluation.corpus import GoldConversation
from graphmem.evaluation.last_messages import (
    FOLDER,
    LastMessage,
    read_last_messages,
    replaced,
    said_by,
)

# How many a conversation has.
LEAST, MOST = 8, 11

_WORD = re.compile(r"\w+")


def faults_of_last_messages(
    corpus: Path, talks: Sequence[GoldConversation], parts: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """What is wrong in the files: broken lines, ids, what holds, texts that stand twice, counts."""
    by_id = {talk.header.id: talk for talk in talks}
    wanted = {name.partition("/")[2] for part in Split for name in parts.get(part, ())}
    told: dict[str, str] = {}
    files = {file.stem: file for file in sorted((corpus / FOLDER).glob("*.jsonl"))}
    for missing in sorted(wanted - files.keys()):
        yield f"{FOLDER}: {missing} has no file"
    for name, file in files.items():
        where = f"{FOLDER}/{file.name}"
        if name not in by_id or name not in wanted:
            yield f"{where}: {name} is no conversation of the corpus"
            continue
        try:
            lines = read_last_messages(file)
        except InputError as error:
            yield str(error)
            continue
        if not LEAST <= len(lines) <= MOST:
            yield f"{where}: {len(lines)} messages, not {LEAST} to {MOST}"
        for number, line in enumerate(lines, start=1):
            for fault in (*_faults(line, number, by_id[name]), *_repeated(line, told)):
                yield f"{where}: {line.id}: {fault}"


def _faults(line: LastMessage, number: int, talk: GoldConversation) -> Iterator[str]:
    if line.id != f"m{number}":
        yield f"it should be m{number}"
    if line.person not in talk.header.people:
        yield f"{line.person} takes no part"
    if line.at <= talk.sessions[0][-1].at:
        yield "it is sent before the first session ends"
    if any(session[0].at <= line.at <= session[-1].at for session in talk.sessions):
        yield "it is sent in the midst of a session"
    there = {one.id for turn in talk.turns for one in turn.statements}
    said = [one for _, one in said_by(talk, line.at)]
    known, gone = {one.id for one in said}, replaced(said)
    for uid in (*line.must, *line.welcome, *line.never):
        if uid not in there:
            yield f"there is no statement {uid}"
        elif uid not in known:
            yield f"{uid} is said only later"
    for uid in (*line.must, *line.welcome):
        if uid in gone:
            yield f"{uid} holds no more by then: {gone[uid]}"


def _repeated(line: LastMessage, told: dict[str, str]) -> Iterator[str]:
    """Texts that stand before in this file or another; ``told`` grows by this line's."""
    for message in line.messages:
        words = " ".join(_WORD.findall(message.text.casefold()))
        place = f"{line.conversation} {line.id}"
        if words in told:
            yield f"its text stands in {told[words]} too: {message.text}"
        told.setdefault(words, place)
