"""Computes the intervals of `traps.tsv` anew, with nothing but a calendar."""

import calendar
import re
from collections.abc import Callable
from datetime import date, timedelta

_CLOCK = re.compile(r" (T[\d:]+(?:/T[\d:]+)?)$")
_DAY = timedelta(days=1)
_WEEKDAYS = ("MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN")
_SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "winter": 12}


def reckon(rule: str, said: date) -> str:
    """The EDTF that a rule gives for a day.

    ``next X`` and ``last X`` are the nearest one that is not over or has begun (a weekday: not
    today), X being a day of the year ("06-12"), of the month ("d12"), a month ("06") or a weekday
    ("FRI"); ``day+1``, ``week-1``, ``weekend+0``, ``month+1``, ``year+1`` count on; ``season+ x``
    and ``season- x`` are the coming and the last one; ``A/then B`` is a range whose end is the
    first B after A, ``../A`` and ``A/..`` are open; a ``T`` part is a time of day.
    """
    rule = rule.removeprefix("fixed ")
    if rule[:2] == "20" or rule[:2] == "19":
        return rule
    clock = _CLOCK.search(rule)
    if clock:
        day = reckon(rule[: clock.start()], said)
        return "/".join(f"{day}{time}" for time in clock[1].split("/"))
    first, slash, second = rule.partition("/")
    if not slash:
        return _one(first, said)
    start = first if first == ".." else _one(first, said)
    if second.startswith("then "):
        return f"{start}/{_then(second.removeprefix('then '), start)}"
    return f"{start}/{second if second == '..' else _one(second, said)}"


def _one(rule: str, said: date) -> str:
    word, _, what = rule.partition(" ")
    if word in ("next", "last"):
        return _nearest(what, said, +1 if word == "next" else -1)
    if word in ("season+", "season-"):
        return _season(what, said, word)
    unit = word.rstrip("+-0123456789")
    count = int(word.removeprefix(unit))
    if unit == "day":
        return (said + count * _DAY).isoformat()
    monday = said - said.weekday() * _DAY + 7 * count * _DAY
    if unit in ("week", "weekend"):
        begin = monday if unit == "week" else monday + 5 * _DAY
        return f"{begin}/{monday + 6 * _DAY}"
    if unit == "year":
        return str(said.year + count)
    assert unit == "month", rule
    month = said.year * 12 + said.month - 1 + count
    return f"{month // 12:04}-{month % 12 + 1:02}"


def _nearest(what: str, said: date, step: int) -> str:
    if what.isdigit():
        year = said.year
        if (int(what) - said.month) * step < 0:
            year += step
        return f"{year}-{what}"
    fits = _fits(what)
    day = said + step * _DAY if what in _WEEKDAYS else said
    while not fits(day):
        day += step * _DAY
    return day.isoformat()


def _fits(what: str) -> Callable[[date], bool]:
    if what in _WEEKDAYS:
        return lambda day: day.weekday() == _WEEKDAYS.index(what)
    if what.startswith("d"):
        return lambda day: day.day == int(what[1:])
    return lambda day: day.isoformat()[5:] == what


def _then(what: str, start: str) -> str:
    year, month, *day = map(int, start.split("-"))
    begin = date(year, month, day[0] if day else calendar.monthrange(year, month)[1])
    return _nearest(what, begin, +1)


def _season(name: str, said: date, sign: str) -> str:
    begins = [date(said.year + years, _SEASONS[name], 1) for years in (-2, -1, 0, 1)]
    spans = [(begin, _two_months_on(begin)) for begin in begins]
    if sign == "season+":
        begin, end = next(span for span in spans if span[1] > said.isoformat()[:7])
    else:
        begin, end = [span for span in spans if span[1] < said.isoformat()[:7]][-1]
    return f"{begin.isoformat()[:7]}/{end}"


def _two_months_on(begin: date) -> str:
    month = begin.year * 12 + begin.month - 1 + 2
    return f"{month // 12:04}-{month % 12 + 1:02}"
