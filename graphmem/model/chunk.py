"""A chunk: the stretch of dialogue that is extracted at once."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from graphmem.model.base import Frozen
from graphmem.model.ids import content_digest, uid
from graphmem.model.workspace import EntityType


class ChunkStrategy(StrEnum):
    """How a session is cut: every so many turns, where talk pauses, or where its topic shifts."""

    FIXED = "fixed"
    GAP = "gap"
    HYBRID = "hybrid"


class ChunkSettings(Frozen):
    """How long chunks are. Only ``max_characters`` is hard: a question keeps its answer."""

    turns: int = Field(default=10, ge=1, description="Turns of a chunk, for `fixed`.")
    gap_minutes: float = Field(default=30, gt=0, description="A pause that cuts, for `gap`.")
    min_turns: int = Field(default=5, ge=1, description="Fewest turns, for `hybrid`.")
    max_turns: int = Field(default=16, ge=1, description="Most turns, for `hybrid`.")
    topic_shift: float = Field(
        default=0.4,
        ge=0,
        description="How far likeness must dip between turns for `hybrid` to cut there, 0 to 4.",
    )
    max_characters: int = Field(
        default=8_000, ge=100, description="Most characters; a longer turn is split at sentences."
    )

    @model_validator(mode="after")
    def _check_turns(self) -> Self:
        if self.min_turns > self.max_turns:
            raise ValueError(f"min_turns ({self.min_turns}) is over max_turns ({self.max_turns})")
        return self


class ChunkParticipant(Frozen):
    """Somebody who takes part in the conversation; ``names`` are all that they bear in it."""

    uid: str
    name: str
    names: tuple[str, ...] = ()


class KnownName(NamedTuple):
    """Somebody or something that the conversation calls by a name, and that takes no part.

    ``owner_uid`` is the participant whose it is; ``mentions`` counts the turns that speak of it.
    """

    name: str
    type: EntityType
    owner_uid: str | None = None
    aliases: tuple[str, ...] = ()
    mentions: int = 1


class ChunkTurn(Frozen):
    """A recorded turn, or the part of a very long one that begins at ``offset`` of its text."""

    uid: str
    session_id: str
    dia_id: str
    speaker: str
    speaker_uid: str
    text: str
    caption: str | None = None
    said_at: datetime
    offset: int = 0


class Chunk(Frozen):
    """Whole turns of one session, in order, and everyone who takes part in the conversation."""

    space: str
    conversation_id: str
    session_id: str
    turns: tuple[ChunkTurn, ...]
    people: tuple[ChunkParticipant, ...]

    @property
    def uid(self) -> str:
        """Stays the same while the chunk begins at the same place."""
        first = self.turns[0]
        return uid(
            self.space,
            "chunk",
            self.conversation_id,
            self.session_id,
            first.dia_id,
            str(first.offset),
        )

    @property
    def digest(self) -> str:
        """Changes when anything that extraction reads does."""
        return content_digest(
            *(name for person in self.people for name in (person.uid, person.name, *person.names)),
            *(
                part
                for turn in self.turns
                for part in (
                    turn.uid,
                    turn.speaker_uid,
                    turn.text,
                    turn.caption or "",
                    turn.said_at.isoformat(),
                    str(turn.offset),
                )
            ),
        )
