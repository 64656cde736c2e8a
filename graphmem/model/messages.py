"""Settings for chats that do not say who speaks, when, in which zone, in which conversation."""

from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from pydantic import Field, field_validator

from graphmem.model.base import Frozen
from graphmem.model.conversation import Identifier


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
