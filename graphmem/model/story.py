"""A story: what happened to one person or thing, in time, as far as it was told."""

from datetime import datetime

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.portrait import Past, Successor
from graphmem.model.time import TimeInterval

MOST_GAP_DAYS = 36_500


class Cause(Frozen):
    """Why something happened, in the words of the turn that tells it; ``statement_uid`` where
    these words are a statement of their own.
    """

    text: str
    turn_id: str
    statement_uid: str | None = None


class Knower(Frozen):
    """Somebody who takes part in a conversation that tells it, and when it was first told there.

    When they came to that conversation is not looked at.
    """

    name: str
    since: datetime


class StorySentence(Frozen):
    """One stored statement in its own words, with every turn that bears it out.

    ``interval`` is when it happened; None where only the time of telling (``said_at``) is known.
    ``told_by`` is who said it, where that was somebody else than whom it is of. ``past`` tells that
    something took its place, or put it right, ``successor`` what did.
    """

    text: str
    statement_uid: str
    statement_uids: tuple[str, ...]
    turn_ids: tuple[str, ...]
    said_at: datetime
    interval: TimeInterval | None = None
    told_by: str | None = None
    causes: tuple[Cause, ...] = ()
    known_by: tuple[Knower, ...] = ()
    past: Past | None = None
    successor: Successor | None = None


class Gap(Frozen):
    """A stretch of which nothing is told, from the end of one event to the start of the next."""

    since: datetime
    until: datetime
    days: int


class Story(WhileWaiting):
    """The events of one person or thing in time, and the ``gaps`` between them.

    ``of`` is the uid of the Person or Entity that stands for the whole; ``left_out`` counts events
    before the first of ``sentences``, where more were told than asked for.
    """

    of: str
    name: str
    text: str = ""
    sentences: tuple[StorySentence, ...] = ()
    gaps: tuple[Gap, ...] = ()
    left_out: int = 0
