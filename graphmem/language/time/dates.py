"""Days by their number: May 5th, the 14th of June, 2023-06-14, 6/14/2023, on the 14th."""

import re

from graphmem.language.time import spans
from graphmem.language.time.model import Relation
from graphmem.language.time.reading import (
    ANY_DIGIT,
    Place,
    Reading,
    Rule,
    at,
    pick,
)
from graphmem.language.time.vocabulary import (
    DAY_ORDINALS,
    MONTHS,
    MOVES,
    day_number,
    month_number,
    pattern,
    weekday_number,
    year_number,
)
from graphmem.model.time import Precision, TimeInterval

_DATE_WORDS = frozenset({ANY_DIGIT, *MONTHS})


def _month_and_day(match: re.Match[str], place: Place) -> Reading | None:
    month, day = month_number(match["month"]), day_number(match["day"])
    if match["month"] in ("may", "march") and match["day"].lower() in DAY_ORDINALS:
        return None  # "I may second that"
    if place.is_habit and place.tense != "past" and not match["year"]:
        return Reading(None, match.group(), None, Relation.EVERY)
    count = day_number(match["last"]) - day + 1 if match["last"] else 1
    found = _in_its_year(match, place, month=month, day=day, count=count)
    return at(found, explicit=bool(match["year"])) if found else None


def _in_its_year(
    match: re.Match[str], place: Place, *, month: int, day: int, count: int
) -> TimeInterval | None:
    def make(year: int) -> TimeInterval | None:
        first = spans.day_or_none(year, month, day)
        return spans.stretch(first.start, count) if first and count > 1 else first

    named = match.groupdict()
    if named["year"]:
        return make(year_number(named["year"], near=place.said_at.year))
    if named["move"]:
        return make(place.said_at.year + MOVES[named["move"].lower()])
    if named.get("weekday"):  # of this year and those beside it, where the weekday is right
        weekday = weekday_number(named["weekday"])
        for span in (make(place.said_at.year + move) for move in (0, -1, 1)):
            if span and span.start.weekday() == weekday:
                return span
    return pick(make, place.said_at, place.choice)


def _year_first(match: re.Match[str], _: Place) -> Reading | None:
    day = spans.day_or_none(int(match["year"]), int(match["month"]), int(match["day"]))
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
    found = spans.day_or_none(year, month, day) if 1 <= month <= 12 else None
    return at(found, explicit=True) if found else None


_WEEKDAY_BEFORE = r"(?:(?P<weekday>WEEKDAY|SHORTDAY),? )?"
_TO = r"\s?(?:-|–|\+|to|through|until|till)\s?"
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
            rf"(?:{_TO}(?:the )?(?P<last>MONTHDAY))?(?: of|) (?P<month>MONTH)"
            r"(?:YEARAFTER|MOVEDYEAR)?"
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
            r"between (?:the )?(?P<day>MONTHDAY|ORDINALDAY) and (?:the )?(?P<last>MONTHDAY)"
            r"(?: of|) (?P<month>MONTH)(?:YEARAFTER|MOVEDYEAR)?"
        ),
        frozenset(MONTHS),
        _month_and_day,
    ),
)
