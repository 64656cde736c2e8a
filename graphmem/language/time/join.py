"""Expressions that belong together: an hour and its day, two ends of a range, "the day before"."""

import re
from bisect import bisect
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from graphmem.language.time import spans
from graphmem.language.time.clock import on_day
from graphmem.language.time.compose import Found, ending
from graphmem.language.time.model import Relation, Tense
from graphmem.language.time.offsets import offset
from graphmem.language.time.phrasing import write_day, write_range
from graphmem.language.time.reading import Reading, at, if_representable
from graphmem.language.time.syntax import Syntax
from graphmem.language.time.vocabulary import Amount, compile_pattern
from graphmem.model.time import Precision, TimeInterval

_MEMORY = 5  # expressions back in which "the day before" seeks its day
_BESIDE = re.compile(r",?\s{0,3}(?:(?:at|on|around|by|@|from)\s{1,3})?", re.IGNORECASE | re.ASCII)
_TO = re.compile(
    r"\s{0,3}(?:to|until|till|through|-|–|(?P<and>and))\s{0,3}(?:the\s)?", re.IGNORECASE
)
_FROM = ending(r"(?P<word>from|between) (?:the )?")
_ANAPHORA = compile_pattern(
    r"the (?P<unit>day|night|week|weekend|month|year) (?P<side>before|after)"
    r"(?=\s*(?:[.,;:!?)]|$|(?:and|but|so|too|as)\b))"
)


def join_clocks(text: str, founds: list[Found], *, syntax: Syntax | None) -> list[Found]:
    """A time of day and the day or the habit beside it become one expression.

    Alone, a time of day is that of today, and none in a clause that tells how things are.
    """
    joined: list[Found] = []
    for found in founds:
        last = joined[-1] if joined else None
        dotted = last and last.reading.loose and "." in text[last.start : last.end]  # a version?
        if last and not dotted and _BESIDE.fullmatch(text, last.end, found.start):
            reading = if_representable(partial(_clock_on_day, last.reading, found.reading))
            if reading:
                joined[-1] = Found(last.start, found.end, reading)
                continue
        joined.append(found)
    return [found for found in joined if not _says_no_day(found, syntax)]


def _says_no_day(found: Found, syntax: Syntax | None) -> bool:
    if not found.reading.clock or found.reading.joined:
        return False
    timeless = syntax is not None and syntax.is_timeless(found.start, found.end)
    return found.reading.loose or timeless


def _clock_on_day(first: Reading, second: Reading) -> Reading | None:
    clock, day = (first, second) if first.clock else (second, first)
    if clock.clock and day.relation is Relation.EVERY:
        return day
    if not clock.clock or day.clock or clock.interval is None or day.interval is None:
        return None
    if day.interval.precision is not Precision.DAY:
        return None
    joined = on_day(clock.interval, day.interval.start)
    return replace(joined, explicit=day.explicit, joined=True)


Reread = Callable[[Found, datetime, Tense], Reading | None]


def join_ranges(
    text: str, founds: list[Found], *, reread: Reread, syntax: Syntax | None
) -> list[Found]:
    """One interval from the first to the last of "from 30 May to 5 June 2023".

    A first end without a year is read again as seen from the second; a second end that lies
    before the first, as seen from the first. Where a thing is moved from one day to another, that
    is no interval.
    """
    joined: list[Found] = []
    for found in founds:
        last = joined[-1] if joined else None
        link = _TO.fullmatch(text, last.end, found.start) if last else None
        if last and link:
            floor = joined[-2].end if len(joined) > 1 else 0
            opening = _FROM.search(text[max(floor, last.start - 20) : last.start])
            reading = if_representable(partial(_range, last, found, reread=reread))
            if reading and (opening is not None or not link["and"]):
                start = last.start - (len(opening.group()) if opening else 0)
                if opening and not link["and"] and _is_change(last, found, start, syntax):
                    reading = Reading(None, None, None)
                joined[-1] = Found(start, found.end, reading)
                continue
        joined.append(found)
    return joined


def _is_change(first: Found, second: Found, start: int, syntax: Syntax | None) -> bool:
    spans_of = (first.reading.interval, second.reading.interval)
    days = all(one is not None and one.precision is Precision.DAY for one in spans_of)
    return days and syntax is not None and syntax.is_change(start, first.end)


def _range(first: Found, second: Found, *, reread: Reread) -> Reading | None:
    end, start = second.reading, first.reading
    if end.explicit and not start.explicit and end.interval:
        start = reread(first, end.interval.end - spans.DAY, "past") or start
    if start.interval and end.interval and end.interval.end <= start.interval.start:
        end = reread(second, start.interval.start, "future") or end
    if start.interval is None or end.interval is None:
        return None
    if {start.relation, end.relation} != {Relation.AT} or start.clock != end.clock:
        return None
    if start.interval.start >= end.interval.end or not (start.date_phrase and end.date_phrase):
        return None
    interval = TimeInterval(
        start=start.interval.start, end=end.interval.end, precision=Precision.APPROXIMATE
    )
    phrase = write_range(start.date_phrase, end.date_phrase)
    return Reading(interval, phrase, phrase, explicit=end.explicit)


def anaphora(text: str, founds: list[Found], *, said_at: datetime) -> list[Found]:
    """Adds "the week before" at the end of a clause: before the last day named, or before now."""
    added = []
    for match in _ANAPHORA.finditer(text):
        place = bisect(founds, match.start(), key=lambda found: found.start)
        beside = founds[max(0, place - 1) : place + 1]
        if any(found.start < match.end() and match.start() < found.end for found in beside):
            continue
        earlier = (
            found.reading.interval
            for found in reversed(founds[max(0, place - _MEMORY) : place])
            if found.reading.relation is Relation.AT
        )
        anchor = next((span for span in earlier if span), None)
        reading = if_representable(partial(_beside, match, anchor, said_at=said_at))
        if reading:
            added.append(Found(match.start(), match.end(), reading))
    return sorted([*founds, *added], key=lambda found: found.start)


def _beside(
    match: re.Match[str], named_before: TimeInterval | None, *, said_at: datetime
) -> Reading:
    anchor = named_before or spans.days(said_at)
    named, side = match["unit"].lower(), match["side"].lower()
    unit = "day" if named == "night" else named
    interval = offset(anchor, amount=Amount(1, 1, "the"), unit=unit, later=side == "after")
    counted = unit in ("week", "weekend")
    return at(interval, f"the {unit} {side} {write_day(anchor.start)}" if counted else None)
