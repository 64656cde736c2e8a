"""What a reader of talk judged not worth keeping: clause by clause, and counted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import StrEnum

from graphmem.model.base import Frozen
from graphmem.model.workspace import Confidence, Kind


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
    """How many there are of each sort and kind."""
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
