"""Temporal signals of a turn: nearness to the times a question names, and recency."""

import math
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.model.search import Recency
from graphmem.model.time import TimeInterval

_DAY = timedelta(days=1)
_A_DAY = 2 * _DAY  # up to here the question names a day
_A_MONTH = 45 * _DAY  # up to here a week or a month
_ABOUT = 15 * _DAY
_SAME_MONTH = 0.6
_SAME_YEAR = 0.3
# Days under which a memory is boosted, and by how much.
_BOOSTS = ((7, 0.15), (30, 0.08), (90, 0.03))


class Span(NamedTuple):
    """A time that a turn tells of, half-open."""

    start: datetime
    end: datetime


def nearness(times: Sequence[TimeInterval], said_at: datetime, told: Iterable[Span]) -> float:
    """0 to 1: whether a turn was said at, or tells of, the best fitting of the times."""
    spans = list(told)
    return max((_near(time, said_at, spans) for time in times), default=0.0)


def _near(time: TimeInterval, said_at: datetime, told: Sequence[Span]) -> float:
    best = _SAME_YEAR if time.width > _A_MONTH else 1.0
    if any(
        span.start < time.end and time.start < span.end and span.end - span.start <= 4 * time.width
        for span in told
    ):
        return best
    if time.width > _A_DAY:
        return best if time.contains(said_at) else 0.0
    if _reach(time.start, -_DAY) <= said_at < _reach(time.end, _DAY):
        return 1.0
    near = _reach(time.start, -_ABOUT) <= said_at < _reach(time.end, _ABOUT)
    return _SAME_MONTH if near else 0.0


def _reach(moment: datetime, by: timedelta) -> datetime:
    try:
        return moment + by
    except OverflowError:  # an open end stays open
        return moment


def recency(said_at: datetime, now: datetime | None, mode: Recency) -> float:
    """What being recent is worth: ``1 / (1 + ln(1 + days / 365))``, or a boost under 90 days.

    0 without ``now``, where it is not asked for, and for what was said after ``now``.
    """
    if now is None or mode is Recency.NONE or said_at > now:
        return 0.0
    days = (now - said_at) / _DAY
    if mode is Recency.DECAY:
        return 1.0 / (1.0 + math.log1p(days / 365.0))
    return next((boost for limit, boost in _BOOSTS if days < limit), 0.0)
