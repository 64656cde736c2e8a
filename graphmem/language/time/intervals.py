"""Calendar intervals: making, moving and writing them."""

from datetime import datetime, timedelta

from graphmem.language.time.vocabulary import MONTH_NAMES, SEASONS, Amount
from graphmem.model.time import Precision, TimeInterval

DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)
_HOUR = timedelta(hours=1)

_PARTS = {  # from, to, in hours of the day; a night ends on the next morning
    "morning": (5, 12),
    "afternoon": (12, 18),
    "evening": (17, 23),
    "night": (18, 29),
}


def midnight(moment: datetime) -> datetime:
    """The start of the day of ``moment``."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def days(first: datetime, count: int = 1, *, precision: Precision = Precision.DAY) -> TimeInterval:
    """``count`` whole days from that of ``first``."""
    start = midnight(first)
    return TimeInterval(start=start, end=start + count * DAY, precision=precision)


def day_or_none(year: int, month: int, day: int) -> TimeInterval | None:
    """That day; None for 30 February."""
    try:
        return days(datetime(year, month, day))
    except ValueError:
        return None


def part_of_day(day: datetime, part: str) -> TimeInterval:
    """The morning, afternoon, evening or night of ``day``."""
    first, last = (timedelta(hours=hours) for hours in _PARTS[part])
    start = midnight(day)
    return TimeInterval(start=start + first, end=start + last, precision=Precision.DAY)


def week(day: datetime) -> TimeInterval:
    """The week, Monday to Sunday, in which ``day`` lies."""
    return days(day - day.weekday() * DAY, 7, precision=Precision.WEEK)


def weekend(day: datetime) -> TimeInterval:
    """The Saturday and Sunday of the week in which ``day`` lies."""
    return days(day + (5 - day.weekday()) * DAY, 2, precision=Precision.WEEKEND)


def around_week(day: datetime) -> TimeInterval:
    """The seven days around ``day``: what "two weeks ago" means to within a week."""
    return days(day - 3 * DAY, 7, precision=Precision.WEEK)


def add_months(moment: datetime, count: int) -> datetime:
    """``moment`` moved by whole months; a day that the month lacks becomes its last."""
    months = moment.year * 12 + moment.month - 1 + count
    first = moment.replace(year=months // 12, month=months % 12 + 1, day=1)
    return first.replace(day=min(moment.day, _last_day(first)))


def _last_day(first: datetime) -> int:
    if first.month == 12:
        return 31
    return (first.replace(month=first.month + 1) - DAY).day


def months(year: int, month: int, *, count: int = 1) -> TimeInterval:
    """``count`` calendar months from that of ``year``."""
    start = datetime(year, month, 1)
    precision = Precision.MONTH if count == 1 else Precision.APPROXIMATE
    return TimeInterval(start=start, end=add_months(start, count), precision=precision)


def month_of(moment: datetime, *, later: int = 0) -> TimeInterval:
    """The calendar month ``later`` months after that of ``moment``."""
    first = add_months(moment.replace(day=1), later)
    return months(first.year, first.month)


def season(name: str, year: int) -> TimeInterval:
    """A season by the year in which it begins: winter 2022 ends in February 2023."""
    start = datetime(year, SEASONS[name], 1)
    return TimeInterval(start=start, end=add_months(start, 3), precision=Precision.SEASON)


def years(first: int, *, count: int = 1) -> TimeInterval:
    """``count`` calendar years; ten are a decade."""
    precision = {1: Precision.YEAR, 10: Precision.DECADE}.get(count, Precision.APPROXIMATE)
    start = datetime(first, 1, 1)
    return TimeInterval(start=start, end=datetime(first + count, 1, 1), precision=precision)


def decade_of(moment: datetime, *, later: int = 0) -> TimeInterval:
    """The decade ``later`` decades after that of ``moment``."""
    return years(moment.year - moment.year % 10 + 10 * later, count=10)


def third(whole: TimeInterval, number: int) -> TimeInterval:
    """The early (0), middle (1) or late (2) part: of a decade in years, of a year in months."""
    count = {Precision.DECADE: 120, Precision.YEAR: 12}.get(whole.precision)
    if count is None:
        edges = [
            midnight(whole.start + whole.width * n / 3 + DAY / 2) for n in (number, number + 1)
        ]
    else:
        step = 12 if whole.precision is Precision.DECADE else 1
        cuts = [round(n * count / 3 / step) * step for n in (number, number + 1)]
        edges = [add_months(whole.start, cut) for cut in cuts]
    return TimeInterval(start=edges[0], end=edges[1], precision=Precision.APPROXIMATE)


def shift(moment: datetime, count: float, unit: str) -> datetime:
    """``moment`` moved by ``count`` units, back if negative; a half is a half."""
    if unit in ("month", "year", "decade"):
        months_each = {"month": 1, "year": 12, "decade": 120}[unit]
        whole, half = divmod(count * months_each, 1)
        return add_months(moment, int(whole)) + (15 * DAY if half else 0 * DAY)
    return moment + count * _FIXED[unit]


_FIXED = {
    "minute": timedelta(minutes=1),
    "hour": timedelta(hours=1),
    "day": DAY,
    "week": WEEK,
    "weekend": WEEK,
}


def stretch(first: datetime, count: int) -> TimeInterval:
    """``count`` days that no calendar unit describes."""
    return days(first, count, precision=Precision.APPROXIMATE)


# How far an amount of time reaches from a moment, and how wide the place is where it lands.

_SMALLER = {  # a half of the unit, and what it is counted in
    "decade": (10, "year"),
    "year": (12, "month"),
    "month": (30, "day"),
    "week": (7, "day"),
    "day": (24, "hour"),
    "hour": (60, "minute"),
}


def reach(origin: datetime, *, amount: Amount, unit: str, later: bool = False) -> TimeInterval:
    """The interval ``amount`` units before (or after) ``origin`` lie, as exactly as people mean it.

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
            return days(origin + count * DAY)
        case "week":
            return around_week(origin + count * WEEK)
        case "weekend":
            return weekend(origin + count * WEEK)
        case "month":
            return month_of(origin, later=count)
        case "year":
            return years(origin.year + count)
        case "decade":
            return years(origin.year + 10 * count)
    centre = shift(origin, count, unit)
    slack = shift(origin, 1, unit) - origin
    precision = Precision.HOUR if slack >= timedelta(hours=1) else Precision.MINUTE
    return TimeInterval(start=centre - slack / 2, end=centre + slack / 2, precision=precision)


