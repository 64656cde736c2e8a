"""What stands around an expression and changes it: since, early in, two days before, at night."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from graphmem.language.time import spans
from graphmem.language.time.model import Relation
from graphmem.language.time.offsets import offset
from graphmem.language.time.reading import Reading, at, if_representable
from graphmem.language.time.vocabulary import Amount, compile_pattern, in_units, read_amount
from graphmem.model.time import Precision, TimeInterval

_REACH = 50  # characters before an expression in which its modifiers are sought
_DIVISIBLE = frozenset(
    {Precision.WEEK, Precision.MONTH, Precision.SEASON, Precision.YEAR, Precision.DECADE}
)
_THIRDS = {"early": 0, "beginning": 0, "start": 0, "mid": 1, "middle": 1, "late": 2, "end": 2}

Modify = Callable[[re.Match[str], Reading], Reading | None]


@dataclass(frozen=True, slots=True)
class Found:
    """An expression at its place in the text."""

    start: int
    end: int
    reading: Reading


def ending(template: str) -> re.Pattern[str]:
    """A pattern for what stands right before an expression."""
    pattern = compile_pattern(template, whole_words=False).pattern
    return re.compile(rf"(?<![\w-])(?:{pattern})$", re.IGNORECASE | re.ASCII)


def extend(text: str, found: Found, *, floor: int, ceiling: int) -> Found:
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
            found = Found(found.start - len(match.group()), found.end, reading)
    return _with_preposition(text, found, floor=floor)


def _with_preposition(text: str, found: Found, *, floor: int) -> Found:
    if found.reading.phrase is None or _DEICTIC.match(text, found.start):
        return found  # "the place I volunteer at", "what is going on"
    match = _PREPOSITION.search(text[max(floor, found.start - _REACH) : found.start])
    return Found(found.start - len(match.group()), found.end, found.reading) if match else found


def _with_part_of_day(text: str, found: Found, *, ceiling: int) -> Found:
    match = _PART_AFTER.match(text, found.end, ceiling)
    if match is None:
        return found
    reading = if_representable(lambda: _day_part(match, found.reading))
    return Found(found.start, match.end(), reading) if reading else found


def _day_part(match: re.Match[str], reading: Reading) -> Reading | None:
    """The date stays the answer; the interval narrows to the part of the day."""
    day = reading.interval
    if day is None or day.precision is not Precision.DAY or day.width != spans.DAY:
        return None
    return replace(reading, interval=spans.part_of_day(day.start, match["part"].lower()))


def _third_of(match: re.Match[str], reading: Reading) -> Reading | None:
    """Early, mid or late: a third of the period."""
    whole = reading.interval
    if whole is None or whole.precision not in _DIVISIBLE:
        return None
    word = match["part"].lower()
    interval = spans.third(whole, _THIRDS[word])
    return replace(at(interval, _name_third(word, reading.phrase or "")), explicit=reading.explicit)


def _name_third(word: str, whole: str) -> str:
    if word not in ("early", "mid", "late"):
        return f"the {word} of {whole}"
    the = "the " if whole.startswith("the ") else ""
    return f"{the}{word}{'-' if word == 'mid' else ' '}{whole.removeprefix('the ')}"


def _week_of(match: re.Match[str], reading: Reading) -> Reading | None:
    day = reading.interval
    if day is None or day.precision is not Precision.DAY:
        return None
    unit = match["unit"].lower()
    interval = spans.week(day.start) if unit == "week" else spans.weekend(day.start)
    phrase = f"the {unit} of {reading.date_phrase}"
    return replace(at(interval, phrase), explicit=reading.explicit)


def _moved(match: re.Match[str], reading: Reading) -> Reading | None:
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


def _related(match: re.Match[str], reading: Reading) -> Reading | None:
    """Since and until keep the named period whole, before and after leave it out."""
    named = reading.interval
    if named is None or reading.phrase is None:  # "up to lately"
        return None
    approximate = named.precision is Precision.APPROXIMATE
    dates = reading.phrase if approximate else reading.date_phrase
    relation = Relation(next(name for name, word in match.groupdict().items() if word))
    word = "from" if match.group().lower().startswith("not") else relation
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
