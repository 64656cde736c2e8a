"""Lengths of time, which last until now unless the talk is of the future: for four years."""

import re
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.amounts import TAIL, UNIT_WORDS, read_span
from graphmem.language.time.model import Relation
from graphmem.language.time.phrasing import write_day, write_month
from graphmem.language.time.reading import Place, Reading, Rule
from graphmem.language.time.vocabulary import pattern
from graphmem.model.time import Precision, TimeInterval

_PRECISIONS = {
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "month": Precision.MONTH,
    "year": Precision.YEAR,
    "decade": Precision.YEAR,
}


def _length(match: re.Match[str], place: Place) -> Reading:
    """The words are the answer to "how long"; the date phrase answers "since when"."""
    amount, unit = read_span(match)
    words = " ".join(match["words"].lower().split())
    if unit not in _PRECISIONS or place.is_future:
        return Reading(None, words, None, Relation.FOR)
    exact = spans.midnight(spans.shift(place.said_at, -amount.high, unit))
    start = _earliest(exact, unit, whole=amount.exact and float(amount.high).is_integer())
    interval = TimeInterval(
        start=start,
        end=spans.midnight(place.said_at) + spans.DAY,
        precision=_PRECISIONS[unit] if amount.exact else Precision.APPROXIMATE,
    )
    coarse = "month" if unit == "year" and amount.high < 2 else unit
    since = f"since {_beginning(exact, coarse)}" if amount.low == amount.high else None
    return Reading(interval, words, since, Relation.FOR)


def _earliest(start: datetime, unit: str, *, whole: bool) -> datetime:
    """A length in whole months or years is no more exact: "for a year" may begin in any month."""
    if not whole or unit not in ("month", "year"):
        return start
    return start.replace(day=1) if unit == "month" else start.replace(month=1, day=1)


def _beginning(start: datetime, unit: str) -> str:
    if unit in ("year", "decade"):
        return str(start.year)
    return write_month(start) if unit == "month" else write_day(start)


_LENGTH = (
    r"(?P<words>(?:(?:HEDGE|just) ){0,2}(?!a (?:minute|day)\b)"
    r"(?P<amount>AMOUNT) (?P<unit>UNIT)"
    rf"{TAIL})"
)
_NOT_TAIL = r"(?! (?:old|ago|of age)\b)"

RULES = (
    Rule(
        pattern(rf"(?:for|after) {_LENGTH}(?: now)?{_NOT_TAIL}"),
        UNIT_WORDS,
        _length,
    ),
    Rule(
        pattern(rf"{_LENGTH} (?:now|already)"),
        frozenset({"now", "already"}),
        _length,
    ),
    Rule(
        pattern(r"for (?P<words>(?:many )?(?P<unit>(?:day|week|month|year|decade)s))(?: now)?"),
        UNIT_WORDS,
        _length,
    ),
)