# An interval before or after another one: the weekend before Easter, two days after that.


def offset(anchor: TimeInterval, *, amount: Amount, unit: str, later: bool) -> TimeInterval:
    """``amount`` units before the start of ``anchor``, or after its last day.

    One week is the seven days beside the anchor, one weekend the nearest that is clear of it.
    """
    origin = anchor.end - DAY if later else anchor.start
    if unit == "week" and amount.words == "the":
        start = anchor.end if later else anchor.start - WEEK
        return days(start, 7, precision=Precision.WEEK)
    if unit == "year" and amount.words == "the":
        return years(origin.year + (1 if later else -1))
    if unit == "weekend":
        near = weekend(origin)
        clear = near.start > origin if later else near.end <= anchor.start
        origin = near.start if clear else near.start + (WEEK if later else -WEEK)
        amount = Amount(amount.low - 1, amount.high - 1, amount.words)
    return reach(origin, amount=amount, unit=unit, later=later)


# How people write dates: "7 May 2023", "the week before 9 June 2023", "4 years".

_SEASON_NAMES = {month: name for name, month in SEASONS.items() if name != "fall"}


def write_day(moment: datetime) -> str:
    """``7 May 2023``."""
    return f"{moment.day} {write_month(moment)}"


def write_month(moment: datetime) -> str:
    """``May 2023``."""
    return f"{MONTH_NAMES[moment.month - 1].title()} {moment.year}"


def write_clock(moment: datetime) -> str:
    """``3 pm``, ``3:30 pm``, ``noon``."""
    if moment.minute == 0 and moment.hour % 12 == 0:
        return "noon" if moment.hour else "midnight"
    minutes = f":{moment.minute:02}" if moment.minute else ""
    return f"{moment.hour % 12 or 12}{minutes} {'am' if moment.hour < 12 else 'pm'}"


def write_interval(interval: TimeInterval) -> str:
    """The plain dates of an interval with two ends, as coarse as it allows."""
    start, last = interval.start, interval.end - DAY
    match interval.precision:
        case Precision.MINUTE | Precision.HOUR:
            clock = write_clock(start)
            if _HOUR < interval.width <= DAY:
                clock = write_range(clock, write_clock(interval.end))
            return f"{clock} on {write_day(start)}"
        case Precision.DAY:
            return write_day(start)
        case Precision.SEASON:
            return f"{_SEASON_NAMES.get(start.month, write_month(start))} {start.year}"
        case Precision.DECADE:
            return f"the {start.year}s"
    return write_range(*_ends(start, interval.end, max(start, last)))


def _ends(start: datetime, end: datetime, last: datetime) -> tuple[str, str]:
    if start.month == start.day == end.month == end.day == 1:
        return str(start.year), str(last.year)
    if start.day == end.day == 1:
        return write_month(start), write_month(last)
    return write_day(start), write_day(last)


def write_week(interval: TimeInterval) -> str | None:
    """``the week of 5 May 2025`` for a whole week; None for any other interval."""
    whole = interval.precision is Precision.WEEK and interval == week(interval.start)
    return f"the week of {write_day(interval.start)}" if whole else None


def write_range(first: str, last: str) -> str:
    """``11 to 15 August 2023``: two dates, the second without what the first already says."""
    if first == last:
        return first
    first_words, last_words = first.split(), last.split()
    while len(first_words) > 1 and first_words[-1] == last_words[-1]:
        first_words.pop()
        last_words = last_words[:-1] or last_words
    return f"{' '.join(first_words)} to {last}"


def format_duration(start: datetime, end: datetime) -> str:
    """The time between two moments in the largest unit that fits: ``6 months``, ``3 weeks``."""
    if end < start:
        start, end = end, start
    seconds = (end - start).total_seconds()
    if seconds < 3600:
        return _count(round(seconds / 60), "minute")
    if seconds < 86_400:
        return _count(round(seconds / 3600), "hour")
    whole_days = round(seconds / 86_400)
    exact_months = _months_between(start, end)
    if whole_days < 14:
        return _count(whole_days, "day")
    if whole_days < 56 and add_months(start, exact_months).date() != end.date():
        return _count(round(whole_days / 7), "week")
    month_count = round(whole_days / 30.44)
    if month_count % 12 == 0 or month_count >= 24:
        return _count(round(month_count / 12), "year")
    return _count(month_count, "month")


def _months_between(start: datetime, end: datetime) -> int:
    return (end.year - start.year) * 12 + end.month - start.month


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"
