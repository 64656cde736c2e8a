"""What was told of one person or thing in time, and of a process, by whom each step was taught."""

from datetime import datetime

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.links import LinkKind
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


class StepChange(Successor):
    """What ``told_by`` said of a step after all of them were told.

    ``link`` is what it is to what the step states: it supersedes, corrects or contradicts it, or
    teaches of the same thing (``FOLLOWS``, ``RELATED``).
    """

    link: LinkKind
    told_by: str


class ProcessStep(Frozen):
    """One step in the words of its turn, or of the statement where a turn tells several.

    ``statement_uids`` are what the turn states; ``changes`` are in the order in which they were
    said, those taken in words of the turn itself (`Memory.correct`) stand in ``text``.
    """

    number: int
    text: str
    turn_id: str
    taught_by: str
    said_at: datetime
    statement_uids: tuple[str, ...] = ()
    changes: tuple[StepChange, ...] = ()


class ProcessTelling(Frozen):
    """A process as somebody told it once; ``turn_id`` is where it was announced or asked for."""

    turn_id: str
    taught_by: str
    said_at: datetime
    steps: tuple[ProcessStep, ...]


class Process(WhileWaiting):
    """How something is done, as often as it was told, the last time first; none where it was not.

    ``text`` are all tellings, each step with who taught it, its turn and what changed.
    """

    name: str
    text: str = ""
    tellings: tuple[ProcessTelling, ...] = ()
