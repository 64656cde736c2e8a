"""The table of traps.tsv is right by the calendar, and it is read."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.language.time import Syntax, find_times
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


def test_the_traps_are_read() -> None:
    parsed = load_parser()([trap.sentence for trap in TRAPS])
    missed = [
        f"{trap.said:%a %Y-%m-%d} {trap.sentence}"
        for trap, one in zip(TRAPS, parsed, strict=True)
        if not is_read(
            trap, find_times(trap.sentence, said_at=trap.said_at, syntax=Syntax(one.sentences))
        )
    ]
    assert len(missed) <= (1 - WANTED) * len(TRAPS), "\n".join(missed)
