"""A process: how something is done, in steps, by whom each was taught, and what changed since."""

from datetime import datetime

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.links import LinkKind
from graphmem.model.portrait import Successor


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
