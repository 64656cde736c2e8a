"""Dates and lengths that a turn tells, resolved against the day it was said, where that is sure."""

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.frame import QuestionFrame
from graphmem.language.time import (
    Outlook,
    Relation,
    Syntax,
    TimeExpression,
    find_times,
    format_duration,
    write_day,
)
from graphmem.language.time.amounts import TAIL
from graphmem.language.time.intervals import DAY, WEEK
from graphmem.language.time.vocabulary import MONTHS, WEEKDAYS, compile_pattern
from graphmem.language.words import words
from graphmem.model.answer import QuestionKind, ResolvedTime
from graphmem.model.parse import Parser
from graphmem.model.search import SearchHit
from graphmem.model.time import Precision

TimesOf = Callable[[str, datetime], Sequence[TimeExpression]]
# A range has two ends, and what reads it as one day has lost one of them.
_RANGE = re.compile(r"\b(?:to|until|till|through)\b|[-–—]", re.IGNORECASE)
_DAY_RANGE = re.compile(r"\d\D*(?:\b(?:to|until|till|through)\b|[-–—])\D*\d", re.IGNORECASE)
_UNIT = re.compile(r"(?:(?:in an?|the) )?(?:day|week|weekend|month|year|decade)$", re.IGNORECASE)
_NO_DATES = frozenset({Relation.EVERY, Relation.FOR})
_HALF_OF_DAY = re.compile(r"\b(?:[ap]\.?m\b|noon|midnight)", re.IGNORECASE)
_YEAR = re.compile(r"\d{4}")
_DAYS = frozenset({"today", "tonight", "tomorrow", "yesterday"})
_MOVED = re.compile(r"\b(?:last|this|next|coming|ago|week|fortnight)\b", re.IGNORECASE)
_DAY_NUMBER = re.compile(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)
_LENGTH = rf"(?P<amount>AMOUNT) (?P<unit>(?:day|week|month|year|decade)s?){TAIL}(?! (?:ago|old)\b)"
# "How long has Ana lived here?" is answered by when she moved in.
_PERFECT = re.compile(r"\W*(?:for )?how (?:long|much time|many \w+) (?:has|have)\b", re.IGNORECASE)
# "When does Ana swim?" asks for what is so again and again, or is to come: not for the day on which
# it was told.
_HABIT = re.compile(
    r"\W*(?:at |on |in )?(?:when|what|which)\b"
    r"(?:(?!\b(?:did|was|were|has|had|have|is|are)\b)[\w ])*?\b(?:do|does|will)\b",
    re.IGNORECASE,
)


class Dated(NamedTuple):
    """A date or a length in words, and where the turn says it; ``begin`` < 0: by its own day."""

    text: str
    begin: int
    end: int
    time: ResolvedTime | None


def plain_times(text: str, said_at: datetime) -> Sequence[TimeExpression]:
    """The time expressions of a text without a parse: what may be past is taken for past."""
    return find_times(text, said_at=said_at)


def resolved_times(sentence: str, said_at: datetime) -> tuple[ResolvedTime, ...]:
    """Every time expression that has a meaning, resolved against the turn's own date."""
    return _resolved(plain_times(sentence, said_at))


def times_by(parse: Parser) -> TimesOf:
    """Makes a finder of time expressions that goes by a text's parse, which tells its tenses."""

    def times_of(text: str, said_at: datetime) -> Sequence[TimeExpression]:
        [parsed] = parse([text])
        return find_times(text, said_at=said_at, syntax=Syntax(parsed.sentences))

    return times_of


def times_where_likely(load: Callable[[], Parser]) -> TimesOf:
    """As `times_by`, for turns: most have no time, and are not parsed, since a parse takes long."""

    def times_of(text: str, said_at: datetime) -> Sequence[TimeExpression]:
        return times_by(load())(text, said_at) if plain_times(text, said_at) else ()

    return times_of


def sure_times(text: str, said_at: datetime, parse: Parser) -> tuple[ResolvedTime, ...]:
    """The time expressions of a turn whose meaning can be relied on.

    Left out are habits and lengths; a bare weekday in what is not past, which may be a habit or a
    plan of every week; a bare day of the month, of whatever month; a month of whatever year; a time
    of day, of whatever half or day; and ranges of which one end is lost.
    """
    [parsed] = parse([text])
    syntax = Syntax(parsed.sentences)
    found = find_times(text, said_at=said_at, syntax=syntax)
    return _resolved([time for time in found if _is_sure(time, said_at, syntax)])


def has_two_ends(time: TimeExpression) -> bool:
    """Whether a time is told by where it begins and ends ("4th to 18th October", "2019-2021").

    "10 to 15 years ago" is one point, told loosely.
    """
    interval = time.interval
    if interval is None or interval.precision is not Precision.APPROXIMATE:
        return False
    if time.text.lower().endswith("ago"):
        return False
    open_ended = interval.open_start or interval.open_end
    return not open_ended and _DAY_RANGE.search(time.text) is not None


