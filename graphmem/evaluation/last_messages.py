"""What must stand in an assistant's prompt: the gold of `corpus/last_messages`.

A line is a message that somebody of an annotated conversation might send to an assistant that
remembers it, with the statements that the assistant needs, may be given, and must not be given as
if they held.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Self

from pydantic import Field, StringConstraints, ValidationError, model_validator

from graphmem.errors import InputError
from graphmem.evaluation.corpus import (
    GoldConversation,
    GoldStatement,
    GoldTurn,
    Id,
    StatementId,
    Words,
)
from graphmem.model.base import Frozen, faults

FOLDER = "last_messages"
_NEXT = "`corpus/README.md` says what a line of `last_messages` takes."


class MessageRole(StrEnum):
    """Who says a message of the talk at hand."""

    USER = "user"
    ASSISTANT = "assistant"


class HandMessage(Frozen):
    """A message of the talk at hand."""

    role: MessageRole
    text: Words


class LastMessage(Frozen):
    """A talk at hand that ends with a message of ``person``, sent ``at`` a moment.

    ``must`` are the statements of the conversation that an attentive assistant needs, ``welcome``
    those that may stand beside them, ``never`` those that must not be told as if they held or
    mattered: replaced by then, or of somebody else's life.
    """

    id: Annotated[str, StringConstraints(pattern=r"^m\d+$")]
    conversation: Id
    person: Id
    at: datetime
    messages: tuple[HandMessage, ...] = Field(min_length=1)
    must: tuple[StatementId, ...] = Field(min_length=1, max_length=5)
    welcome: tuple[StatementId, ...] = ()
    never: tuple[StatementId, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.messages[-1].role is not MessageRole.USER:
            raise ValueError("the last message is the person's own")
        named = Counter((*self.must, *self.welcome, *self.never))
        if twice := sorted(uid for uid, number in named.items() if number > 1):
            raise ValueError(f"a statement stands once, not twice: {', '.join(twice)}")
        if self.at.tzinfo is not None:
            raise ValueError("`at` is local time, as the turns have it, without an offset")
        return self


def read_last_messages(file: Path) -> tuple[LastMessage, ...]:
    """The lines of one file; raises `InputError` with the file, the line and what is wrong in it.

    A file is of one conversation, whose id is its name.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{file} cannot be read: {error}.", next_step=_NEXT) from error
    return tuple(_line(file, number, line) for number, line in enumerate(lines, start=1))


def last_messages(corpus: Path) -> dict[str, tuple[LastMessage, ...]]:
    """All of a corpus, by conversation; raises `InputError` as `read_last_messages` does."""
    files = sorted((corpus / FOLDER).glob("*.jsonl"))
    return {file.stem: read_last_messages(file) for file in files}


def _line(file: Path, number: int, line: str) -> LastMessage:
    try:
        found = LastMessage.model_validate_json(line)
    except ValidationError as error:
        raise InputError(f"{file}:{number}: {faults(error)}.", next_step=_NEXT) from error
    if found.conversation != file.stem:
        raise InputError(
            f"{file}:{number}: it is of {found.conversation}, not of {file.stem}.", next_step=_NEXT
        )
    return found


def said_by(
    conversation: GoldConversation, at: datetime
) -> Iterator[tuple[GoldTurn, GoldStatement]]:
    """What has been stated by a moment, each with its turn."""
    for turn in conversation.turns:
        if turn.at < at:
            yield from ((turn, one) for one in turn.statements)


def replaced(statements: Iterable[GoldStatement]) -> Mapping[str, str]:
    """Which of these statements hold no more, each with the one that replaces or corrects it."""
    return {earlier: one.id for one in statements for earlier in (*one.supersedes, *one.corrects)}
