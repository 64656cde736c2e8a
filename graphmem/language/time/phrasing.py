"""How people write dates: "7 May 2023", "the week before 9 June 2023", "4 years"."""

from datetime import datetime

from graphmem.language.time.spans import DAY, add_months
from graphmem.language.time.vocabulary import MONTH_NAMES, SEASONS
from graphmem.model.time import Precision, TimeInterval

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
            return f"{write_clock(start)} on {write_day(start)}"
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
