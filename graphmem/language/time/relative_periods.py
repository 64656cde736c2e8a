"""Weeks, weekends, months and years named from now: last week, this weekend, next year."""

import re
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.phrasing import write_day
from graphmem.language.time.reading import Place, Reading, Rule, at
from graphmem.language.time.vocabulary import pattern
from graphmem.model.time import Precision, TimeInterval

_PERIODS = frozenset({"week", "weekend", "month", "year", "decade"})


def _week(said_at: datetime, moved: int) -> Reading:
    """Every week from Monday to Sunday; its phrase counts from the day of speaking."""
    return at(spans.week(said_at + moved * spans.WEEK), _counted("week", moved, said_at))


def _weekend(said_at: datetime, moved: int) -> Reading:
    interval = spans.weekend(said_at + moved * spans.WEEK)
    if moved < 0:
        return at(interval, _counted("weekend", moved, said_at))
    return at(interval, f"the weekend of {write_day(interval.start)}")


def _month(said_at: datetime, moved: int) -> Reading:
    return at(spans.month_of(said_at, later=moved))


def _year(said_at: datetime, moved: int) -> Reading:
    return at(spans.years(said_at.year + moved))


def _decade(said_at: datetime, moved: int) -> Reading:
    return at(spans.decade_of(said_at, later=moved))


_READERS = {
    "week": _week,
    "weekend": _weekend,
    "month": _month,
    "year": _year,
    "decade": _decade,
}


def _counted(unit: str, moved: int, said_at: datetime) -> str:
    if moved == 0:
        return f"the {unit} of {write_day(said_at)}"
    side = "before" if moved < 0 else "after"
    count = f"the {unit}" if abs(moved) == 1 else f"two {unit}s"
    return f"{count} {side} {write_day(said_at)}"


def _chosen_period(match: re.Match[str], place: Place) -> Reading:
    which, unit = match["which"].lower().split(), match["unit"].lower()
    if "last" in which or "past" in which:
        moved = -1
    elif "next" in which:
        moved = 1
    elif "coming" in which:
        moved = 0 if unit == "weekend" else 1
    else:
        moved = _this(unit, place)
    return _READERS[unit](place.said_at, moved)


def _this(unit: str, place: Place) -> int:
    # "This weekend was fun" on a Tuesday is about the one before.
    early = place.said_at.weekday() < 5
    return -1 if unit == "weekend" and early and place.tense == "past" else 0


def _rolling_period(match: re.Match[str], place: Place) -> Reading:
    """From a month ago until now is "the past month"; "last month" is the calendar's."""
    unit = match["unit"].lower()
    if match["which"].lower() in ("coming", "next"):
        edge = spans.shift(place.said_at, 1, unit)
        return at(_between(place.said_at, edge), f"the {unit} after {write_day(place.said_at)}")
    edge = spans.shift(place.said_at, -1, unit)
    return at(_between(edge, place.said_at), f"the {unit} before {write_day(place.said_at)}")


def _between(first: datetime, last: datetime) -> TimeInterval:
    start = spans.midnight(first)
    end = spans.midnight(last) + spans.DAY
    return TimeInterval(start=start, end=end, precision=Precision.APPROXIMATE)


def _second_period(match: re.Match[str], place: Place) -> Reading:
    moved = -2 if match["side"].lower() == "before" else 2
    return _READERS[match["unit"].lower()](place.said_at, moved)


def _the_weekend(_: re.Match[str], place: Place) -> Reading:
    weekday = place.said_at.weekday()
    return _weekend(place.said_at, -1 if weekday < 5 and not place.is_future else 0)


def _part_of_period(match: re.Match[str], place: Place) -> Reading | None:
    """Earlier this week, later in the month: from its start until now, or from now to its end."""
    unit = match["unit"].lower()
    whole = _READERS[unit](place.said_at, 0)
    if whole.interval is None:
        return None
    today = spans.midnight(place.said_at)
    earlier = match["side"].lower() == "earlier"
    edge = {"end": max(today, whole.interval.start + spans.DAY)} if earlier else {"start": today}
    return at(whole.interval.model_copy(update=edge), whole.phrase)


def _same_period(match: re.Match[str], place: Place) -> Reading:
    return _READERS[match["unit"].lower()](place.said_at, 0)


RULES = (
    Rule(
        pattern(
            r"(?P<which>(?:this |just )(?:past|last)|(?:this )coming|(?<!the\s)last|past|this"
            r"|(?<!the\s)next) (?P<unit>PERIOD)(?! before (?:MONTHDAY|MONTH)\b)"
        ),
        _PERIODS,
        _chosen_period,
    ),
    Rule(
        pattern(
            r"(?:over|in|during|for|within|throughout|of) (?P<core>(?:the|this) "
            r"(?P<which>past|last|next|coming) (?P<unit>week|month|year|decade))(?! of\b)"
        ),
        _PERIODS,
        _rolling_period,
    ),
    Rule(
        pattern(
            r"(?:the )?(?P<unit>PERIOD) (?P<side>before(?= last)|after(?= next)) (?:last|next)"
        ),
        _PERIODS,
        _second_period,
    ),
    Rule(
        pattern(
            r"(?:over|during|on|at|for|until|till|before|after|by|since) (?P<core>the weekend)"
            r"(?! (?:before|after|of)\b)"
        ),
        _PERIODS,
        _the_weekend,
        bare=True,
    ),
    Rule(
        pattern(
            r"(?:had|have had|['’]ve had|been|was) (?:an?|my|our) (?:[a-z]+,? ){0,3}?"
            r"(?P<core>weekend)(?! (?:before|after|of|trip|away|in|at)\b)"
        ),
        _PERIODS,
        _the_weekend,
    ),
    Rule(
        pattern(
            r"(?P<side>earlier|later) (?:on )?(?:this|in the) (?P<unit>week|month|year|decade)"
        ),
        _PERIODS,
        _part_of_period,
    ),
    Rule(
        pattern(
            r"(?:beginning|start|middle|end|rest|course) of (?P<core>the (?P<unit>PERIOD))"
            r"(?! of\b| before\b| after\b)"
        ),
        _PERIODS,
        _same_period,
    ),
)
