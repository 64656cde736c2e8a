"""How far an amount of time reaches from a moment, and how wide the place is where it lands."""

from datetime import datetime, timedelta

from graphmem.language.time import spans
from graphmem.language.time.vocabulary import Amount
from graphmem.model.time import Precision, TimeInterval

_SMALLER = {  # a half of the unit, and what it is counted in
    "decade": (10, "year"),
    "year": (12, "month"),
    "month": (30, "day"),
    "week": (7, "day"),
    "day": (24, "hour"),
    "hour": (60, "minute"),
}


def reach(origin: datetime, *, amount: Amount, unit: str, later: bool = False) -> TimeInterval:
    """Where ``amount`` units before (or after) ``origin`` lie, as exactly as people mean it.

    Days to the day, weeks to seven days around the day, months and years to the calendar's; a
    vague amount covers all that it can mean, a half or "a year" the units around where it ends.
    """
    if amount.broken or (unit == "year" and amount.high == 1):
        return _around(origin, amount, unit, later=later)
    sign = 1 if later else -1
    near = _one(origin, sign * int(amount.low), unit)
    far = _one(origin, sign * int(amount.high), unit)
    if near == far:
        return near
    first, last = sorted((near, far), key=lambda span: span.start)
    return TimeInterval(start=first.start, end=last.end, precision=Precision.APPROXIMATE)


def _around(origin: datetime, amount: Amount, unit: str, *, later: bool) -> TimeInterval:
    """Where a broken amount lands: a year and a half ago is eighteen months ago, give or take."""
    factor, smaller = _SMALLER.get(unit, (1, unit))
    count = round(amount.high * factor) * (1 if later else -1)
    first, last = (_one(origin, count + slack, smaller) for slack in (-1, 1))
    return TimeInterval(start=first.start, end=last.end, precision=Precision.APPROXIMATE)


def _one(origin: datetime, count: int, unit: str) -> TimeInterval:
    match unit:
        case "day":
            return spans.days(origin + count * spans.DAY)
        case "week":
            return spans.around_week(origin + count * spans.WEEK)
        case "weekend":
            return spans.weekend(origin + count * spans.WEEK)
        case "month":
            return spans.month_of(origin, later=count)
        case "year":
            return spans.years(origin.year + count)
        case "decade":
            return spans.years(origin.year + 10 * count)
    centre = spans.shift(origin, count, unit)
    slack = spans.shift(origin, 1, unit) - origin
    precision = Precision.HOUR if slack >= timedelta(hours=1) else Precision.MINUTE
    return TimeInterval(start=centre - slack / 2, end=centre + slack / 2, precision=precision)
