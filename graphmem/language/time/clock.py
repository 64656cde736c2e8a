"""Times of day: at 3 pm, 15:30, at noon. A day beside them is joined on by the finder."""

import re
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.language.time import spans
from graphmem.language.time.phrasing import write_interval
from graphmem.language.time.reading import ANY_DIGIT, Place, Reading, Rule
from graphmem.language.time.vocabulary import NUMBERS, pattern
from graphmem.model.time import Precision, TimeInterval

_NAMED_HOURS = {"noon": 12, "midday": 12, "midnight": 0}


def _at_hour(place: Place, hour: int, minute: int | None) -> Reading:
    start = spans.midnight(place.said_at) + timedelta(hours=hour, minutes=minute or 0)
    interval = (
        TimeInterval(start=start, end=start + timedelta(hours=1), precision=Precision.HOUR)
        if minute is None
        else TimeInterval(start=start, end=start + timedelta(minutes=1), precision=Precision.MINUTE)
    )
    return _clock(interval)


def _clock(interval: TimeInterval) -> Reading:
    phrase = write_interval(interval)
    return Reading(interval, phrase, phrase, clock=True)


def on_day(clock: TimeInterval, day: datetime) -> Reading:
    """The same time of day, on another day."""
    start = datetime.combine(day.date(), clock.start.time())
    return _clock(clock.model_copy(update={"start": start, "end": start + clock.width}))


def _half_day(match: re.Match[str], place: Place) -> Reading:
    afternoon = match["half"].lower().startswith("p")
    hour = int(match["hour"]) % 12 + (12 if afternoon else 0)
    return _at_hour(place, hour, int(match["minute"]) if match["minute"] else None)


def _full_day(match: re.Match[str], place: Place) -> Reading:
    return _at_hour(place, int(match["hour"]), int(match["minute"]))


def _o_clock(match: re.Match[str], place: Place) -> Reading:
    """Without am or pm, one to six is the afternoon."""
    return _at_hour(place, _hour(match["hour"]), None)


def _spoken(match: re.Match[str], place: Place) -> Reading:
    """Half nine, twenty past ten, quarter to five."""
    minutes = _PARTS_OF_HOUR[match["part"].lower()]
    hour = _hour(match["hour"])
    if (match["side"] or "").lower() == "to":
        hour, minutes = hour - 1, 60 - minutes
    return replace(_at_hour(place, hour, minutes), loose=True)


def _at_number(match: re.Match[str], place: Place) -> Reading:
    return replace(_at_hour(place, _hour(match["hour"]), None), loose=True)


def _bare_full_day(match: re.Match[str], place: Place) -> Reading:
    return replace(_full_day(match, place), loose=True)


def _between_hours(match: re.Match[str], place: Place) -> Reading:
    first = _at_hour(place, _hour(match["hour"]), None).interval
    last = _at_hour(place, _hour(match["last"]), None).interval
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


def _named_hour(match: re.Match[str], place: Place) -> Reading:
    return _at_hour(place, _NAMED_HOURS[(match["name"] or match["alone"]).lower()], None)


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
RULES = (
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
