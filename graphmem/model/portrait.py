"""A portrait: what a memory holds of one person or thing, in cited sentences.

Reconciliation has *profiles* of its own (`graphmem.model.decision.ProfileLine`): the few lines by
which two entities are compared. A portrait is what `Memory.profile` hands to a reader.
"""

from datetime import datetime
from enum import StrEnum

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval


class PortraitSection(StrEnum):
    """A part of a portrait, in the order in which it is read."""

    NOW = "now"
    STANDING = "standing"
    PLANS = "plans"
    RELATIONS = "relations"
    OPINIONS = "opinions"
    PROCESSES = "processes"
    BEFORE = "before"


class Past(StrEnum):
    """Why something no longer holds.

    ``replaced``: something else holds instead. ``corrected``: it never was so. ``over``: somebody
    told that it ended, or its time is past. ``lapsed``: it was meant for a time that is past.
    """

    REPLACED = "replaced"
    CORRECTED = "corrected"
    OVER = "over"
    LAPSED = "lapsed"


class Successor(Frozen):
    """The statement that took the place of another, or told that it is over."""

    text: str
    statement_uid: str
    turn_ids: tuple[str, ...]
    said_at: datetime
    interval: TimeInterval | None = None


class PortraitSentence(Frozen):
    """One stored statement in its own words.

    ``turn_ids`` are all turns that bear it out, in order; ``statement_uids`` all statements that
    say it, ``statement_uid`` the newest, whose words these are. ``told_by`` is who said it where
    that was somebody else than whom it is of. ``past`` tells why it no longer holds, ``successor``
    what replaced it. ``worth`` orders the sentences of a section where their dates are
    one or not all have room: parts of a life, how often it is said, what it is worth remembering
    and the confidence add up. ``times_told`` counts the turns that say it, ``last_told_at`` is when
    it was said last, ``also_told_by`` are those beside who said it in these words.
    """

    section: PortraitSection
    text: str
    statement_uid: str
    statement_uids: tuple[str, ...]
    turn_ids: tuple[str, ...]
    said_at: datetime
    interval: TimeInterval | None = None
    told_by: str | None = None
    worth: float = 0.0
    past: Past | None = None
    successor: Successor | None = None
    times_told: int = 1
    last_told_at: datetime | None = None
    also_told_by: tuple[str, ...] = ()


class Portrait(WhileWaiting):
    """What holds of a person or a thing, and what held, within a budget of tokens.

    ``uid`` is that of the portrait, ``of`` that of the Person or Entity that stands for the whole.
    ``version`` counts how often what it is made from has changed; None where it is not stored:
    of an earlier moment, or of what a caller narrowed. ``inputs_digest`` tells what it was made
    from; ``left_out`` counts sentences that found no room.
    """

    uid: str
    of: str
    name: str
    text: str
    tokens: int
    budget: int
    counted_by: str
    sentences: tuple[PortraitSentence, ...] = ()
    left_out: int = 0
    version: int | None = None
    inputs_digest: str
