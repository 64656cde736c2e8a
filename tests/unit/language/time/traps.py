"""The table of traps.tsv: what was said, when, and the intervals that it means."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import NamedTuple

from graphmem.evaluation.corpus import Interval, read_edtf
from graphmem.language.time import Relation, TimeExpression

TABLE = Path(__file__).with_name("traps.tsv")
_SEPARATOR = " | "


class Trap(NamedTuple):
    """A row: ``edtf`` and ``rules`` are empty where nothing that is said has an interval."""

    kind: str
    said: date
    weekday: str
    sentence: str
    words: tuple[str, ...]
    edtf: tuple[str, ...]
    rules: tuple[str, ...]

    @property
    def said_at(self) -> datetime:
        """Noon of the day."""
        return datetime.combine(self.said, time(12))


def read_traps() -> list[Trap]:
    """All rows of the table."""
    _, *lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [_row(*line.split("\t")) for line in lines]


def _row(
    kind: str, said: str, weekday: str, sentence: str, words: str, edtf: str, rules: str
) -> Trap:
    return Trap(
        kind,
        date.fromisoformat(said),
        weekday,
        sentence,
        _parts(words),
        _parts(edtf),
        _parts(rules),
    )


def _parts(cell: str) -> tuple[str, ...]:
    return tuple(cell.split(_SEPARATOR)) if cell else ()


def is_read(trap: Trap, found: Sequence[TimeExpression]) -> bool:
    """Whether what was found has the row's intervals, each of them, and no other."""
    read = {bracket(one) for one in found if one.relation is not Relation.FOR}
    read.discard(None)
    wanted = [(read_edtf(edtf), "T" in edtf) for edtf in trap.edtf]
    return all(
        any(one is not None and _same(one, interval, by_clock) for one in read)
        for interval, by_clock in wanted
    ) and all(
        any(one is not None and _same(one, interval, by_clock) for interval, by_clock in wanted)
        for one in read
    )


def bracket(one: TimeExpression) -> Interval | None:
    """The interval of an expression, with its open edges."""
    if one.interval is None:
        return None
    return Interval(
        None if one.interval.open_start else one.interval.start,
        None if one.interval.open_end else one.interval.end,
    )


def _same(one: Interval, other: Interval, by_clock: bool) -> bool:
    """Equal; by the clock, "at four" is the minute or the hour."""
    if not by_clock or None in (*one, *other):
        return one == other
    assert one.end is not None
    assert other.end is not None
    return one.start == other.start and abs(one.end - other.end) < timedelta(hours=1)
