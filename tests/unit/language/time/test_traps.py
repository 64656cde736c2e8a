"""The table of traps.tsv is right by the calendar, and it is read."""

import pytest

from graphmem.language.time import find_times
from tests.unit.language.time.reckoning import reckon
from tests.unit.language.time.traps import Trap, is_read, read_traps

TRAPS = read_traps()
WANTED = 0.98


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: f"{trap.said:%d%b%y} {trap.sentence}")
def test_the_table_agrees_with_the_calendar(trap: Trap) -> None:
    assert f"{trap.said:%a}" == trap.weekday
    assert tuple(reckon(rule, trap.said) for rule in trap.rules) == trap.edtf
    for words in trap.words:
        assert all(part in trap.sentence for part in words.split(" … "))


def test_the_table_is_large_enough_to_mean_something() -> None:
    assert len(TRAPS) >= 130
    assert len({trap.sentence for trap in TRAPS}) == len(TRAPS)


@pytest.mark.xfail(strict=True, reason="measures how far the reading is from the table")
def test_the_traps_are_read() -> None:
    missed = [
        f"{trap.said:%a %Y-%m-%d} {trap.sentence}"
        for trap in TRAPS
        if not is_read(trap, find_times(trap.sentence, said_at=trap.said_at))
    ]
    assert len(missed) <= (1 - WANTED) * len(TRAPS), "\n".join(missed)
