"""Dates and lengths that a turn tells, resolved against the day on which it was said; pure."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.frame import QuestionFrame
from graphmem.answering.time_resolution import TimesOf, has_two_ends, plain_times
from graphmem.language.time import (
    Relation,
    TimeExpression,
    format_duration,
    write_day,
)
from graphmem.language.time.amounts import TAIL
from graphmem.language.time.intervals import DAY
from graphmem.language.time.vocabulary import compile_pattern
from graphmem.model.answer import QuestionKind, ResolvedTime
from graphmem.model.search import SearchHit

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
                yield Dated(phrase, time.start, time.end, _resolved(time, phrase))
    elif frame.kind is QuestionKind.HOW_LONG:
        until = now or hit.said_at
        for time in times_of(hit.text, hit.said_at):
            if length := _length(time, frame, until):
                yield Dated(length, time.start, time.end, _resolved(time, time.phrase))
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


def _resolved(time: TimeExpression, phrase: str | None) -> ResolvedTime | None:
    if time.interval is None or phrase is None:
        return None
    return ResolvedTime(
        expression=time.text, meaning=phrase, start=time.interval.start, end=time.interval.end
    )
