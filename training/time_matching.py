"""Compares a time that was read with the annotated interval."""

from datetime import timedelta

from graphmem.evaluation.corpus import HalfOpenInterval, read_edtf
from graphmem.evaluation.extracted_statements import as_gold
from graphmem.language.time import Precision, Relation, TimeExpression, TimeInterval

_BY_CLOCK = timedelta(hours=1)  # "at four" is the minute or the hour


def interval_of(read: TimeExpression) -> HalfOpenInterval | None:
    """The interval of an expression with its open edges; None where it has none.

    A part of a day is the day, as it is in an answer.
    """
    if read.interval is None:
        return None
    if read.interval.precision is Precision.DAY and read.relation is Relation.AT:
        return _whole_days(read.interval)
    return as_gold(read.interval)


def _whole_days(interval: TimeInterval) -> HalfOpenInterval:
    start = interval.start.replace(hour=0, minute=0)
    return HalfOpenInterval(
        start, start + max(timedelta(days=1), timedelta(days=interval.width.days))
    )


def is_exactly(read: HalfOpenInterval, edtf: str) -> bool:
    """Tells whether it is the annotated interval; a time of day may end within the hour."""
    gold = read_edtf(edtf)
    if "T" not in edtf or read.end is None or gold.end is None:
        return read == gold
    return read.start == gold.start and abs(read.end - gold.end) < _BY_CLOCK


def overlaps(read: HalfOpenInterval, edtf: str) -> bool:
    """Tells whether it shares any moment with the annotated interval."""
    gold = read_edtf(edtf)
    return _before(read, gold) and _before(gold, read)


def _before(one: HalfOpenInterval, other: HalfOpenInterval) -> bool:
    """Tells whether the first begins before the second ends."""
    return one.start is None or other.end is None or one.start < other.end
