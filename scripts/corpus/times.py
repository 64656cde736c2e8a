"""The times of an annotation read again by the calendar.

What words mean depends on the talk, so a program can only say which readings there are: of either
tense, seen from the turn. A time is *read* where its interval is one of them, or as much of it as
the annotation gives, by days or by hours within that day; *borne out* where the weekday, day,
month, year and clock that its words name are those of the interval; *unread* where its words name
nothing that a calendar knows ("the last one"); and *otherwise* where none of it fits.
"""

import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Literal, NamedTuple

from graphmem.evaluation.corpus import GoldConversation, GoldStatement, GoldTurn, HalfOpenInterval
from graphmem.evaluation.corpus import read_edtf as interval_of
from graphmem.language.time.matcher import find_times

_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_WEEKDAY = r"(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?"
_NAMED_DAY = re.compile(rf"\b({_WEEKDAY})s?\b", re.IGNORECASE)
_NAMED_MONTH = re.compile(rf"\b({_MONTH})\b", re.IGNORECASE)
_NUMBERED_DAY = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)\b|\b(\d{{1,2}})\s+{_MONTH}\b|\b{_MONTH}\s+(\d{{1,2}})\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")
_CLOCK = re.compile(r"\b(\d{1,2})[:.](?:\d\d)\b|\b(\d{1,2})\s?[ap]\.?m\b", re.IGNORECASE)
_DATED = re.compile(
    rf"\b({_WEEKDAY}),? (?:the )?(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_MONTH})\b(?:,? (\d{{4}}))?",
    re.IGNORECASE,
)
_DAY = timedelta(days=1)
_INSTANT = timedelta(microseconds=1)
_TENSES: tuple[Literal["past", "future"] | None, ...] = (None, "past", "future")


class Outcome(StrEnum):
    """What the calendar says of a time."""

    READ = "read"
    BORNE_OUT = "borne out"
    UNREAD = "unread"
    OTHERWISE = "otherwise"


class Timed(NamedTuple):
    """A time of the annotation with what the calendar says of it."""

    turn: GoldTurn
    statement: GoldStatement
    outcome: Outcome


def timed(talk: GoldConversation) -> Iterator[Timed]:
    """Every time of a conversation that has an interval."""
    for turn in talk.turns:
        for statement in turn.statements:
            time = statement.time
            if time is not None and time.edtf is not None:
                yield Timed(turn, statement, outcome(time.words, time.edtf, turn.at))


def outcome(words: str, edtf: str, said_at: datetime) -> Outcome:
    """What the calendar says of one time."""
    gold = interval_of(edtf)
    readings = [
        found.interval
        for tense in _TENSES
        for found in find_times(words, said_at=said_at, tense=tense)
        if found.interval is not None
    ]
    if any(_fits(gold, HalfOpenInterval(one.start, one.end)) for one in readings):
        return Outcome.READ
    named = list(_named(words, gold, clock="T" in edtf))
    if named:
        return Outcome.BORNE_OUT if all(named) else Outcome.OTHERWISE
    return Outcome.OTHERWISE if readings else Outcome.UNREAD


def _fits(gold: HalfOpenInterval, reading: HalfOpenInterval) -> bool:
    if {edge for edge in gold if edge is not None} <= {*reading}:
        return True
    start, end = reading
    assert start is not None
    assert end is not None
    # An open edge reaches to the end of the calendar.
    if end - start > 2 * _DAY:
        return False
    if gold.start is None or gold.end is None:
        edge = gold.start or gold.end
        return edge is not None and start.date() <= edge.date() <= end.date()
    if gold.end - gold.start == _DAY:
        return gold.start.date() == start.date()
    return start.date() <= gold.start.date() <= (gold.end - _INSTANT).date() <= end.date()


def _named(words: str, gold: HalfOpenInterval, *, clock: bool) -> Iterator[bool]:
    """Whether each part of a date that the words name is one of the interval."""
    last = None if gold.end is None else gold.end - _INSTANT
    edges = [edge for edge in (gold.start, last) if edge is not None]
    # What is before a day ends with the one before, and what is after it begins with the next.
    if gold.start is None and gold.end is not None:
        edges.append(gold.end)
    if gold.end is None and gold.start is not None:
        edges.append(gold.start - _INSTANT)
    months = {edge.month for edge in edges}
    if gold.start is not None and last is not None:
        length = (last - gold.start).days
        months |= {(gold.start + _DAY * day).month for day in range(min(length, 366))}
    for name in _NAMED_DAY.findall(words):
        yield _DAYS.index(name[:3].lower()) in {edge.weekday() for edge in edges}
    for name in _NAMED_MONTH.findall(words):
        yield _MONTHS.index(name[:3].lower()) + 1 in months
    for found in _NUMBERED_DAY.finditer(words):
        yield int(found[1] or found[2] or found[3]) in {edge.day for edge in edges}
    for year in _YEAR.findall(words):
        yield int(year) in {edge.year for edge in edges}
    for found in _CLOCK.finditer(words) if clock else ():
        yield int(found[1] or found[2]) % 12 in {edge.hour % 12 for edge in edges}


def misdated(text: str, year: int) -> Iterator[str]:
    """Dates of a text whose weekday is another; without a year of their own, in none near this."""
    for found in _DATED.finditer(text):
        years = [int(found[4])] if found[4] else [year - 1, year, year + 1]
        month = _MONTHS.index(found[3][:3].lower()) + 1
        weekday = _DAYS.index(found[1][:3].lower())
        if weekday not in {_weekday(one, month, int(found[2])) for one in years}:
            yield found[0]


def _weekday(year: int, month: int, day: int) -> int | None:
    try:
        return date(year, month, day).weekday()
    except ValueError:
        return None
