"""Turns whose words are marked with the type of what they mean, for training: `corpus/types`.

`turns.jsonl` has turns of its own, `talks.jsonl` marks turns of the short talks of `corpus/talks`.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field

from graphmem.evaluation.corpus import GoldConversation, GoldHeader, GoldPerson, GoldTurn, Words
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from graphmem.model.workspace import EntityType
from training.exchanges import identity
from training.short_talks import short_talks
from training.talk import CORPUS

FOLDER = CORPUS / "types"
_AT = datetime(2025, 3, 3, 12)
_SPEAKERS = {"the_one": "Q", "the_other": "Z"}

Marks = Annotated[Mapping[Words, EntityType], Field(min_length=1)]


class TypedTurn(Frozen):
    """A turn of its own, and the type of what each of these words means wherever they stand."""

    id: Words
    kind: Words
    text: Words
    types: Marks


class TypedTalkTurn(Frozen):
    """A turn of a short talk (``2:5``), and the type of what these words of it mean."""

    talk: Words
    turn: Words
    types: Marks


class Marked(NamedTuple):
    """Characters of a turn, and the type of what they mean."""

    turn: str
    start: int
    end: int
    type: EntityType


class TypedConversation(NamedTuple):
    """A conversation, and what is marked of it."""

    conversation: GoldConversation
    marked: Sequence[Marked]


def typed_turns(folder: Path = FOLDER) -> list[TypedTurn]:
    """The turns of their own."""
    return list(read_lines(folder / "turns.jsonl", TypedTurn))


def typed_talk_turns(folder: Path = FOLDER) -> list[TypedTalkTurn]:
    """The turns of short talks."""
    return list(read_lines(folder / "talks.jsonl", TypedTalkTurn))


def typed_conversations(folder: Path = FOLDER) -> Iterator[TypedConversation]:
    """All of them, each turn of its own as a conversation, each short talk as the one it is."""
    for one in typed_turns(folder):
        yield TypedConversation(_alone(one), list(_marks("1:1", one.text, one.types)))
    of_talk: dict[str, list[TypedTalkTurn]] = {}
    for turn in typed_talk_turns(folder):
        of_talk.setdefault(turn.talk, []).append(turn)
    for talk in short_talks():
        if talk.header.id in of_talk:
            texts = {turn.id: turn.text for turn in talk.turns}
            marked = [
                mark
                for turn in of_talk[talk.header.id]
                for mark in _marks(turn.turn, texts[turn.turn], turn.types)
            ]
            yield TypedConversation(talk, marked)


def _alone(one: TypedTurn) -> GoldConversation:
    return GoldConversation(
        folder=FOLDER,
        header=GoldHeader(
            id=identity(one.id),
            kind=identity(one.kind),
            title=one.id,
            people={key: GoldPerson(name=name, speaker=name) for key, name in _SPEAKERS.items()},
        ),
        sessions=((GoldTurn(id="1:1", speaker="the_one", at=_AT, text=one.text),),),
        questions=(),
    )


def _marks(turn: str, text: str, types: Mapping[str, EntityType]) -> Iterator[Marked]:
    for words, kind in types.items():
        start = text.find(words)
        while start >= 0:
            yield Marked(turn, start, start + len(words), kind)
            start = text.find(words, start + len(words))
