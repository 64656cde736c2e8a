"""Checks annotated talk: ids, quotes, times, references, names, counts; copies of other data.

    python -m scripts.check_corpus [FOLDER …]

Without folders the whole corpus is checked, also across conversations. Prints one line for each
fault (which ends it with 1) and, after ``?``, for each time that the calendar reads otherwise: a
person decides those, and `corpus/times.txt` holds the ones that are right.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from graphmem.errors import InputError
from graphmem.evaluation.corpus import (
    Expected,
    GoldConversation,
    GoldStatement,
    GoldTurn,
    folders,
    read_conversation,
    read_edtf,
)
from graphmem.language.time.finder import find_times
from graphmem.sample import sample_files

ROOT = Path(__file__).parents[1]
CORPUS = ROOT / "corpus"
LEAST_SESSIONS, LEAST_TURNS, LEAST_QUESTIONS = 6, 90, 40
# Runs of so many words that stand in other data too are a copy.
COPIED = 8
# Data that must not be copied, where it is at hand.
FOREIGN = (ROOT.parent / "shared" / "locomo", ROOT.parent / "shared" / "meetings")

_WORD = re.compile(r"\w+")
_MENTION = re.compile(r"(?P<words>.+?)(?:#(?P<nth>\d+))?")
_FIRST_PERSON = re.compile(r"\b(?:I|I'm|I'll|I've|me|my|mine|myself|we|us|our|ours)\b")
_POINTING = re.compile(r"\b(?:yesterday|tomorrow|today|tonight|last night|ago)\b", re.IGNORECASE)
_OPENING = re.compile(r"(?:he|she|it|they|this|that|these|those|you|there|here)\b", re.IGNORECASE)


def faults(talk: GoldConversation) -> Iterator[str]:
    """What is wrong in one conversation."""
    yield from _faults_of_header(talk)
    turns = {turn.id: turn for turn in talk.turns}
    statements: dict[str, GoldStatement] = {}
    for number, session in enumerate(talk.sessions, start=1):
        for place, turn in enumerate(session, start=1):
            if turn.id != f"{number}:{place}":
                yield f"{turn.id} should be {number}:{place}"
            for fault in _faults_of_turn(talk, turn, turns, statements):
                yield f"{turn.id}: {fault}"
            statements |= {statement.id: statement for statement in turn.statements}
    moments = [turn.at for turn in talk.turns]
    if moments != sorted(moments):
        yield "its turns are not in the order of time"
    yield from _faults_of_questions(talk, turns)


def missing(talk: GoldConversation) -> Iterator[str]:
    """What a finished conversation has, and this one does not."""
    numbers = (
        ("sessions", len(talk.sessions), LEAST_SESSIONS),
        ("turns", len(list(talk.turns)), LEAST_TURNS),
        ("questions", len(talk.questions), LEAST_QUESTIONS),
    )
    yield from (
        f"{number} {what}, not {least}" for what, number, least in numbers if number < least
    )
    refused = sum(question.status is Expected.REFUSED for question in talk.questions)
    if refused < len(talk.questions) / 5:
        yield f"{refused} of {len(talk.questions)} questions are to be refused, not a quarter"


def _faults_of_header(talk: GoldConversation) -> Iterator[str]:
    header, folder = talk.header, talk.folder
    if (header.kind, header.id) != (folder.parent.name, folder.name):
        yield f"it is {header.kind}/{header.id} in the folder {folder.parent.name}/{folder.name}"
    known = {*header.people, *header.entities}
    if twice := set(header.people) & set(header.entities):
        yield f"people and entities at once: {', '.join(sorted(twice))}"
    for name, entity in header.entities.items():
        if entity.owner is not None and entity.owner not in known:
            yield f"{name} is owned by {entity.owner}, whom nobody names"


def _faults_of_turn(
    talk: GoldConversation,
    turn: GoldTurn,
    turns: dict[str, GoldTurn],
    earlier: dict[str, GoldStatement],
) -> Iterator[str]:
    known = {*talk.header.people, *talk.header.entities}
    if turn.speaker not in talk.header.people:
        yield f"{turn.speaker} takes no part"
    said = _said(turn)
    for mention, ids in turn.mentions.items():
        if not _stands(mention, said):
            yield f"the mention {mention!r} does not stand there"
        yield from (f"{mention!r} means {one}, whom nobody names" for one in _unknown(ids, known))
    for statement in turn.statements:
        for fault in _faults_of_statement(talk, turn, statement, turns, earlier):
            yield f"{statement.id}: {fault}"
        earlier = {**earlier, statement.id: statement}


def _faults_of_statement(
    talk: GoldConversation,
    turn: GoldTurn,
    statement: GoldStatement,
    turns: dict[str, GoldTurn],
    earlier: dict[str, GoldStatement],
) -> Iterator[str]:
    known = {*talk.header.people, *talk.header.entities}
    if statement.id[:-1] != turn.id or statement.id in earlier:
        yield "its id is not that of its turn and a letter of its own"
    for field in (statement.subject, statement.to or [], statement.according_to or []):
        yield from (f"{one} is nobody" for one in _unknown(field, known))
    if statement.quote not in turn.text and statement.quote not in (turn.caption or ""):
        yield f"its quote does not stand in the turn: {statement.quote!r}"
    places = [_said(turn)]
    for proof in statement.also:
        other = turns.get(proof.turn)
        if other is None or proof.quote not in _said(other):
            yield f"its quote does not stand in {proof.turn}: {proof.quote!r}"
        else:
            places.append(_said(other))
    if statement.time is not None and not any(statement.time.words in place for place in places):
        yield f"its time does not stand in the turn: {statement.time.words!r}"
    for link in ("supersedes", "corrects", "contradicts", "confirms"):
        yield from (
            f"{link} {uid}, which nobody said before"
            for uid in getattr(statement, link)
            if uid not in earlier
        )
    yield from _faults_of_text(talk, statement)


def _faults_of_text(talk: GoldConversation, statement: GoldStatement) -> Iterator[str]:
    text = statement.text
    if not text.endswith("."):
        yield "its text does not end with a full stop"
    if found := _FIRST_PERSON.search(text):
        yield f"its text says {found[0]!r}"
    if _OPENING.match(text):
        yield f"its text does not stand alone: {text}"
    if found := _POINTING.search(text):
        yield f"its text says {found[0]!r}, not when"
    subjects = [statement.subject] if isinstance(statement.subject, str) else statement.subject
    words = set(_words(text))
    if subjects and not any(words & set(_names(talk, one)) for one in subjects):
        yield f"its text names none of its subjects ({', '.join(subjects)}): {text}"


def _names(talk: GoldConversation, uid: str) -> Iterator[str]:
    person, entity = talk.header.people.get(uid), talk.header.entities.get(uid)
    if person is not None:
        yield from _words(" ".join((person.name, person.speaker, *person.also)))
    if entity is not None:
        yield from _words(" ".join((entity.name, *entity.also)))
        if entity.owner is not None:
            yield from _names(talk, entity.owner)


def _faults_of_questions(talk: GoldConversation, turns: dict[str, GoldTurn]) -> Iterator[str]:
    known = {*talk.header.people, *talk.header.entities}
    numbers = [question.id for question in talk.questions]
    if numbers != [f"q{place}" for place in range(1, len(numbers) + 1)]:
        yield "its questions are not q1, q2, …"
    for question in talk.questions:
        for span in question.spans:
            other = turns.get(span.turn)
            if other is None or span.quote not in _said(other):
                yield f"{question.id}: {span.quote!r} does not stand in {span.turn}"
            elif span.turn not in question.evidence:
                yield f"{question.id}: {span.turn} is no evidence, but has its words"
        for uid in question.evidence:
            if uid not in turns:
                yield f"{question.id}: there is no turn {uid}"
        for one in question.candidates:
            if one not in known:
                yield f"{question.id}: {one} is nobody"


def doubtful_times(talk: GoldConversation) -> Iterator[str]:
    """Times that the calendar reads otherwise than the annotation."""
    for turn in talk.turns:
        for statement in turn.statements:
            time = statement.time
            if time is None or time.edtf is None or time.words not in _said(turn):
                continue
            gold = read_edtf(time.edtf)
            read = [
                (found.interval.start, found.interval.end)
                for found in find_times(time.words, said_at=turn.at, tense=None)
                if found.interval is not None
            ]
            wanted = {moment for moment in gold if moment is not None}
            if not any(wanted <= {*interval} for interval in read):
                shown = ", ".join(f"{start:%Y-%m-%d} to {end:%Y-%m-%d}" for start, end in read)
                yield (
                    f"{talk.header.id} {statement.id}: {time.words!r} on {turn.at:%a %Y-%m-%d} is "
                    f"{time.edtf}; the calendar reads {shown or 'nothing'}"
                )


def copies(talks: Iterable[GoldConversation]) -> Iterator[str]:
    """Runs of words that stand in data of others, or in another conversation."""
    taken = dict.fromkeys(_runs(_texts(sample_files())), "the sample")
    for folder in FOREIGN:
        taken |= dict.fromkeys(_runs(_texts(folder.glob("*.json*"))), f"{folder.name}/")
    for talk in talks:
        own = {run: turn.id for turn in talk.turns for run in _runs([turn.text])}
        for run in own.keys() & taken.keys():
            yield f"{talk.header.id} {own[run]}: “{' '.join(run)}” stands in {taken[run]}"
        taken |= dict.fromkeys(own, talk.header.id)


def _texts(files: Iterable[Path]) -> Iterator[str]:
    for file in files:
        found = re.findall(r'"(?:text|clean_text)":\s*("(?:[^"\\]|\\.)*")', file.read_text("utf-8"))
        yield from (json.loads(text) for text in found)


def _runs(texts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for text in texts:
        words = _words(text)
        yield from (tuple(words[at : at + COPIED]) for at in range(len(words) - COPIED + 1))


def _said(turn: GoldTurn) -> str:
    return f"{turn.text}\n{turn.caption}" if turn.caption else turn.text


def _stands(mention: str, said: str) -> bool:
    found = _MENTION.fullmatch(mention)
    assert found is not None
    pattern = rf"(?<!\w){re.escape(found['words'])}(?!\w)"
    return len(re.findall(pattern, said)) >= int(found["nth"] or 1)


def _unknown(ids: str | list[str], known: set[str]) -> list[str]:
    return [one for one in ([ids] if isinstance(ids, str) else ids) if one not in known]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _counts(talks: Iterable[GoldConversation]) -> Counter[str]:
    found: Counter[str] = Counter()
    for talk in talks:
        found["conversations"] += 1
        found["sessions"] += len(talk.sessions)
        found["people"] += len(talk.header.people)
        found["questions"] += len(talk.questions)
        found["refused"] += sum(item.status is Expected.REFUSED for item in talk.questions)
        for turn in talk.turns:
            found["turns"] += 1
            found["turns without a statement"] += not turn.statements
            found["statements"] += len(turn.statements)
            found["mentions"] += len(turn.mentions)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    options = parser.parse_args()
    talks, lines = [], []
    for folder in options.folders or folders(CORPUS):
        try:
            talk = read_conversation(folder)
        except InputError as error:
            lines.append(str(error))
            continue
        talks.append(talk)
        lines += [f"{talk.header.id} {line}" for line in (*faults(talk), *missing(talk))]
    lines += copies(talks)
    allowed = CORPUS / "times.txt"
    right = set(allowed.read_text("utf-8").splitlines()) if allowed.exists() else set()
    doubtful = [line for talk in talks for line in doubtful_times(talk) if line not in right]
    print("\n".join([*lines, *(f"? {line}" for line in doubtful)]))
    print(", ".join(f"{number} {what}" for what, number in _counts(talks).items()))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
