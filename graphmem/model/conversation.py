"""A conversation as it was read: sessions of turns, each with its speaker and its time."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, StringConstraints, model_validator

from graphmem.model.base import Frozen
from graphmem.model.ids import UNKNOWN_SPEAKER, content_digest

UNKNOWN_ZONE = "unknown"
MAX_TURN_CHARACTERS = 1_000_000
MAX_ID_CHARACTERS = 500

Identifier = Annotated[str, StringConstraints(min_length=1, max_length=MAX_ID_CHARACTERS)]


class Turn(Frozen):
    """One utterance. ``said_at`` is local wall time without a zone; ``zone`` names it apart."""

    dia_id: Identifier
    speaker: Identifier = UNKNOWN_SPEAKER
    person_id: Identifier | None = None
    text: Annotated[str, StringConstraints(max_length=MAX_TURN_CHARACTERS)]
    caption: str | None = None
    said_at: datetime
    zone: str = UNKNOWN_ZONE

    @property
    def content(self) -> str:
        """The searched and embedded content: the text, and what a shared image shows."""
        return f"{self.text} [image: {self.caption}]" if self.caption else self.text

    @property
    def digest(self) -> str:
        """Changes when anything that was said, by whom or when, does."""
        return content_digest(
            self.speaker,
            self.person_id or "",
            self.text,
            self.caption or "",
            self.said_at.isoformat(),
            self.zone,
        )

    @model_validator(mode="after")
    def _check_said_at(self) -> Self:
        if self.said_at.tzinfo is not None:
            raise ValueError("said_at is local wall time: give the zone in `zone`")
        return self


class Session(Frozen):
    """One sitting of a conversation; its turns in the order in which they were said."""

    session_id: Identifier
    turns: tuple[Turn, ...] = Field(min_length=1)


class Conversation(Frozen):
    """A conversation between people; ``source`` names the format that it was read from."""

    conversation_id: Identifier
    source: str
    sessions: tuple[Session, ...]


class LeftOut(Frozen):
    """How much of one sort in a file is said by nobody, and so was not taken in.

    ``where`` is the conversation, None where it is none of one.
    """

    path: str
    where: str | None = None
    reason: str
    count: int

    def __str__(self) -> str:
        what = f" ({self.where})" if self.where else ""
        return f"{self.path}{what}: {self.count:,} × {self.reason}"


class Refusal(Frozen):
    """Something that was not taken in: where it stood and why.

    ``line`` is 1-based, None where a whole file, or what a program handed over, was refused.
    """

    path: str
    line: int | None = None
    where: str | None = None
    reason: str

    def __str__(self) -> str:
        place = self.path if self.line is None else f"{self.path}:{self.line}"
        what = f" ({self.where})" if self.where else ""
        return f"{place}{what}: {self.reason}"


SourceItem = Conversation | Refusal | LeftOut
"""What reading gives: talk, what of it could not be kept, and what is no talk."""
