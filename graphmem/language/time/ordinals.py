"""Counted parts of a month: the first Monday of June, the last week of September."""

import re

from graphmem.language.time import spans
from graphmem.language.time.reading import Place, Reading, Rule, at, choice_for, pick
from graphmem.language.time.vocabulary import (
    MOVES,
    ORDINALS,
    month_number,
    pattern,
    weekday_number,
    year_number,
)
from graphmem.model.time import Precision, TimeInterval


def nth_weekday(year: int, month: int, weekday: int, *, nth: int) -> TimeInterval | None:
    """The ``nth`` such day of a month, -1 being the last; None if the month lacks it."""
    whole = spans.months(year, month)
    if nth < 0:
        last = whole.end - spans.DAY
        return spans.days(last - ((last.weekday() - weekday) % 7) * spans.DAY)
    ahead = (weekday - whole.start.weekday()) % 7 + 7 * (nth - 1)
    day = spans.days(whole.start + ahead * spans.DAY)
    return day if day.start < whole.end else None


def _part(unit: str, year: int, month: int, nth: int) -> TimeInterval | None:
    whole = spans.months(year, month)
    if unit == "weekend":
        saturday = nth_weekday(year, month, 5, nth=nth)
        return saturday and spans.days(saturday.start, 2, precision=Precision.WEEKEND)
    if unit == "week":
        start = whole.end - spans.WEEK if nth < 0 else whole.start + (nth - 1) * spans.WEEK
        return spans.days(start, 7, precision=Precision.WEEK)
    if unit == "day":
        return spans.days(whole.end - spans.DAY if nth < 0 else whole.start + (nth - 1) * spans.DAY)
    return nth_weekday(year, month, weekday_number(unit), nth=nth)


def _counted_part(match: re.Match[str], place: Place) -> Reading | None:
    unit, nth = match["unit"].lower(), ORDINALS[match["ordinal"].lower()]
    explicit = bool(match["year"])
    if match["month"] is None:
        later = MOVES.get(match["which"].lower(), 0)
        first = spans.month_of(place.said_at, later=later).start
        interval = _part(unit, first.year, first.month, nth)
    elif explicit:
        year = year_number(match["year"], near=place.said_at.year)
        interval = _part(unit, year, month_number(match["month"]), nth)
    else:
        month, choice = month_number(match["month"]), choice_for(None, place)
        interval = pick(lambda year: _part(unit, year, month, nth), place.said_at, choice)
    if interval is None:
        return None
    return at(interval, _phrase(match, interval), explicit=explicit)


def _phrase(match: re.Match[str], interval: TimeInterval) -> str | None:
    if match["unit"].lower() not in ("week", "weekend"):
        return None
    whole = at(spans.month_of(interval.start)).phrase
    return f"the {match['ordinal'].lower()} {match['unit'].lower()} of {whole}"


RULES = (
    Rule(
        pattern(
            r"(?:the )?(?P<ordinal>ORDINAL) (?P<unit>weekend|week|day|WEEKDAY) (?:of|in) "
            r"(?:(?P<month>MONTH)(?:YEARAFTER)?|(?P<which>last|this|next|the) month)"
        ),
        frozenset(ORDINALS),
        _counted_part,
    ),
)
