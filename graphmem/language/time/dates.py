"""Dates and times of day by their numbers: May 5th, 6/14/2023, on the 14th, at 3 pm."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.language.time import intervals
from graphmem.language.time.intervals import write_interval
from graphmem.language.time.rules import (
    A_YEAR,
    ANY_DIGIT,
    MatchContext,
    Relation,
    Rule,
    TimeResolution,
    at,
    between,
    resolve_recurring,
)
from graphmem.language.time.vocabulary import (
    DAY_ORDINALS,
    MONTHS,
    MOVES,
    NUMBERS,
    WEEKDAYS,
    day_number,
    month_number,
    pattern,
    weekday_number,
    year_number,
)
from graphmem.model.time import Precision, TimeInterval

_DATE_WORDS = frozenset({ANY_DIGIT, *MONTHS})


def _month_and_day(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    month, day = month_number(match["month"]), day_number(match["day"])
    if match["month"] in ("may", "march") and match["day"].lower() in DAY_ORDINALS:
        return None  # "I may second that"
    if context.is_habit and context.tense != "past" and not match["year"]:
        return TimeResolution(None, match.group(), None, Relation.EVERY)
    count = day_number(match["last"]) - day + 1 if match["last"] else 1
    found = _in_its_year(match, context, month=month, day=day, count=count)
    return at(found, explicit=bool(match["year"])) if found else None


def _in_its_year(
    match: re.Match[str], context: MatchContext, *, month: int, day: int, count: int
) -> TimeInterval | None:
    def make(year: int) -> TimeInterval | None:
        first = intervals.day_or_none(year, month, day)
        return intervals.stretch(first.start, count) if first and count > 1 else first

    named = match.groupdict()
    if named["year"]:
        return make(year_number(named["year"], near=context.said_at.year))
    if named["move"]:
        return make(context.said_at.year + MOVES[named["move"].lower()])
    if named.get("weekday"):  # of this year and those beside it, where the weekday is right
        weekday = weekday_number(named["weekday"])
        for span in (make(context.said_at.year + move) for move in (0, -1, 1)):
            if span and span.start.weekday() == weekday:
                return span
    return resolve_recurring(make, context.said_at, context.choice)


def _year_first(match: re.Match[str], _: MatchContext) -> TimeResolution | None:
    day = intervals.day_or_none(int(match["year"]), int(match["month"]), int(match["day"]))
    if day is None or match["hour"] is None:
        return at(day, explicit=True) if day else None
    hour, minute = int(match["hour"]), int(match["minute"])
    if hour > 23 or minute > 59:
        return at(day, explicit=True)
    start = day.start.replace(hour=hour, minute=minute)
    end = intervals.shift(start, 1, "minute")
    return at(TimeInterval(start=start, end=end, precision=Precision.MINUTE), explicit=True)


def _year_last(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """Month first, as in the United States, unless that is impossible; with dots, day first."""
    first, second, digits = int(match["first"]), int(match["second"]), match["year"]
    year = year_number(digits if len(digits) == 4 else f"'{digits}", near=context.said_at.year)
    month, day = (first, second) if match["mark"] == "/" and first <= 12 else (second, first)
    found = intervals.day_or_none(year, month, day) if 1 <= month <= 12 else None
    return at(found, explicit=True) if found else None


_WEEKDAY_BEFORE = r"(?:(?P<weekday>WEEKDAY|SHORTDAY),? )?"
_TO = r"\s?(?:-|–|\+|to|through|until|till)\s?"
DATE_RULES = (
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


# Days by their number without a month: on the 14th, Friday the 15th, the 4th to the 9th.

_NEAR_BY = 70 * intervals.DAY


def _day_of_month(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    day, which = day_number(match["day"]), match.groupdict().get("which")
    if which:
        first = intervals.month_of(context.said_at, later=MOVES[which.lower()]).start
        chosen = intervals.day_or_none(first.year, first.month, day)
        return at(chosen) if chosen else None
    found = _nth(day, context)
    return replace(at(found), day_of_month=day) if found else None


def _parsed_day_of_month(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """Without a month or a word before it that says so, where the parse has a noun there."""
    syntax, core = context.syntax, match.span("core")
    return _day_of_month(match, context) if syntax and syntax.is_day(*core) else None


def _days_of_month(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """From the 28th to the 3rd: the last day is the first such after the first."""
    first = _nth(day_number(match["day"]), context)
    if first is None:
        return None
    last = _step_to(day_number(match["last"]), first.start, 1)
    if last is None or last.start == first.start:
        return None
    return at(intervals.stretch(first.start, (last.end - first.start).days))


def _nth(
    day: int, context: MatchContext, *, weekday: int | None = None, far: timedelta = A_YEAR
) -> TimeInterval | None:
    """Such a day of a month (that is such a weekday), the last or the next as its context says."""
    gone, ahead = (_step_to(day, context.said_at, step, weekday=weekday) for step in (-1, 1))
    return between(gone, ahead, context.said_at, context.choice, far=far)


def _step_to(
    day: int, moment: datetime, step: int, *, weekday: int | None = None
) -> TimeInterval | None:
    """The first such day before (-1) or after (1), today too."""
    today = intervals.midnight(moment)
    for count in range(3 if weekday is None else 12):
        first = intervals.month_of(moment, later=step * count).start
        found = intervals.day_or_none(first.year, first.month, day)
        right = found is not None and weekday in (None, found.start.weekday())
        if found and right and (found.start - today) * step >= intervals.DAY * 0:
            return found
    return None


def _weekday_and_day(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """As in "Friday the fifteenth": in the nearest month in which that day is a Friday."""
    weekday = weekday_number(match["weekday"])
    found = _nth(day_number(match["day"]), context, weekday=weekday, far=_NEAR_BY)
    return at(found) if found else None


def _near_weekday_and_day(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """As in "Friday 15th", "Friday 15": where that day is a Friday in a month near by."""
    reading = _weekday_and_day(match, context)
    if reading is None or reading.interval is None:
        return None
    return reading if abs(reading.interval.start - context.said_at) < _NEAR_BY else None


_NOT_COUNTED = (
    r"(?! (?:floor|time|day|anniversary|place|century|grade|birthday|street|try|page|of)\b)"
)

DAY_OF_MONTH_RULES = (
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


# Times of day: at 3 pm, 15:30, at noon. A day beside them is joined on in ``compose``.

_NAMED_HOURS = {"noon": 12, "midday": 12, "midnight": 0}


def _at_hour(context: MatchContext, hour: int, minute: int | None) -> TimeResolution:
    start = intervals.midnight(context.said_at) + timedelta(hours=hour, minutes=minute or 0)
    interval = (
        TimeInterval(start=start, end=start + timedelta(hours=1), precision=Precision.HOUR)
        if minute is None
        else TimeInterval(start=start, end=start + timedelta(minutes=1), precision=Precision.MINUTE)
    )
    return _clock(interval)


def _clock(interval: TimeInterval) -> TimeResolution:
    phrase = write_interval(interval)
    return TimeResolution(interval, phrase, phrase, clock=True)


def on_day(clock: TimeInterval, day: datetime) -> TimeResolution:
    """The same time of day, on another day."""
    start = datetime.combine(day.date(), clock.start.time())
    return _clock(clock.model_copy(update={"start": start, "end": start + clock.width}))


def _half_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    afternoon = match["half"].lower().startswith("p")
    hour = int(match["hour"]) % 12 + (12 if afternoon else 0)
    return _at_hour(context, hour, int(match["minute"]) if match["minute"] else None)


def _full_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return _at_hour(context, int(match["hour"]), int(match["minute"]))


def _o_clock(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """Without am or pm, one to six is the afternoon."""
    return _at_hour(context, _hour(match["hour"]), None)


def _spoken(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """Half nine, twenty past ten, quarter to five."""
    minutes = _PARTS_OF_HOUR[match["part"].lower()]
    hour = _hour(match["hour"])
    if (match["side"] or "").lower() == "to":
        hour, minutes = hour - 1, 60 - minutes
    return replace(_at_hour(context, hour, minutes), loose=True)


def _at_number(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return replace(_at_hour(context, _hour(match["hour"]), None), loose=True)


def _bare_full_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return replace(_full_day(match, context), loose=True)


def _between_hours(match: re.Match[str], context: MatchContext) -> TimeResolution:
    first = _at_hour(context, _hour(match["hour"]), None).interval
    last = _at_hour(context, _hour(match["last"]), None).interval
    assert first is not None
    assert last is not None
    end = last.start
    while end <= first.start:
        end += timedelta(hours=12)
    return replace(_clock(first.model_copy(update={"end": end})), loose=True)


def _hour(text: str) -> int:
    """Without am or pm, one to six is the afternoon."""
    hour = NUMBERS[text.lower()] if text.isalpha() else int(text)
    return hour + 12 if 0 < hour < 7 else hour


def _named_hour(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return _at_hour(context, _NAMED_HOURS[(match["name"] or match["alone"]).lower()], None)


_BEFORE = r"(?:at|by|until|till|around|about|from|before|after|since) "

_PARTS_OF_HOUR = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_NUMBERED = [word for word, number in NUMBERS.items() if 0 < number < 13 and len(word) > 2]
_HOUR = rf"(?:{'|'.join(_NUMBERED)}|1[0-9]|2[0-3]|[1-9])"
_NO_UNIT = r"(?![:.]?[0-9]|\s?(?:[ap]m\b|%)|-)"

# A time of day that only a day beside it makes one; the others stand alone.
_LOOSE = (
    Rule(
        pattern(
            r"(?:a )?(?P<part>half|quarter|five|ten|twenty)"
            r"(?:(?<=half)(?: past)?| (?P<side>past|to))"
            rf" (?P<hour>{_HOUR}){_NO_UNIT}"
        ),
        frozenset(_PARTS_OF_HOUR),
        _spoken,
    ),
    Rule(
        pattern(rf"(?:at|from|by|till|until|around) (?P<core>(?P<hour>{_HOUR})){_NO_UNIT}"),
        frozenset({ANY_DIGIT, *_NUMBERED}),
        _at_number,
    ),
    Rule(
        pattern(r"(?P<hour>2[0-3]|1[0-9]|0?[0-9])[:.](?P<minute>[0-5][0-9])(?![:.]?[0-9]|%)"),
        frozenset({ANY_DIGIT}),
        _bare_full_day,
    ),
    Rule(
        pattern(
            rf"(?:between|from) (?P<hour>{_HOUR})(?: and | to |-|–)(?P<last>{_HOUR}){_NO_UNIT}"
        ),
        frozenset({ANY_DIGIT, *_NUMBERED}),
        _between_hours,
    ),
)
CLOCK_RULES = (
    *_LOOSE,
    Rule(
        pattern(
            r"(?P<hour>1[0-2]|0?[1-9])(?:[:.](?P<minute>[0-5][0-9]))?\s?(?P<half>[ap]m\b|[ap]\.m\.?)"
        ),
        frozenset({ANY_DIGIT}),
        _half_day,
    ),
    Rule(
        pattern(rf"{_BEFORE}(?P<core>(?P<hour>2[0-3]|1[0-9]|0?[0-9]):(?P<minute>[0-5][0-9]))"),
        frozenset({ANY_DIGIT}),
        _full_day,
    ),
    Rule(
        pattern(r"(?P<hour>1[0-2]|[1-9]) oAPOSTROPHE\s?clock"),
        frozenset({ANY_DIGIT}),
        _o_clock,
    ),
    Rule(
        pattern(
            rf"(?:{_BEFORE}(?P<core>(?P<name>noon|midday|midnight))"
            r"|(?P<alone>noon|midday|midnight)(?= (?:today|tomorrow|yesterday|on)\b))"
        ),
        frozenset(_NAMED_HOURS),
        _named_hour,
    ),
)
