"""Real talk in which one human takes part in many conversations, and the words that are theirs."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.world.talk import World
from graphmem.evaluation.corpus import folders, read_conversation
from graphmem.model.conversation import Conversation, Turn

CORPUS = Path(__file__).parents[2] / "corpus"
PERSON = "account-7"  # the person_id of the one who is forgotten

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
# Their letters would be read as words.
_DIGEST = re.compile(r"\b(?:[a-z]+:)?[0-9a-f]{16,}\b")
_LEAST = 3  # letters of a word


def words_of(text: str) -> set[str]:
    """The words of a text, in lower case."""
    found = _WORD.findall(_DIGEST.sub(" ", text).casefold())
    return {word for word in found if len(word) >= _LEAST}


def corpus_talks(count: int, *, sessions: int | None = None) -> list[Conversation]:
    """So many conversations, as many of each kind of the corpus; what it lacks is generated.

    Of each the first ``sessions``, where that is told. They are called by numbers, since what a
    conversation is called is no word of anybody's.
    """
    kinds: dict[str, list[Path]] = defaultdict(list)
    for folder in folders(CORPUS):
        kinds[folder.parent.name].append(folder)
    order = sorted(
        (place, kind, folder) for kind, found in kinds.items() for place, folder in enumerate(found)
    )
    found = [read_conversation(folder).conversation() for _, _, folder in order[:count]]
    found += [World().talk(number).conversation for number in range(count - len(found))]
    return [
        talk.model_copy(
            update={"conversation_id": f"talk-{number:03}", "sessions": talk.sessions[:sessions]}
        )
        for number, talk in enumerate(found, start=1)
    ]


class Cast(NamedTuple):
    """The talks, and the turns that the one who is to be forgotten speaks, as they are recorded."""

    talks: tuple[Conversation, ...]
    spoken: tuple[str, ...]


def cast(talks: Sequence[Conversation], *, places: int) -> Cast:
    """Give one person_id to one speaker in each of so many talks: those of most words of their own.

    In each of them they keep the name that they have there.
    """
    speakers: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for talk in talks:
        for turn in turns_of(talk):
            for word in words_of(turn.text):
                speakers[word].add((talk.conversation_id, turn.speaker))
    own = Counter(next(iter(those)) for those in speakers.values() if len(those) == 1)
    chosen: dict[str, str] = {}
    for (place, speaker), _ in sorted(own.items(), key=lambda item: (-item[1], item[0])):
        if len(chosen) < places:
            chosen.setdefault(place, speaker)
    made = [_as_one(talk, chosen.get(talk.conversation_id)) for talk in talks]
    spoken = [
        f"{talk.conversation_id}/{turn.dia_id}"
        for talk in made
        for turn in turns_of(talk)
        if turn.person_id == PERSON
    ]
    return Cast(tuple(made), tuple(spoken))


def _as_one(talk: Conversation, speaker: str | None) -> Conversation:
    def named(turn: Turn) -> Turn:
        return turn.model_copy(update={"person_id": PERSON}) if turn.speaker == speaker else turn

    sessions = (
        session.model_copy(update={"turns": tuple(map(named, session.turns))})
        for session in talk.sessions
    )
    return talk.model_copy(update={"sessions": tuple(sessions)})


def turns_of(talk: Conversation) -> list[Turn]:
    """All turns of a talk, in order."""
    return [turn for session in talk.sessions for turn in session.turns]


def without(talk: Conversation, gone: set[str]) -> Conversation | None:
    """The talk as if these turns had not been said; None where none is left."""
    sessions = []
    for session in talk.sessions:
        turns = tuple(
            turn for turn in session.turns if f"{talk.conversation_id}/{turn.dia_id}" not in gone
        )
        if turns:
            sessions.append(session.model_copy(update={"turns": turns}))
    return talk.model_copy(update={"sessions": tuple(sessions)}) if sessions else None


def lines_of(talk: Conversation) -> Iterator[dict[str, Any]]:
    """The turns of a talk as objects of graphmem's JSON Lines."""
    for session in talk.sessions:
        for turn in session.turns:
            given = {
                "conversation_id": talk.conversation_id,
                "session_id": session.session_id,
                "turn_id": turn.dia_id,
                "speaker": turn.speaker,
                "person_id": turn.person_id,
                "said_at": turn.said_at.isoformat(),
                "text": turn.text,
                "caption": turn.caption,
            }
            yield {key: value for key, value in given.items() if value is not None}


def write_talks(path: Path, talks: Iterable[Conversation]) -> Path:
    """The talks in a file of JSON Lines, which is what a server is given as well."""
    lines = (json.dumps(line) + "\n" for talk in talks for line in lines_of(talk))
    path.write_text("".join(lines), encoding="utf-8")
    return path
