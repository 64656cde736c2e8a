"""A conversation as it was read: sessions of turns, each with its speaker and its time."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, ClassVar, Self

from pydantic import Field, StringConstraints, field_validator, model_validator

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


class Speaker(Frozen):
    """Who speaks in a role; with a ``person_id`` one person in every conversation."""

    name: Identifier
    person_id: Identifier | None = None


class MessageSettings(Frozen):
    """How messages of a chat become turns: what it does not say itself.

    A message's own ``name`` goes before the speaker of its role, its own date before ``said_at``.
    """

    speakers: Mapping[Identifier, Speaker] = Field(
        default_factory=dict,
        description="Who speaks in a role, as a name or as name and person_id; a role that is not "
        "named here speaks under its own name. Instructions and tools speak only if named.",
        examples=[{"user": "Ana", "assistant": {"name": "Bot", "person_id": "bot"}}],
    )
    said_at: str | None = Field(
        None,
        max_length=100,
        description="When the talk began (2024-03-01T18:00:00), for messages without a date.",
    )
    conversation_id: Identifier | None = Field(
        None,
        description="Which conversation a list of messages or a WhatsApp chat is; a file without "
        "is one of its name.",
    )

    zone: str | None = Field(
        None,
        max_length=100,
        description="The time zone of the talk (Europe/Lisbon, +02:00): times of chats and exports "
        "are told in it, and those without a zone are taken to be of it.",
    )
    day_first: bool | None = Field(
        None,
        description="WhatsApp: whether 3/4/24 is 3 April (true) or 4 March; null: as the chat as a "
        "whole shows.",
    )

    named_by_file: ClassVar[bool] = True
    """Whether a list of messages without an id is called as its file is."""

    @field_validator("speakers", mode="before")
    @classmethod
    def _read_names(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        return {
            role: {"name": speaker} if isinstance(speaker, str) else speaker
            for role, speaker in given.items()
        }

    @field_validator("said_at", mode="before")
    @classmethod
    def _write_moment(cls, given: object) -> object:
        return given.isoformat() if isinstance(given, datetime) else given
