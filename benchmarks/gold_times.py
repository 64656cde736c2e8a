"""Gold answers of LoCoMo that are dates or periods, as intervals."""

import re
from datetime import datetime, timedelta

from graphmem.language.time import Relation, find_times
from graphmem.language.time.intervals import add_months
from graphmem.model.time import Precision, TimeInterval

_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_BEFORE = re.compile(r"(?:the )?(?P<day>\w+day) before (?P<date>.+)", re.IGNORECASE)
_WEEK_BEFORE = re.compile(r"(?:the |last )?week before (?P<date>.+)", re.IGNORECASE)
_WEEK_OF = re.compile(r"(?:the )?(?P<which>first|last) week of (?P<month>.+)", re.IGNORECASE)
_NIGHT = re.compile(r"(?:on )?the night of (?P<days>.+)", re.IGNORECASE)
_AROUND = re.compile(r"(?:around|about|circa) (?P<date>.+)", re.IGNORECASE)
_LENGTH = re.compile(r"(?:\w+ )?(?:\w+|[0-9]+) (?:days|weeks|months|years)", re.IGNORECASE)


def gold_time(gold: str, *, said_at: datetime) -> TimeInterval | None:
    """The date or period that a gold answer is; None for a length of time, a place, a thing."""
    text = " ".join(re.sub(r"[^\w\s,-]", " ", gold).split())
    if _LENGTH.fullmatch(text):
        return None
    weekday = _BEFORE.fullmatch(text)
    if weekday and weekday["day"].lower() in _WEEKDAYS:
        day = gold_time(weekday["date"], said_at=said_at)
        return None if day is None else _weekday_before(weekday["day"], day.start)
    if re.fullmatch(r"\d{4}", text):
        text = f"in {text}"
    found = [
        one
        for one in find_times(text, said_at=said_at)
        if one.interval and one.relation not in (Relation.FOR, Relation.EVERY, Relation.BEFORE)
    ]
    return found[0].interval if len(found) == 1 else None


def gold_times(gold: str, *, said_at: datetime) -> list[TimeInterval]:
    """Every reading of a gold answer, as plain dates first.

    "Since 2016" lasts until it was said, and "around August" is a month more on each side; "the
    week before 9 June" was said as "last week" then, so it is a calendar week too; so is
    "the last week of May": the one in which the month ends, or its last whole one. "The night of
    30 to 31 May" is a night as well as two days.
    """
    text = gold.strip().rstrip(".")
    found = [_until(gold_time(gold, said_at=said_at), said_at)]
    around = _AROUND.fullmatch(text)
    month = gold_time(around["date"], said_at=said_at) if around else None
    if month and month.precision is Precision.MONTH:
        start, end = add_months(month.start, -1), add_months(month.end, 1)
        found.append(TimeInterval(start=start, end=end, precision=Precision.APPROXIMATE))
    before = _WEEK_BEFORE.match(text)
    day = gold_time(before["date"], said_at=said_at) if before else None
    if day:
        found.append(gold_time("last week", said_at=day.start))
    week = _WEEK_OF.fullmatch(text)
    month = gold_time(week["month"], said_at=said_at) if week else None
    if week and month:
        found += _edge_weeks(month, last=week["which"].lower() == "last")
    night = _NIGHT.fullmatch(text)
    days = gold_time(night["days"], said_at=said_at) if night else None
    if days:
        found.append(gold_time("last night", said_at=days.start + timedelta(days=1)))
    return [one for one in found if one]


def _until(gold: TimeInterval | None, said_at: datetime) -> TimeInterval | None:
    """A period without an end, as far as the talk can know of it."""
    moment = said_at.replace(tzinfo=None)
    if gold is None or gold.end.year < datetime.max.year or gold.start >= moment:
        return gold
    return TimeInterval(start=gold.start, end=moment, precision=gold.precision)


def _edge_weeks(month: TimeInterval, *, last: bool) -> list[TimeInterval]:
    """The calendar week that holds a month's first or last day, and the nearest whole one."""
    day = month.end - timedelta(days=1) if last else month.start
    week = timedelta(days=7)
    monday = day - timedelta(days=day.weekday())
    starts = [monday]
    if last and monday + week > month.end:
        starts.append(monday - week)
    if not last and monday < month.start:
        starts.append(monday + week)
    return [TimeInterval(start=one, end=one + week, precision=Precision.WEEK) for one in starts]


def _weekday_before(weekday: str, moment: datetime) -> TimeInterval:
    back = (moment.weekday() - _WEEKDAYS.index(weekday.lower()) - 1) % 7 + 1
    start = datetime.combine(moment.date(), datetime.min.time()) - timedelta(days=back)
    return TimeInterval(start=start, end=start + timedelta(days=1), precision=Precision.DAY)
