"""Assembly: the messages at hand, how a budget is shared out, and the text that comes of it."""

import math
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Self

from pydantic import Field, model_validator

from graphmem.errors import InputError
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Chosen, Frozen
from graphmem.model.ids import turn_reference
from graphmem.model.memory import KnownStatement
from graphmem.model.search import Share
from graphmem.model.workspace import EntityType


class ChatMessage(Frozen):
    """One message of the talk at hand; ``speaker`` is a name, or a role such as ``user``."""

    speaker: str
    text: str


class Category(StrEnum):
    """A part of the assembled text, in the order in which it is read."""

    PEOPLE = "people"
    KNOWN = "known"
    PROCESSES = "processes"
    TALK = "talk"


class AssemblySettings(Chosen):
    """How a token budget is shared out, and how much is looked at.

    The four shares add up to 1; what a category does not need flows on to the next. ``turns`` are
    searched for, ``recent`` told again; up to ``things`` people and things are told of, each with
    ``facts``. Where two bear a name, one must be nearer in meaning by ``clear_by`` to be meant.
    """

    people: Share = 0.1
    known: Share = 0.65
    processes: Share = 0.05
    talk: Share = 0.2
    turns: int = Field(default=60, ge=1, le=1_000)
    recent: int = Field(default=8, ge=0, le=200)
    things: int = Field(default=6, ge=0, le=50)
    facts: int = Field(default=6, ge=1, le=50)
    clear_by: Share = 0.08

    @model_validator(mode="after")
    def _check_shares(self) -> Self:
        total = self.people + self.known + self.processes + self.talk
        if not math.isclose(total, 1.0, abs_tol=1e-6):
            raise InputError(
                f"The shares of the budget add up to {total:g}, not to 1.",
                next_step="Give people, known, processes and talk shares that add up to 1.",
            )
        return self

    def share(self, category: Category) -> float:
        """The part of the budget that a category has of its own."""
        return float(getattr(self, category.value))


class Thing(NamedTuple):
    """Something that bears a name of the talk at hand, with what its scope holds of it.

    ``people`` are the Person uids with whom it turns out to be one; ``similarity`` is the cosine
    of its profile to what is asked, None without a profile.
    """

    uid: str
    name: str
    type: EntityType
    aliases: tuple[str, ...]
    proper: bool
    owner_uids: tuple[str, ...]
    people: tuple[str, ...]
    similarity: float | None
    facts: tuple[KnownStatement, ...]


class RecordedTurn(NamedTuple):
    """A recorded turn, as far as recent talk tells it again."""

    conversation_id: str
    dia_id: str
    speaker: str
    text: str
    caption: str | None
    said_at: datetime

    @property
    def turn_id(self) -> str:
        """The turn as people read it: ``conv-26/D2:1``."""
        return turn_reference(self.conversation_id, self.dia_id)


class Omission(StrEnum):
    """Why something was left out."""

    BUDGET = "no room"
    REPEATED = "said already"


class LeftOut(Frozen):
    """A line that is not in the text, and why."""

    text: str
    reason: Omission


class Section(Frozen):
    """What became of a category: its tokens (heading included) out of what it was allowed."""

    category: Category
    allowed: int
    tokens: int
    lines: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()


class Assembled(WhileWaiting):
    """A text for a prompt, never over its budget.

    ``citations`` are the turns that it cites, in order; ``counted_by`` says who counted the
    tokens; ``unclear`` are names that may mean several things, all of which are told of;
    ``notes`` are those of the search (`SearchResult.notes`).
    """

    text: str
    tokens: int
    budget: int
    counted_by: str
    citations: tuple[str, ...]
    sections: tuple[Section, ...]
    people: tuple[str, ...] = ()
    unclear: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def require_budget(tokens: object) -> None:
    """Raise `InputError` for a budget that is no whole number from 1 on."""
    if not isinstance(tokens, int) or isinstance(tokens, bool) or tokens < 1:
        raise InputError(
            f"A budget of {tokens!r} tokens is none.",
            next_step="Give a whole number, at least one token.",
        )
