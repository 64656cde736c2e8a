"""Time expressions with what stands around them: since, early in, ranges, a day and its hour."""

import re
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from graphmem.language.time import intervals
from graphmem.language.time.dates import on_day
from graphmem.language.time.intervals import offset, write_day, write_range, write_week
from graphmem.language.time.rules import Relation, TimeResolution, at, if_representable
from graphmem.language.time.syntax import Syntax, Tense
from graphmem.language.time.vocabulary import Amount, compile_pattern, in_units, read_amount
from graphmem.model.time import Precision, TimeInterval

_REACH = 50  # characters before an expression in which its modifiers are sought
_DIVISIBLE = frozenset(
    {Precision.WEEK, Precision.MONTH, Precision.SEASON, Precision.YEAR, Precision.DECADE}
)
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}

Modify = Callable[[re.Match[str], TimeResolution], TimeResolution | None]
Reread = Callable[["TimeMatch", datetime, Tense], TimeResolution | None]


@dataclass(frozen=True, slots=True)
class TimeMatch:
    """An expression at its place in the text."""

    start: int
    end: int
    reading: TimeResolution


def ending(template: str) -> re.Pattern[str]:
    """A pattern for what stands right before an expression."""
    pattern = compile_pattern(template, whole_words=False).pattern
    return re.compile(rf"(?<![\w-])(?:{pattern})$", re.IGNORECASE | re.ASCII)


def extend(text: str, found: TimeMatch, *, floor: int, ceiling: int) -> TimeMatch:
    """``found`` with the words that belong to it, between two other expressions."""
    found = _with_part_of_day(text, found, ceiling=ceiling)
    if found.reading.relation is not Relation.AT:
        return found
    for pattern, modify in _MODIFIERS:
        match = pattern.search(text[max(floor, found.start - _REACH) : found.start])
        if match and match.group().lower() == "by " and _GONE.match(text, found.start):
            continue  # "came by yesterday"
        if match is None:
            continue
        reading = if_representable(partial(modify, match, found.reading))
        if reading:
            found = TimeMatch(found.start - len(match.group()), found.end, reading)
    return _with_preposition(text, found, floor=floor)


def _with_preposition(text: str, found: TimeMatch, *, floor: int) -> TimeMatch:
    if found.reading.phrase is None or _DEICTIC.match(text, found.start):
        return found  # "the place I volunteer at", "what is going on"
    match = _PREPOSITION.search(text[max(floor, found.start - _REACH) : found.start])
    return TimeMatch(found.start - len(match.group()), found.end, found.reading) if match else found


def _with_part_of_day(text: str, found: TimeMatch, *, ceiling: int) -> TimeMatch:
    match = _PART_AFTER.match(text, found.end, ceiling)
    if match is None:
        return found
    reading = if_representable(lambda: _day_part(match, found.reading))
    return TimeMatch(found.start, match.end(), reading) if reading else found


def _day_part(match: re.Match[str], reading: TimeResolution) -> TimeResolution | None:
    """The date stays the answer; the interval narrows to the part of the day."""
    day = reading.interval
    if day is None or day.precision is not Precision.DAY or day.width != intervals.DAY:
        return None
    return replace(reading, interval=intervals.part_of_day(day.start, match["part"].lower()))


def _third_of(match: re.Match[str], reading: TimeResolution) -> TimeResolution | None:
    """Early, mid or late: a third of the period."""
    whole = reading.interval
    if whole is None or whole.precision not in _DIVISIBLE:
        return None
    word = match["part"].lower()
    interval = intervals.third(whole, _THIRDS[word])
    return replace(at(interval, _name_third(word, reading.phrase or "")), explicit=reading.explicit)


def _name_third(word: str, whole: str) -> str:
    if word not in ("early", "mid", "late"):
        return f"the {word} of {whole}"
    the = "the " if whole.startswith("the ") else ""
    return f"{the}{word}{'-' if word == 'mid' else ' '}{whole.removeprefix('the ')}"


def _week_of(match: re.Match[str], reading: TimeResolution) -> TimeResolution | None:
    day = reading.interval
    if day is None or day.precision is not Precision.DAY:
        return None
    unit = match["unit"].lower()
    interval = intervals.week(day.start) if unit == "week" else intervals.weekend(day.start)
    phrase = f"the {unit} of {reading.date_phrase}"
    return replace(at(interval, phrase), explicit=reading.explicit)


def _moved(match: re.Match[str], reading: TimeResolution) -> TimeResolution | None:
    """Two days before it, the weekend after it, a week from it."""
    later = match["side"].lower() != "before"
    if match["the"]:
        amount, units = Amount(1, 1, "the"), match["unit"]
    else:
        amount, units = read_amount(match["amount"]), match["units"]
    if reading.interval is None or reading.interval.precision in (Precision.HOUR, Precision.MINUTE):
        return None
    amount, unit = in_units(amount, units)
    if unit == "week" and match["side"].lower() == "from":  # "a week from Friday" is a day
        amount, unit = Amount(7 * amount.low, 7 * amount.high, amount.words), "day"
    side = "after" if later else "before"
    words = f"{amount.words} {units.lower()} {side} {reading.date_phrase}"
    moved = offset(reading.interval, amount=amount, unit=unit, later=later)
    exact = amount.exact and moved.precision in (Precision.DAY, Precision.MONTH, Precision.YEAR)
    return replace(at(moved, None if exact else words), explicit=reading.explicit)