def _is_sure(time: TimeExpression, said_at: datetime, syntax: Syntax) -> bool:
    interval = time.interval
    if interval is None or time.relation in _NO_DATES or _UNIT.match(time.text):
        return False
    if interval.precision in (Precision.MINUTE, Precision.HOUR):
        return _HALF_OF_DAY.search(time.text) is not None and not _DAYS.isdisjoint(words(time.text))
    said = set(words(time.text))
    is_open = interval.open_start or interval.open_end
    if _RANGE.search(time.text) and not is_open and interval.width <= DAY:
        return False
    if _MOVED.search(time.text) or not said.isdisjoint(_DAYS):
        return True
    outlook = syntax.outlook(time.start, time.end)
    if not is_open and interval.start > said_at and outlook is not Outlook.COMING:
        if outlook is Outlook.PAST or _RANGE.search(time.text):
            return False  # "27 December to 1 July", told without a verb in July
        return not said.isdisjoint(MONTHS) and interval.start.year == said_at.year
    if not said.isdisjoint(MONTHS):
        # "As in February" looks back, and a clause that looks ahead may hold it.
        return _YEAR.search(time.text) is not None or interval.start.year <= said_at.year
    if said.isdisjoint(WEEKDAYS):
        return not _DAY_NUMBER.search(time.text)
    if _DAY_NUMBER.search(time.text):
        return interval.start.weekday() in {WEEKDAYS[word] for word in said & WEEKDAYS.keys()}
    return outlook is Outlook.PAST and (is_open or interval.width <= WEEK)


def _resolved(found: Sequence[TimeExpression]) -> tuple[ResolvedTime, ...]:
    return tuple(
        ResolvedTime(
            expression=time.text,
            meaning=time.phrase,
            start=time.interval.start,
            end=time.interval.end,
        )
        for time in found
        if time.interval is not None and time.phrase is not None
    )


def dated(
    frame: QuestionFrame, hit: SearchHit, *, now: datetime | None, times_of: TimesOf = plain_times
) -> Iterator[Dated]:
    """Dates or lengths of a turn that may answer when, or how long; none of other questions.

    A length up to now is counted until ``now``, else until the turn was said.
    """
    if frame.kind is QuestionKind.WHEN:
        if not _HABIT.match(frame.question.neutral):
            yield Dated(write_day(hit.said_at), -1, -1, None)
        for time in times_of(hit.text, hit.said_at):
            if phrase := _date(time):
                yield Dated(phrase, time.start, time.end, _resolved_span(time, phrase))
    elif frame.kind is QuestionKind.HOW_LONG:
        until = now or hit.said_at
        for time in times_of(hit.text, hit.said_at):
            if length := _length(time, frame, until):
                yield Dated(length, time.start, time.end, _resolved_span(time, time.phrase))
        if not (frame.ago or frame.since or frame.until):
            for match in compile_pattern(_LENGTH).finditer(hit.text):
                yield Dated(match.group(), match.start(), match.end(), None)


def _date(time: TimeExpression) -> str | None:
    """What it meant, with before, after or until; a habit in its own words."""
    if time.relation is Relation.EVERY:
        return time.text
    if time.interval is None:
        return None
    if time.relation is Relation.FOR:  # a length answers when it began
        return time.date_phrase.removeprefix("since ") if time.date_phrase else None
    return time.phrase


def _length(time: TimeExpression, frame: QuestionFrame, until: datetime) -> str | None:
    """The length that a time expression tells; None for a day of its own ("yesterday")."""
    if frame.since:
        begun = time.interval is not None and time.interval.start < until
        dated = time.relation in (Relation.FOR, Relation.SINCE, Relation.AT)
        return time.date_phrase if dated and begun else None
    if time.relation is Relation.UNTIL and not frame.ago:
        return time.date_phrase
    if frame.until:
        return None
    if time.relation is Relation.FOR and not frame.ago:
        return time.phrase
    if time.interval is None:
        return None
    if not frame.ago and time.relation is Relation.AT and has_two_ends(time):
        return format_duration(time.interval.start, time.interval.end - DAY)
    if time.interval.start >= until:
        return None
    point = time.relation is Relation.AT and not time.interval.open_end
    length = format_duration(time.interval.start + time.interval.width / 2 * point, until)
    if frame.ago:
        return f"{length} ago"
    up_to_now = (
        time.relation is Relation.SINCE
        or time.text.lower().endswith("ago")
        or (point and _PERFECT.match(frame.text) is not None)
    )
    return length if up_to_now else None


def _resolved_span(time: TimeExpression, phrase: str | None) -> ResolvedTime | None:
    if time.interval is None or phrase is None:
        return None
    return ResolvedTime(
        expression=time.text, meaning=phrase, start=time.interval.start, end=time.interval.end
    )
