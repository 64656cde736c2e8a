"""Counts of what was skipped: by sort, by kind, and of two runs together."""

from graphmem.model.receipt import Skipped, SkippedCount, SkipSort, WorkspaceReceipt, count_skipped
from graphmem.model.workspace import Kind

NOTHING = Skipped(turn_id="c/D1:1", words="Quite", sort=SkipSort.STATES_NOTHING, score=0.2)
PLAN = Skipped(
    turn_id="c/D1:2", words="we may", sort=SkipSort.NOT_RIGHT, kind=Kind.PLAN, score=0.05
)


def test_they_are_counted_by_sort_and_kind_in_one_order() -> None:
    counts = count_skipped([PLAN, NOTHING, NOTHING])
    assert counts == (
        SkippedCount(sort=SkipSort.STATES_NOTHING, count=2),
        SkippedCount(sort=SkipSort.NOT_RIGHT, kind=Kind.PLAN, count=1),
    )
    assert counts == count_skipped([NOTHING, PLAN, NOTHING])


def test_the_receipts_of_two_runs_add_up() -> None:
    some = WorkspaceReceipt(skipped=count_skipped([NOTHING]))
    more = WorkspaceReceipt(skipped=count_skipped([PLAN, NOTHING]))
    assert (some + more).skipped == count_skipped([NOTHING, NOTHING, PLAN])
