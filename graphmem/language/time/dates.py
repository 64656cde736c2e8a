"""Days by their number: May 5th, the 14th of June, 2023-06-14, 6/14/2023, on the 14th."""

import re
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.reading import ANY_DIGIT, Choice, Place, Reading, Rule, at, pick
from graphmem.language.time.vocabulary import (
    DAY_ORDINALS,
    MONTHS,
    MOVES,
    WEEKDAYS,
    day_number,
    month_number,
    pattern,
    weekday_number,
    year_number,
)
from graphmem.model.time import Precision, TimeInterval

_DATE_WORDS = frozenset({ANY_DIGIT, *MONTHS})


def day_or_none(year: int, month: int, day: int) -> TimeInterval | None:
    """That day; None for 30 February."""
    try:
        return spans.days(datetime(year, month, day))
    except ValueError:
        return None


def _month_and_day(match: re.Match[str], place: Place) -> Reading | None:
    month, day = month_number(match["month"]), day_number(match["day"])
    if match["month"] in ("may", "march") and match["day"].lower() in DAY_ORDINALS:
        return None  # "I may second that"
    first = _in_its_year(match, place, month=month, day=day)
    if first is None:
        return None
    last = day_number(match["last"]) if match["last"] else day
    return at(_until(first, last - day + 1), explicit=bool(match["year"]))


def _in_its_year(
    match: re.Match[str], place: Place, *, month: int, day: int
) -> TimeInterval | None:
    if match["year"]:
        return day_or_none(year_number(match["year"], near=place.said_at.year), month, day)
    if match["move"]:
        return day_or_none(place.said_at.year + MOVES[match["move"].lower()], month, day)
    if match["weekday"]:  # of this year and its neighbours, the one in which the weekday is right
        weekday = weekday_number(match["weekday"])
        near = [day_or_none(place.said_at.year + move, month, day) for move in (0, -1, 1)]
        for span in near:
            if span and span.start.weekday() == weekday:
                return span
    choice: Choice = "future" if place.is_future else "past"
    return pick(lambda year: day_or_none(year, month, day), place.said_at, choice)


def _until(first: TimeInterval, count: int) -> TimeInterval:
    return spans.stretch(first.start, count) if count > 1 else first


def _year_first(match: re.Match[str], _: Place) -> Reading | None:
    day = day_or_none(int(match["year"]), int(match["month"]), int(match["day"]))
    if day is None or match["hour"] is None:
        return at(day, explicit=True) if day else None
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 23 or minute > 59:
        return at(day, explicit=True)
    start = day.start.replace(hour=hour, minute=minute)
    end = spans.shift(start, 1, "minute")
    return at(TimeInterval(start=start, end=end, precision=Precision.MINUTE), explicit=True)


def _year_last(match: re.Match[str], place: Place) -> Reading | None:
    """Month first, as in the United States, unless that is impossible; with dots, day first."""
    first, second, digits = int(match["first"]), int(match["second"]), match["year"]
    year = year_number(digits if len(digits) == 4 else f"'{digits}", near=place.said_at.year)
    month, day = (first, second) if match["mark"] == "/" and first <= 12 else (second, first)
    found = day_or_none(year, month, day) if 1 <= month <= 12 else None
    return at(found, explicit=True) if found else None


def _day_of_month(match: re.Match[str], place: Place) -> Reading | None:
    day, which = day_number(match["day"]), match["which"]
    if which:
        first = spans.month_of(place.said_at, later=MOVES[which.lower()]).start
        chosen = day_or_none(first.year, first.month, day)
        return at(chosen) if chosen else None
    step = 1 if place.is_future else -1
    today = spans.midnight(place.said_at)
    for count in range(3):
        first = spans.month_of(place.said_at, later=step * count).start
        found = day_or_none(first.year, first.month, day)
        if found and (found.start - today) * step >= spans.DAY * 0:
            return at(found)
    return None


def _weekday_and_day(match: re.Match[str], place: Place) -> Reading | None:
    """As in "Friday the fifteenth": in the nearest month in which that day is a Friday."""
    day, weekday = day_number(match["day"]), weekday_number(match["weekday"])
    step = 1 if place.is_future else -1
    today = spans.midnight(place.said_at)
    for count in range(12):
        first = spans.month_of(place.said_at, later=step * count).start
        found = day_or_none(first.year, first.month, day)
        right = found is not None and found.start.weekday() == weekday
        if found and right and (found.start - today) * step >= spans.DAY * 0:
            return at(found)
    return None


_WEEKDAY_BEFORE = r"(?:(?P<weekday>WEEKDAY|SHORTDAY),? )?"
_TO = r"\s?(?:-|–|to|through)\s?"

RULES = (
    Rule(
        pattern(
            rf"{_WEEKDAY_BEFORE}(?P<month>MONTH) (?:the )?(?P<day>MONTHDAY|ORDINALDAY)"
            rf"(?:{_TO}(?P<last>MONTHDAY))?(?![0-9:%]|[.,][0-9]|\s?[ap]m\b)"
            r"(?:YEARAFTER|MOVEDYEAR)?"
        ),
        frozenset(MONTHS),
        _month_and_day,
    ),
    Rule(
        pattern(
            rf"{_WEEKDAY_BEFORE}(?:the )?(?P<day>MONTHDAY|ORDINALDAY)"
            rf"(?:{_TO}(?P<last>MONTHDAY))?(?: of|) (?P<month>MONTH)(?:YEARAFTER|MOVEDYEAR)?"
        ),
        frozenset(MONTHS),
        _month_and_day,
    ),
    Rule(
        pattern(
            r"(?P<year>(?:19|20)[0-9]{2})-(?P<month>0[1-9]|1[0-2])-(?P<day>[0-3][0-9])"
            r"(?:[Tt\s](?P<hour>[0-2][0-9]):(?P<minute>[0-5][0-9])(?::[0-5][0-9](?:\.[0-9]+)?)?z?)?"
        ),
        frozenset({ANY_DIGIT}),
        _year_first,
    ),
    Rule(
        pattern(
            r"(?<![/.])(?:(?P<first>[0-3]?[0-9])(?P<mark>/)(?P<second>[0-3]?[0-9])/(?P<year>(?:19|20)?"
            r"[0-9]{2}))(?![/.]?[0-9])"
        ),
        frozenset({ANY_DIGIT}),
        _year_last,
    ),
    Rule(
        pattern(
            r"(?<![/.])(?P<first>[0-3]?[0-9])(?P<mark>\.)(?P<second>[01]?[0-9])\."
            r"(?P<year>(?:19|20)[0-9]{2})"
        ),
        frozenset({ANY_DIGIT}),
        _year_last,
    ),
    Rule(
        pattern(
            r"(?:on|by|until|since|before|after) (?P<core>the (?P<day>[0-3]?[0-9](?:st|nd|rd|th))"
            r"(?: of (?P<which>last|this|next) month)?)"
            r"(?! (?:floor|time|day|anniversary|place|century|grade|birthday|street|try|page|of)\b)"
        ),
        frozenset({ANY_DIGIT}),
        _day_of_month,
    ),
    Rule(
        pattern(
            r"(?:on )?(?P<core>(?P<weekday>WEEKDAY),? the"
            r" (?P<day>[0-3]?[0-9](?:st|nd|rd|th)|ORDINALDAY))(?! (?:of|time|week|part)\b)"
        ),
        frozenset(WEEKDAYS),
        _weekday_and_day,
    ),
)
