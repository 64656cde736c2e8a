"""Claims that a turn does not bear out, made from such as it does by another detail."""

import random
import re
from collections.abc import Iterator, Sequence

from graphmem.language.time.vocabulary import MONTH_NAMES, WEEKDAY_NAMES
from training.details import Details, put

_MONTHS = tuple(name.title() for name in MONTH_NAMES)
_WEEKDAYS = tuple(name.title() for name in WEEKDAY_NAMES)
_AUXILIARY = re.compile(
    r"(?<!\bto )\b(?P<verb>is|are|was|were|has|have|will|can|could|should|does|did|must)\b"
    r"(?P<not> not\b)?"
)
_NUMBER = re.compile(r"(?<![\w.,:£$€/-])\d[\d,]*(?:\.\d+)?(?![\w:/-]|[.,]\d)")
_YEARS = range(1900, 2101)
_FEW = 40
_STEPS = (-3, -2, -1, 1, 2, 3, 5, 10)
_SHARES = (0.5, 0.8, 1.1, 1.2, 2)


def altered(
    claim: str, details: Details, drawn: random.Random, *, borne_out: Sequence[str]
) -> str | None:
    """The claim with one detail put for another, or None where it has none that could be.

    What is put is in none of the texts ``borne_out``, which are what the turn says.
    """
    ways = list(_ways(claim, details, drawn, borne_out))
    return drawn.choice(ways) if ways else None


def _ways(
    claim: str, details: Details, drawn: random.Random, borne_out: Sequence[str]
) -> Iterator[str]:
    for _, was, other in details.altered(claim, drawn, without="", never_in=borne_out, dated=True):
        yield put(claim, was, other)
    said = "\n".join(borne_out)
    for words in (_MONTHS, _WEEKDAYS):
        there = [word for word in words if re.search(rf"\b{word}\b", claim)]
        others = [word for word in words if word not in said and word not in there]
        if there and others:
            yield re.sub(rf"\b{drawn.choice(there)}\b", drawn.choice(others), claim, count=1)
    numbers = list(_NUMBER.finditer(claim))
    if numbers:
        number = drawn.choice(numbers)
        yield claim[: number.start()] + _another(number[0], drawn) + claim[number.end() :]
    auxiliary = _AUXILIARY.search(claim)
    if auxiliary is not None:
        yield claim[: auxiliary.start()] + _turned(auxiliary) + claim[auxiliary.end() :]


def _another(number: str, drawn: random.Random) -> str:
    """A number of the same size that is not this one."""
    value = float(number.replace(",", ""))
    if not value.is_integer():
        return f"{value * drawn.choice((0.5, 0.9, 1.2)) + 0.1:.1f}"
    if value < _FEW or (int(value) in _YEARS and "," not in number):
        return str(drawn.choice([int(value) + step for step in _STEPS if value + step >= 0]))
    other = int(value * drawn.choice(_SHARES))
    return f"{other:,}" if "," in number else str(other)


def _turned(auxiliary: re.Match[str]) -> str:
    return auxiliary["verb"] if auxiliary["not"] else f"{auxiliary['verb']} not"