def _related(match: re.Match[str], reading: TimeResolution) -> TimeResolution | None:
    """Since and until keep the named period whole, before and after leave it out."""
    named = reading.interval
    if named is None or reading.phrase is None:  # "up to lately"
        return None
    approximate = named.precision is Precision.APPROXIMATE
    dates = reading.phrase if approximate else write_week(named) or reading.date_phrase
    relation = Relation(next(name for name, word in match.groupdict().items() if word))
    said = match.group().lower()
    word = "from" if said.startswith("not") else "by" if said.startswith("by") else relation
    opens_end = relation in (Relation.SINCE, Relation.AFTER)
    starts = {Relation.SINCE: named.start, Relation.AFTER: named.end}
    ends = {Relation.UNTIL: named.end, Relation.BEFORE: named.start}
    interval = TimeInterval(
        start=starts.get(relation, datetime.min),
        end=ends.get(relation, datetime.max),
        precision=named.precision,
        open_start=not opens_end,
        open_end=opens_end,
    )
    return replace(
        reading,
        interval=interval,
        relation=relation,
        phrase=f"{word} {reading.phrase}",
        date_phrase=f"{word} {dates}",
    )


_PART_AFTER = compile_pattern(
    r",? (?:(?:early|late) )?(?:in the )?(?P<part>morning|afternoon|evening|night)(?![\w-])",
    whole_words=False,
)
_MODIFIERS: tuple[tuple[re.Pattern[str], Modify], ...] = (
    (ending(r"(?:the )?(?P<part>morning|afternoon|evening|night) of "), _day_part),
    (
        ending(
            r"(?:the )?(?:very )?(?P<part>early|beginning|start|middle|mid|late|end)"
            r"(?: of | in | |-)(?:the )?"
        ),
        _third_of,
    ),
    (ending(r"(?:the )?(?P<unit>week|weekend) of (?:the )?"), _week_of),
    (
        ending(
            r"(?:(?P<the>(?:the )?last|the) (?P<unit>day|week|weekend|month|year)"
            r"|(?P<amount>AMOUNT) (?P<units>UNIT|weekends?)) (?P<side>before|after|from) "
        ),
        _moved,
    ),
    (
        ending(
            r"(?:(?P<since>(?:ever )?since|not (?:before|until|till))"
            r"|(?P<until>until|till|up to|up until|by)|(?P<before>before)|(?P<after>after))"
            r" (?:the )?(?:around |about )?"
        ),
        _related,
    ),
)
_PREPOSITION = ending(r"(?:back |sometime )?(?:in|on|at|during|over|around|throughout) (?:the )?")
_GONE = re.compile(r"(?:yesterday|earlier|last|this\s(?:past|morning))\b", re.IGNORECASE)
_DEICTIC = re.compile(
    r"(?:yesterday|today|tomorrow|tonight|last|this|next|earlier|later)\b", re.IGNORECASE
)


# What begins and has no end: from 3 March on, as of 1 April, from Monday.

_ONSET_REACH = 20  # characters before it
_ONSET = ending(r"(?:(?P<from>from)|as of|as from|starting(?: on| from)?) (?:the )?")
_TO_A_DAY = re.compile(r"\s{0,3}(?:to|until|till|through|-|–)\s", re.IGNORECASE)
_RANGE = re.compile(r"\s(?:to|until|till|through)\s|[0-9]\s?[-–]\s?[0-9]", re.IGNORECASE)
_ON = re.compile(r"\s(?:on|onwards?)\b", re.IGNORECASE)


def open_ends(
    text: str, matches: list[TimeMatch], *, said_at: datetime, syntax: Syntax | None
) -> list[TimeMatch]:
    """Open intervals that have no end: "from 3 March on", "as of 1 April", "from Monday"."""
    return [_opened(text, found, said_at, syntax) for found in matches]


def _opened(text: str, found: TimeMatch, said_at: datetime, syntax: Syntax | None) -> TimeMatch:
    named = found.reading
    if named.relation is not Relation.AT or named.interval is None:
        return found
    before = _ONSET.search(text[max(0, found.start - _ONSET_REACH) : found.start])
    after = _ON.match(text, found.end)
    if before is None or _RANGE.search(text, found.start, found.end):
        return found
    if before["from"] and not after and not _is_onset(text, found, said_at, syntax):
        return found
    interval = TimeInterval(
        start=named.interval.start,
        end=datetime.max,
        precision=named.interval.precision,
        open_end=True,
    )
    reading = replace(
        named,
        interval=interval,
        relation=Relation.SINCE,
        phrase=named.phrase and f"from {named.phrase}",
        date_phrase=named.date_phrase and f"from {named.date_phrase}",
    )
    end = after.end() if after else found.end
    return TimeMatch(found.start - len(before.group()), end, reading)


