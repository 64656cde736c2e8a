"""How long something has lasted, or how long ago it was: said outright, or computed."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.possible import open_still
from graphmem.answering.telling.units import Unit
from graphmem.language.sentences import asks
from graphmem.language.time import Relation, TimeExpression, find_times, format_duration
from graphmem.language.time.amounts import TAIL
from graphmem.language.time.vocabulary import compile_pattern
from graphmem.model.answer import ResolvedTime

_AGO = re.compile(r"\W*how long ago\b", re.IGNORECASE)
_SINCE = re.compile(r"\W*since when\b", re.IGNORECASE)
_PLAIN = rf"(?P<amount>AMOUNT) (?P<unit>(?:day|week|month|year|decade)s?){TAIL}(?! (?:ago|old)\b)"
_OUTRIGHT = 1.0  # a length that is said is worth more than one that is computed


class Length(NamedTuple):
    """A length of time with its passage and words; ``time`` where it follows from a date."""

    text: str
    passage: Passage
    sentence: str
    time: ResolvedTime | None
    score: float


def lengths(found: Found, *, now: datetime | None) -> list[Length]:
    """What may answer how long, best first; computed against ``now``, else the turn's own time."""
    every = [
        item
        for unit in found.units
        if not open_still(found, unit.passage, unit.text)
        for item in _of_unit(unit, found.question.text, now)
    ]
    return sorted(every, key=lambda item: -item.score)


def _of_unit(unit: Unit, question: str, now: datetime | None) -> Iterator[Length]:
    if asks(unit.text) or unit.caption:
        return
    hit = unit.passage.hit
    dated = False
    for time in find_times(unit.text, said_at=hit.said_at):
        told = _told(time, question, said_at=hit.said_at, now=now)
        if told is not None:
            dated = True
            outright = _OUTRIGHT * (time.relation is Relation.FOR)
            yield Length(told, unit.passage, unit.text, _resolved(time), unit.fit + outright)
    if not dated and not _AGO.match(question):
        for match in compile_pattern(_PLAIN).finditer(unit.text):
            yield Length(match.group(), unit.passage, unit.text, None, unit.fit)


def _told(
    time: TimeExpression, question: str, *, said_at: datetime, now: datetime | None
) -> str | None:
    """The length that a time expression tells; None for a day of its own ("yesterday")."""
    if _SINCE.match(question):
        return time.date_phrase if time.relation in (Relation.FOR, Relation.SINCE) else None
    if time.relation is Relation.FOR and not _AGO.match(question):
        return time.phrase
    past = time.interval is not None and time.interval.start < (now or said_at)
    if time.interval is None or not past:
        return None
    length = format_duration(_when(time), now or said_at)
    if _AGO.match(question):
        return f"{length} ago"
    ago = time.text.lower().endswith("ago")
    return length if ago or time.relation is Relation.SINCE else None


def _when(time: TimeExpression) -> datetime:
    """The middle of a point in time, the beginning of what lasts since then."""
    assert time.interval is not None
    if time.relation is Relation.AT and not time.interval.open_end:
        return time.interval.start + time.interval.width / 2
    return time.interval.start


def _resolved(time: TimeExpression) -> ResolvedTime | None:
    if time.interval is None or time.phrase is None:
        return None
    return ResolvedTime(
        expression=time.text,
        meaning=time.phrase,
        start=time.interval.start,
        end=time.interval.end,
    )
