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
    """One stored statement in its own words, or several in the words of a model (``worded``).

    ``turn_ids`` are all turns that bear it out, in order; ``statement_uids`` all statements that
    say it, ``statement_uid`` the newest, whose words these are unless a model's. ``told_by`` is who
    said it where that was somebody else than whom it is of. ``past`` tells why it no longer holds,
    ``successor`` what replaced it. ``worth`` orders the sentences of a section where their dates
    are one or not all have room: parts of a life, how often it is said, what it is worth
    remembering and the confidence add up. ``times_told`` counts the turns that say it, in these
    words or others, ``last_told_at`` is when it was said last, ``also_told_by`` are those beside
    who said these words who say so too. ``solid`` is as that of `graphmem.model.tools.Said`.
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
    solid: bool = False
    worded: bool = False


class WordingFault(StrEnum):
    """Why a sentence of a model is not told.

    ``uncited``: it cites nothing, or what it was not shown. ``again``: what it cites stands in a
    sentence before it. ``mixed``: it joins what stands in different sections, is of different
    times, was told by different people or was replaced by different things. ``nobody``: it does not
    say of whom or what it is. ``added``: it says what is not cited. ``left_out``: it leaves out
    what is.
    """

    UNCITED = "uncited"
    AGAIN = "again"
    MIXED = "mixed"
    NOBODY = "nobody"
    ADDED = "added"
    LEFT_OUT = "left_out"


class RefusedWording(Frozen):
    """A sentence of a model that is not told, and the statements that it cited instead are."""

    fault: WordingFault
    statement_uids: tuple[str, ...] = ()


class Worded(Frozen):
    """The sentences of a model that stand for some of a portrait, and those that were refused."""

    model: str
    sentences: tuple[PortraitSentence, ...]
    refused: tuple[RefusedWording, ...]


class Wording(Frozen):
    """Which model worded a portrait, the ``version`` that it was handed, and what was refused."""

    model: str
    version: int
    refused: tuple[RefusedWording, ...] = ()


class Portrait(WhileWaiting):
    """What holds of a person or a thing, and what held, within a budget of tokens.

    ``uid`` is that of the portrait, ``of`` that of the Person or Entity that stands for the whole.
    ``version`` counts how often what it is made from has changed; None where it is not stored:
    of an earlier moment, or of what a caller narrowed. ``inputs_digest`` tells what it was made
    from; ``left_out`` counts sentences that found no room. ``wording`` is None where no model
    worded it.
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
    wording: Wording | None = None