def _is_onset(text: str, found: TimeMatch, said_at: datetime, syntax: Syntax | None) -> bool:
    """Whether "from" alone says since when, not to what day or where a thing is from."""
    if syntax is None or found.reading.interval is None or _TO_A_DAY.match(text, found.end):
        return False
    gone = found.reading.interval.start < said_at
    return not (gone and syntax.is_origin(found.start, found.end))


# Expressions that belong together: an hour and its day, two ends of a range, "the day before".

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


def join_clocks(text: str, matches: list[TimeMatch], *, syntax: Syntax | None) -> list[TimeMatch]:
    """A time of day and the day or the habit beside it become one expression.

    Alone, a time of day is that of today, and none in a clause that tells how things are.
    """
    joined: list[TimeMatch] = []
    for found in matches:
        last = joined[-1] if joined else None
        dotted = last and last.reading.loose and "." in text[last.start : last.end]  # a version?
        if last and not dotted and _BESIDE.fullmatch(text, last.end, found.start):
            reading = if_representable(partial(_clock_on_day, last.reading, found.reading))
            if reading:
                joined[-1] = TimeMatch(last.start, found.end, reading)
                continue
        joined.append(found)
    return [found for found in joined if not _says_no_day(found, syntax)]


def _says_no_day(found: TimeMatch, syntax: Syntax | None) -> bool:
    if not found.reading.clock or found.reading.joined:
        return False
    timeless = syntax is not None and syntax.is_timeless(found.start, found.end)
    return found.reading.loose or timeless


def _clock_on_day(first: TimeResolution, second: TimeResolution) -> TimeResolution | None:
    clock, day = (first, second) if first.clock else (second, first)
    if clock.clock and day.relation is Relation.EVERY:
        return day
    if not clock.clock or day.clock or clock.interval is None or day.interval is None:
        return None
    if day.interval.precision is not Precision.DAY:
        return None
    joined = on_day(clock.interval, day.interval.start)
    return replace(joined, explicit=day.explicit, joined=True)


def join_ranges(
    text: str, matches: list[TimeMatch], *, reread: Reread, syntax: Syntax | None
) -> list[TimeMatch]:
    """One interval from the first to the last of "from 30 May to 5 June 2023".

    A first end without a year is read again as seen from the second; a second end that lies
    before the first, as seen from the first. Where a thing is moved from one day to another, that
    is no interval.
    """
    joined: list[TimeMatch] = []
    for found in matches:
        last = joined[-1] if joined else None
        link = _TO.fullmatch(text, last.end, found.start) if last else None
        if last and link:
            floor = joined[-2].end if len(joined) > 1 else 0
            opening = _FROM.search(text[max(floor, last.start - 20) : last.start])
            reading = if_representable(partial(_range, last, found, reread=reread))
            if reading and (opening is not None or not link["and"]):
                start = last.start - (len(opening.group()) if opening else 0)
                if opening and not link["and"] and _is_change(last, found, start, syntax):
                    reading = TimeResolution(None, None, None)
                joined[-1] = TimeMatch(start, found.end, reading)
                continue
        joined.append(found)
    return joined


def _is_change(first: TimeMatch, second: TimeMatch, start: int, syntax: Syntax | None) -> bool:
    spans_of = (first.reading.interval, second.reading.interval)
    days = all(one is not None and one.precision is Precision.DAY for one in spans_of)
    return days and syntax is not None and syntax.is_change(start, first.end)


def _range(first: TimeMatch, second: TimeMatch, *, reread: Reread) -> TimeResolution | None:
    end, start = second.reading, first.reading
    if end.explicit and not start.explicit and end.interval:
        start = reread(first, end.interval.end - intervals.DAY, "past") or start
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
    return TimeResolution(interval, phrase, phrase, explicit=end.explicit)


def anaphora(text: str, matches: list[TimeMatch], *, said_at: datetime) -> list[TimeMatch]:
    """Adds "the week before" at the end of a clause: before the last day named, or before now."""
    added = []
    for match in _ANAPHORA.finditer(text):
        index = bisect(matches, match.start(), key=lambda found: found.start)
        beside = matches[max(0, index - 1) : index + 1]
        if any(found.start < match.end() and match.start() < found.end for found in beside):
            continue
        earlier = (
            found.reading.interval
            for found in reversed(matches[max(0, index - _MEMORY) : index])
            if found.reading.relation is Relation.AT
        )
        anchor = next((span for span in earlier if span), None)
        reading = if_representable(partial(_beside, match, anchor, said_at=said_at))
        if reading:
            added.append(TimeMatch(match.start(), match.end(), reading))
    return sorted([*matches, *added], key=lambda found: found.start)


def _beside(
    match: re.Match[str], named_before: TimeInterval | None, *, said_at: datetime
) -> TimeResolution:
    anchor = named_before or intervals.days(said_at)
    named, side = match["unit"].lower(), match["side"].lower()
    unit = "day" if named == "night" else named
    interval = offset(anchor, amount=Amount(1, 1, "the"), unit=unit, later=side == "after")
    counted = unit in ("week", "weekend")
    return at(interval, f"the {unit} {side} {write_day(anchor.start)}" if counted else None)
