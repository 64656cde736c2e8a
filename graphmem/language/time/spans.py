"""Calendar arithmetic: days, weeks from Monday to Sunday, months, northern seasons, years."""

from datetime import datetime, timedelta

from graphmem.language.time.vocabulary import SEASONS
from graphmem.model.time import Precision, TimeInterval

DAY = timedelta(days=1)
WEEK = timedelta(weeks=1)

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
