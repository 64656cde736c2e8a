"""How a time that was read compares with the interval that was annotated."""

from datetime import datetime

import pytest

from graphmem.evaluation.corpus import HalfOpenInterval
from graphmem.language.time import find_times
from training.time_matching import interval_of, is_exactly, overlaps

MONDAY = datetime(2025, 3, 10, 12)


def read(text: str) -> HalfOpenInterval:
    (found,) = find_times(text, said_at=MONDAY)
    interval = interval_of(found)
    assert interval is not None
    return interval


@pytest.mark.parametrize(
    ("text", "edtf"),
    [
        ("It broke yesterday.", "2025-03-09"),
        ("It broke last night.", "2025-03-09"),
        ("We have rowed since 3 March 2025.", "2025-03-03/.."),
        ("I need it by 14 March 2025.", "../2025-03-14"),
        ("We meet tomorrow at 4 pm.", "2025-03-11T16:00"),
        ("It rained last week.", "2025-03-03/2025-03-09"),
    ],
)
def test_what_was_read_is_the_annotated_interval(text: str, edtf: str) -> None:
    assert is_exactly(read(text), edtf)


def test_another_hour_is_another_time() -> None:
    assert not is_exactly(read("We meet tomorrow at 4 pm."), "2025-03-11T18:00")


def test_open_ends_overlap_all_that_lies_there() -> None:
    since = read("We have rowed since 3 March 2025.")
    assert overlaps(since, "2026")
    assert not overlaps(since, "2025-03-02")
    assert not is_exactly(since, "2025-03-03")


def test_a_habit_has_no_interval() -> None:
    (found,) = find_times("We row every Monday.", said_at=MONDAY)
    assert interval_of(found) is None
