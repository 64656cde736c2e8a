"""Short exchanges with what their turns state, for training alone: `corpus/exchanges`."""

import unicodedata
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from graphmem.evaluation.corpus import (
    GoldConversation,
    GoldEntity,
    GoldHeader,
    GoldPerson,
    GoldRole,
    GoldStatement,
    GoldTime,
    GoldTurn,
    Modality,
    StatementKind,
    Words,
)
from graphmem.evaluation.question_records import read_lines
from graphmem.model.base import Frozen
from graphmem.model.workspace import EntityType, Polarity
from training.talk import CORPUS

FOLDER = CORPUS / "exchanges"
_PAUSE = timedelta(minutes=1)


class SaidStatement(Frozen):
    """A statement of an exchange; ``subject`` is a name or a phrase."""

    quote: Words
    subject: Words
    predicate: Words
    object: str = ""
    text: Words
    kind: StatementKind
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.ACTUAL
    time: GoldTime | None = None
    worth: int
    role: GoldRole | None = None


class SaidTurn(Frozen):
    """One turn of an exchange."""

    speaker: Words
    text: Words
    statements: tuple[SaidStatement, ...]


class Exchange(Frozen):
    """A few turns of one kind of talk, each with all that it states."""

    id: Words
    kind: Words
    at: datetime
    turns: tuple[SaidTurn, ...]

    def conversation(self, folder: Path = FOLDER) -> GoldConversation:
        """The exchange as an annotated conversation, without its mentions."""
        people = {identity(turn.speaker): turn.speaker for turn in self.turns}
        subjects = {
            identity(one.subject): one.subject for turn in self.turns for one in turn.statements
        }
        return GoldConversation(
            folder=folder,
            header=GoldHeader(
                id=self.id,
                kind=identity(self.kind),
                title=self.id,
                people={key: GoldPerson(name=name, speaker=name) for key, name in people.items()},
                entities={
                    key: GoldEntity(name=name, type=EntityType.CONCEPT)
                    for key, name in subjects.items()
                    if key not in people
                },
            ),
            sessions=(
                tuple(
                    _turn(turn, f"1:{number}", self.at + (number - 1) * _PAUSE)
                    for number, turn in enumerate(self.turns, start=1)
                ),
            ),
            questions=(),
        )


def exchanges(folder: Path = FOLDER) -> Iterator[GoldConversation]:
    """Each as an annotated conversation of its own; raises `InputError` where a line is broken."""
    for one in read_exchanges(folder):
        yield one.conversation(folder)


def read_exchanges(folder: Path = FOLDER) -> Iterator[Exchange]:
    """All of them, as their files have them."""
    for file in sorted(folder.glob("*.jsonl")):
        yield from read_lines(file, Exchange)


def _turn(turn: SaidTurn, name: str, at: datetime) -> GoldTurn:
    return GoldTurn(
        id=name,
        speaker=identity(turn.speaker),
        at=at,
        text=turn.text,
        statements=tuple(
            GoldStatement(
                id=f"{name}{chr(ord('a') + place)}",
                **one.model_dump(exclude={"subject"}),
                subject=identity(one.subject),
            )
            for place, one in enumerate(turn.statements)
        ),
    )


def identity(name: str) -> str:
    """An id made of a name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = "_".join("".join(c if c.isalnum() else " " for c in plain).split())
    return f"the_{words}"[:60]
