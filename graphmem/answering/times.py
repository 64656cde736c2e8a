"""What time expressions meant when they were said, told only where that is sure."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from graphmem.language.time import Outlook, Relation, Syntax, TimeExpression, find_times
from graphmem.language.time.spans import DAY, WEEK
from graphmem.language.time.vocabulary import MONTHS, WEEKDAYS
from graphmem.language.words import words
from graphmem.model.answer import ResolvedTime
from graphmem.model.parse import Parser
from graphmem.model.time import Precision

TimesOf = Callable[[str, datetime], Sequence[TimeExpression]]

# A range has two ends, and what reads it as one day has lost one of them.
_RANGE = re.compile(r"\b(?:to|until|till|through)\b|[-–—]", re.IGNORECASE)
_UNIT = re.compile(r"(?:the )?(?:day|week|weekend|month|year|decade)$", re.IGNORECASE)
_DAYS = frozenset({"today", "tonight", "tomorrow", "yesterday"})
_MOVED = re.compile(r"\b(?:last|this|next|coming|ago|week|fortnight)\b", re.IGNORECASE)
_DAY_NUMBER = re.compile(r"\d(?:st|nd|rd|th)\b", re.IGNORECASE)


def resolved_times(sentence: str, said_at: datetime) -> tuple[ResolvedTime, ...]:
    """Every time expression that has a meaning, resolved against the turn's own date."""
    return _resolved(find_times(sentence, said_at=said_at))


def times_by(parse: Parser) -> TimesOf:
    """What finds the time expressions of a text by its parse, which tells its tenses."""

    def times_of(text: str, said_at: datetime) -> Sequence[TimeExpression]:
        [parsed] = parse([text])
        return find_times(text, said_at=said_at, syntax=Syntax(parsed.sentences))

    return times_of


def sure_times(text: str, said_at: datetime, parse: Parser) -> tuple[ResolvedTime, ...]:
    """The time expressions of a turn whose meaning can be relied on.

    Left out are habits; a bare weekday in what is not past, which may be a habit or a plan of every
    week; a bare day of the month, of whatever month; a time of day, of whatever day; and ranges of
    which one end is lost.
    """
    [parsed] = parse([text])
    syntax = Syntax(parsed.sentences)
    found = find_times(text, said_at=said_at, syntax=syntax)
    return _resolved([time for time in found if _is_sure(time, syntax)])


def _is_sure(time: TimeExpression, syntax: Syntax) -> bool:
    if time.interval is None or time.relation is Relation.EVERY or _UNIT.match(time.text):
        return False
    said = set(words(time.text))
    is_open = time.interval.open_start or time.interval.open_end
    if _RANGE.search(time.text) and not is_open and time.interval.width <= DAY:
        return False
    if not said.isdisjoint(MONTHS) or _MOVED.search(time.text):
        return True
    if time.interval.precision in (Precision.MINUTE, Precision.HOUR):
        return not said.isdisjoint(_DAYS)  # "by noon" is of the day that is spoken of
    if said.isdisjoint(WEEKDAYS):
        return not _DAY_NUMBER.search(time.text)
    if _DAY_NUMBER.search(time.text):
        return time.interval.start.weekday() in {WEEKDAYS[word] for word in said & WEEKDAYS.keys()}
    if syntax.outlook(time.start, time.end) is not Outlook.PAST:
        return False
    return is_open or time.interval.width <= WEEK


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
