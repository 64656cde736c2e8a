"""Times of day: at 3 pm, 15:30, at noon. A day beside them is joined on by the finder."""

import re
from datetime import datetime, timedelta

from graphmem.language.time import spans
from graphmem.language.time.phrasing import write_interval
from graphmem.language.time.reading import ANY_DIGIT, Place, Reading, Rule
from graphmem.language.time.vocabulary import pattern
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
    hour = int(match["hour"])
    return _at_hour(place, hour + 12 if hour < 7 else hour, None)


def _named_hour(match: re.Match[str], place: Place) -> Reading:
    return _at_hour(place, _NAMED_HOURS[(match["name"] or match["alone"]).lower()], None)


_BEFORE = r"(?:at|by|until|till|around|about|from|before|after|since) "

RULES = (
    Rule(
        pattern(
            r"(?P<hour>1[0-2]|0?[1-9])(?::(?P<minute>[0-5][0-9]))?\s?(?P<half>[ap]m\b|[ap]\.m\.?)"
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
