"""A finer time beside a coarser one, which it lies in: "last year in May".

"He marries on 16 August, I on the 11th" is of one month.
"""

import re
from dataclasses import replace
from datetime import datetime

from graphmem.language.time import intervals
from graphmem.language.time.compose import Reread, TimeMatch
from graphmem.language.time.rules import Relation, TimeResolution, at
from graphmem.language.time.syntax import Outlook, Syntax
from graphmem.language.time.vocabulary import compile_pattern
from graphmem.model.time import Precision, TimeInterval

_RANKS = {
    Precision.DAY: 0,
    Precision.WEEKEND: 1,
    Precision.WEEK: 1,
    Precision.MONTH: 2,
    Precision.SEASON: 3,
    Precision.YEAR: 4,
}
_WITH = re.compile(r"\s{0,3}(?:,|&|,?\s(?:and|or)\b)\s{0,3}(?:on\s)?(?:the\s)?", re.IGNORECASE)
_MONTH = compile_pattern("MONTH")


def in_named_period(
    text: str,
    matches: list[TimeMatch],
    *,
    said_at: datetime,
    reread: Reread,
    syntax: Syntax | None,
) -> list[TimeMatch]:
    """Each time that recurs goes into the period of its sentence that was named last, if any.

    A day without a month else goes to the month of the day that is listed after it, or else to the
    one nearest to the date named last.
    """
    if syntax is None:
        return matches
    placed: list[TimeMatch] = []
    day_named: TimeInterval | None = None
    period: TimeMatch | None = None
    for found in _listed(text, matches):
        day, bare = found.reading.day_of_month, found.reading.bare
        moved = None
        if found.reading.relation is Relation.AT:
            if period and syntax.is_one_sentence(period.start, found.end):
                moved = _inside(period, found, reread)
            if moved and period and not _fits(moved, found, said_at, syntax):
                # "It starts in February, on the 10th", said in March: neither fits.
                moved = None if _fits(period.reading, period, said_at, syntax) else moved
            elif moved is None and day is not None and day_named is not None:
                nearest = _nearest(day, _edge(day_named))
                moved = at(nearest) if nearest else None
                moved = moved if moved and _fits(moved, found, said_at, syntax) else None
        if moved:
            found = replace(found, reading=replace(moved, day_of_month=day))
        named = found.reading.interval
        if day is None and named and named.precision is Precision.DAY and not bare:
            day_named = named
        if found.reading.relation is Relation.AT and _rank(found.reading):
            period = found
        placed.append(found)
    return placed


def _rank(reading: TimeResolution) -> int | None:
    return _RANKS.get(reading.interval.precision) if reading.interval else None


def _inside(period: TimeMatch, found: TimeMatch, reread: Reread) -> TimeResolution | None:
    """The only one of its kind that lies within a coarser period, where there is one."""
    whole, named = period.reading.interval, found.reading.interval
    if whole is None or named is None or found.reading.explicit:
        return None
    coarse, fine = _rank(period.reading), _rank(found.reading)
    if coarse is None or fine is None or coarse <= fine:
        return None
    if (day := found.reading.day_of_month) is not None:
        of_month = whole.precision is Precision.MONTH
        only = intervals.day_or_none(whole.start.year, whole.start.month, day) if of_month else None
        return at(only) if only else None
    last = reread(found, whole.end - intervals.DAY, "past")
    first = reread(found, whole.start, "future")
    if last is None or first is None or last.interval is None or last.interval != first.interval:
        return None
    same = last.interval.precision is named.precision and last.relation is Relation.AT
    return last if same and whole.start <= last.interval.start < whole.end else None


def _listed(text: str, matches: list[TimeMatch]) -> list[TimeMatch]:
    """Gives "the 5th and 6th of May" one month."""
    placed: list[TimeMatch] = []
    following: TimeMatch | None = None  # a day with a month
    for found in reversed(matches):
        day, named = found.reading.day_of_month, found.reading.interval
        if following and day and _WITH.fullmatch(text, found.end, following.start):
            month = following.reading.interval
            of_it = month and intervals.day_or_none(month.start.year, month.start.month, day)
            if of_it:
                found = replace(found, reading=at(of_it))
                following = found
        elif named is not None and named.precision is Precision.DAY:
            has_month = _MONTH.search(text, found.start, found.end) is not None
            following = found if has_month else None
        placed.append(found)
    return placed[::-1]


def _edge(anchor: TimeInterval) -> datetime:
    return anchor.end - intervals.DAY if anchor.open_start else anchor.start


def _nearest(day: int, anchor: datetime) -> TimeInterval | None:
    firsts = (intervals.month_of(anchor, later=count).start for count in (-1, 0, 1))
    days = [intervals.day_or_none(first.year, first.month, day) for first in firsts]
    found = [one for one in days if one is not None]
    return min(found, key=lambda one: abs(one.start - anchor), default=None)


def _fits(reading: TimeResolution, found: TimeMatch, said_at: datetime, syntax: Syntax) -> bool:
    """Whether it lies where the clause of the expression looks."""
    named = reading.interval
    match syntax.outlook(found.start, found.end):
        case Outlook.PAST:
            return named is None or named.start <= said_at
        case Outlook.COMING:
            return named is None or named.end > said_at
    return True
