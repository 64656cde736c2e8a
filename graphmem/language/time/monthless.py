"""Days by their number without a month: on the 14th, Friday the 15th, the 4th to the 9th."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.language.time import spans
from graphmem.language.time.reading import (
    A_YEAR,
    ANY_DIGIT,
    Place,
    Reading,
    Rule,
    at,
    between,
)
from graphmem.language.time.vocabulary import (
    DAY_ORDINALS,
    MOVES,
    WEEKDAYS,
    day_number,
    pattern,
    weekday_number,
)
from graphmem.model.time import TimeInterval

_NEAR_BY = 70 * spans.DAY


def _day_of_month(match: re.Match[str], place: Place) -> Reading | None:
    day, which = day_number(match["day"]), match.groupdict().get("which")
    if which:
        first = spans.month_of(place.said_at, later=MOVES[which.lower()]).start
        chosen = spans.day_or_none(first.year, first.month, day)
        return at(chosen) if chosen else None
    found = _nth(day, place)
    return replace(at(found), day_of_month=day) if found else None


def _parsed_day_of_month(match: re.Match[str], place: Place) -> Reading | None:
    """Without a month or a word before it that says so, where the parse has a noun there."""
    syntax, core = place.syntax, match.span("core")
    return _day_of_month(match, place) if syntax and syntax.is_day(*core) else None


def _days_of_month(match: re.Match[str], place: Place) -> Reading | None:
    """From the 28th to the 3rd: the last day is the first such after the first."""
    first = _nth(day_number(match["day"]), place)
    if first is None:
        return None
    last = _step_to(day_number(match["last"]), first.start, 1)
    if last is None or last.start == first.start:
        return None
    return at(spans.stretch(first.start, (last.end - first.start).days))


def _nth(
    day: int, place: Place, *, weekday: int | None = None, far: timedelta = A_YEAR
) -> TimeInterval | None:
    """Such a day of a month (that is such a weekday), the last or the next as its place says."""
    gone, ahead = (_step_to(day, place.said_at, step, weekday=weekday) for step in (-1, 1))
    return between(gone, ahead, place.said_at, place.choice, far=far)


def _step_to(
    day: int, moment: datetime, step: int, *, weekday: int | None = None
) -> TimeInterval | None:
    """The first such day before (-1) or after (1), today too."""
    today = spans.midnight(moment)
    for count in range(3 if weekday is None else 12):
        first = spans.month_of(moment, later=step * count).start
        found = spans.day_or_none(first.year, first.month, day)
        right = found is not None and weekday in (None, found.start.weekday())
        if found and right and (found.start - today) * step >= spans.DAY * 0:
            return found
    return None


def _weekday_and_day(match: re.Match[str], place: Place) -> Reading | None:
    """As in "Friday the fifteenth": in the nearest month in which that day is a Friday."""
    weekday = weekday_number(match["weekday"])
    found = _nth(day_number(match["day"]), place, weekday=weekday, far=_NEAR_BY)
    return at(found) if found else None


def _near_weekday_and_day(match: re.Match[str], place: Place) -> Reading | None:
    """As in "Friday 15th", "Friday 15": where that day is a Friday in a month near by."""
    reading = _weekday_and_day(match, place)
    if reading is None or reading.interval is None:
        return None
    return reading if abs(reading.interval.start - place.said_at) < _NEAR_BY else None


_TO = r"\s?(?:-|–|\+|to|through|until|till)\s?"
_NOT_COUNTED = (
    r"(?! (?:floor|time|day|anniversary|place|century|grade|birthday|street|try|page|of)\b)"
)

RULES = (
    Rule(
        pattern(
            r"(?:on|by|until|till|since|before|after)"
            r" (?P<core>the (?P<day>[0-3]?[0-9](?:st|nd|rd|th))"
            rf"(?: of (?P<which>last|this|next) month)?){_NOT_COUNTED}"
        ),
        frozenset({ANY_DIGIT}),
        _day_of_month,
    ),
    Rule(
        pattern(rf"(?P<core>(?:the )?(?P<day>[0-3]?[0-9](?:st|nd|rd|th))){_NOT_COUNTED}"),
        frozenset({ANY_DIGIT}),
        _parsed_day_of_month,
    ),
    Rule(
        pattern(
            r"(?:on|by|until|till|since|before|after|from|of)"
            rf" (?P<core>the (?P<day>ORDINALDAY)){_NOT_COUNTED}"
        ),
        frozenset(DAY_ORDINALS),
        _parsed_day_of_month,
    ),
    Rule(
        pattern(
            r"(?:from )?(?:the )?(?P<day>[0-3]?[0-9](?:st|nd|rd|th))"
            rf"{_TO}(?:the )?(?P<last>[0-3]?[0-9](?:st|nd|rd|th))(?! of\b){_NOT_COUNTED}"
        ),
        frozenset({ANY_DIGIT}),
        _days_of_month,
    ),
    Rule(
        pattern(
            r"(?:on )?(?P<core>(?P<weekday>WEEKDAY|SHORTDAY),? the"
            r" (?P<day>[0-3]?[0-9](?:st|nd|rd|th)|ORDINALDAY))(?! (?:of|time|week|part)\b)"
        ),
        frozenset(WEEKDAYS),
        _weekday_and_day,
    ),
    Rule(
        pattern(
            r"(?:on )?(?P<core>(?P<weekday>WEEKDAY|SHORTDAY),? (?P<day>MONTHDAY))"
            r"(?![:.]?[0-9]|%| ?[ap]m\b| MONTH)"
        ),
        frozenset(WEEKDAYS),
        _near_weekday_and_day,
    ),
)
