"""Days of a month that was named before: "he marries on 16 August, I fly on the 11th"."""

from dataclasses import replace
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.compose import Found
from graphmem.language.time.model import Relation
from graphmem.language.time.outlook import Outlook
from graphmem.language.time.reading import at
from graphmem.language.time.syntax import Syntax
from graphmem.model.time import Precision, TimeInterval


def in_named_month(founds: list[Found], *, said_at: datetime, syntax: Syntax | None) -> list[Found]:
    """Each day without a month goes to the month nearest to the date named last, if any."""
    if syntax is None:
        return founds
    placed: list[Found] = []
    anchor: TimeInterval | None = None
    for found in founds:
        day, named = found.reading.day_of_month, found.reading.interval
        if day is None:
            if named is not None and named.precision is Precision.DAY and not found.reading.bare:
                anchor = named
        elif anchor is not None and found.reading.relation is Relation.AT:
            nearest = _nearest(day, _edge(anchor))
            if nearest and _fits(nearest, said_at, syntax.outlook(found.start, found.end)):
                moved = at(nearest)
                found = replace(found, reading=replace(moved, day_of_month=day))
        placed.append(found)
    return placed


def _edge(anchor: TimeInterval) -> datetime:
    return anchor.end - spans.DAY if anchor.open_start else anchor.start


def _nearest(day: int, anchor: datetime) -> TimeInterval | None:
    firsts = (spans.month_of(anchor, later=count).start for count in (-1, 0, 1))
    days = [spans.day_or_none(first.year, first.month, day) for first in firsts]
    found = [one for one in days if one is not None]
    return min(found, key=lambda one: abs(one.start - anchor), default=None)


def _fits(day: TimeInterval, said_at: datetime, looks: Outlook) -> bool:
    """Whether it lies where its clause looks."""
    match looks:
        case Outlook.PAST:
            return day.start <= said_at
        case Outlook.COMING:
            return day.end > said_at
    return True
