"""Receipts of an ingest: nothing that was given to it goes unmentioned."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from pydantic import Field

from graphmem.model.base import Frozen
from graphmem.model.conversation import LeftOut, Refusal
from graphmem.model.decision import Plan
from graphmem.model.usage import Usage
from graphmem.model.workspace import Confidence, Kind, Rejection


class SkipSort(StrEnum):
    """Why words of a turn gave no statement.

    ``no_clause``: they are no clause ("Thanks!"). ``states_nothing``: the clause was judged to
    state nothing. ``no_wording``: it states something, and no wording of it stands alone.
    ``not_right``: it has wordings, and none is likely enough to tell it rightly. ``told``: it
    could only be quoted, and other statements of its turn say most of what the quote would.
    """

    NO_CLAUSE = "no_clause"
    STATES_NOTHING = "states_nothing"
    NO_WORDING = "no_wording"
    NOT_RIGHT = "not_right"
    TOLD = "told"


class Skipped(Frozen):
    """Words of a turn that gave no statement, and why; ``turn_id`` is as people read it.

    ``kind`` is what sort of statement they were judged to be, None where they state nothing.
    ``score`` is the chance that the clause states something or, where it is ``not_right`` or
    ``told``, that its likeliest wording is right.
    """

    turn_id: str
    words: str
    sort: SkipSort
    kind: Kind | None = None
    score: Confidence


class SkippedCount(Frozen):
    """How many of one sort, and of one kind where that is known."""

    sort: SkipSort
    kind: Kind | None = None
    count: int


def count_skipped(skipped: Iterable[Skipped]) -> tuple[SkippedCount, ...]:
    """Counts skipped words of each sort and kind."""
    return _listed(Counter((one.sort, one.kind) for one in skipped))


def add_counts(
    some: Sequence[SkippedCount], more: Sequence[SkippedCount]
) -> tuple[SkippedCount, ...]:
    """The counts of both together."""
    found: Counter[tuple[SkipSort, Kind | None]] = Counter()
    for one in (*some, *more):
        found[one.sort, one.kind] += one.count
    return _listed(found)


def _listed(found: Counter[tuple[SkipSort, Kind | None]]) -> tuple[SkippedCount, ...]:
    sorts, kinds = list(SkipSort), [None, *Kind]
    order = sorted(found, key=lambda of: (sorts.index(of[0]), kinds.index(of[1])))
    return tuple(SkippedCount(sort=of[0], kind=of[1], count=found[of]) for of in order)


class ChangedTurn(Frozen):
    """A turn that is already recorded with other content; the recorded one was kept."""

    conversation_id: str
    dia_id: str
    reason: str


class Stages(Frozen):
    """Seconds spent in each stage of an ingest.

    ``encode`` is for turns; ``encode_texts`` for the new texts of the workspace (statements,
    names, profiles), which is told apart from ``extract``, ``store`` and ``reconcile``.
    """

    read: float = 0.0
    plan: float = 0.0
    encode: float = 0.0
    write: float = 0.0
    extract: float = 0.0
    encode_texts: float = 0.0
    store: float = 0.0
    reconcile: float = 0.0
    total: float = 0.0


class WorkspaceReceipt(Frozen):
    """What extraction gave: counts of what is new, what was not let through, and what is left.

    ``skipped`` counts the clauses that the networks judged not worth keeping (`Memory.skipped`
    lists them); ``notes`` tell of chunks that the networks read in the model's place, and why;
    ``sessions_pending`` wait for another run, since the budget was spent.
    """

    sessions: int = 0
    sessions_pending: int = 0
    chunks: int = 0
    chunks_kept: int = 0
    entities: int = 0
    roles: int = 0
    questions: int = 0
    answers: int = 0
    rejected: tuple[Rejection, ...] = ()
    skipped: tuple[SkippedCount, ...] = ()
    notes: tuple[str, ...] = ()
    usage: Usage | None = None

    def __add__(self, later: "WorkspaceReceipt") -> "WorkspaceReceipt":
        """What two runs gave, one after the other; what is left is what the later one left."""
        summed = ("sessions", "chunks", "chunks_kept", "entities", "roles", "questions", "answers")
        return WorkspaceReceipt(
            **{name: getattr(self, name) + getattr(later, name) for name in summed},
            sessions_pending=later.sessions_pending,
            rejected=(*self.rejected, *later.rejected),
            skipped=add_counts(self.skipped, later.skipped),
            notes=tuple(dict.fromkeys((*self.notes, *later.notes))),
            usage=self.usage + later.usage if self.usage and later.usage else later.usage,
        )


class ReconcileReceipt(Frozen):
    """The decisions in force, how many of them are new, and what was only computed.

    ``applied`` is False for a dry run; ``plan`` is given for one. ``usage`` is what a model used
    that judged merges; ``notes`` tell of pairs that the rules judged in its place, and why.
    """

    merges: int = 0
    separations: int = 0
    undecided: int = 0
    new_decisions: int = 0
    entities: int = 0
    applied: bool = True
    plan: Plan | None = None
    usage: Usage | None = None
    notes: tuple[str, ...] = ()


class TurnReceipt(Frozen):
    """What became of one live turn; ``turn_id`` is where it stands, as people read it.

    ``stored`` is False for a turn that was already recorded; ``changed`` says where the recorded
    one differs.
    """

    turn_id: str
    stored: bool
    changed: ChangedTurn | None = None


class Receipt(Frozen):
    """Turns stored, skipped (already recorded, the same), changed (kept as recorded), refused.

    ``left_out`` counts what an export holds besides talk: who came and went, calls of tools,
    files. It makes no receipt incomplete.
    ``turns_forgotten`` were taken back, and are not recorded again.
    """

    space: str
    conversations: int = 0
    sessions_written: int = 0
    turns_stored: int = 0
    turns_skipped: int = 0
    turns_forgotten: int = 0
    changed: tuple[ChangedTurn, ...] = ()
    refused: tuple[Refusal, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    workspace: WorkspaceReceipt | None = None
    reconciled: ReconcileReceipt | None = None
    seconds: Stages = Field(default_factory=Stages)

    @property
    def complete(self) -> bool:
        """True when everything that was given is now in the database as given."""
        return not self.changed and not self.refused
