"""Which statements of two annotations of one turn are the same.

A pair is as alike as the mean of two Dice coefficients: of the words of the two quotes, and of the
word stems of the two texts. The pairs of a turn are taken from the most alike down, each statement
once, as long as they are at least half alike; of pairs as alike the one that comes first in the
first annotation, then in the second. Subject, predicate, kind and all else that is compared
afterwards have no say.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import snowballstemmer

from graphmem.evaluation.corpus import GoldStatement

LEAST_ALIKE = 0.5

_WORD = re.compile(r"\w+")


class Pair(NamedTuple):
    """One statement as the first and as the second annotation has it."""

    first: GoldStatement
    second: GoldStatement


def matched(first: Sequence[GoldStatement], second: Sequence[GoldStatement]) -> Iterator[Pair]:
    """The statements of one turn that both annotations have."""
    scored = (
        (alike(one, other), here, there)
        for here, one in enumerate(first)
        for there, other in enumerate(second)
    )
    ranked = sorted(
        (pair for pair in scored if pair[0] >= LEAST_ALIKE),
        key=lambda pair: (-pair[0], pair[1], pair[2]),
    )
    taken_first: set[int] = set()
    taken_second: set[int] = set()
    for _, here, there in ranked:
        if here not in taken_first and there not in taken_second:
            taken_first.add(here)
            taken_second.add(there)
            yield Pair(first[here], second[there])


def alike(one: GoldStatement, other: GoldStatement) -> float:
    """How alike two statements of one turn are, from 0 to 1."""
    quotes = _dice(_words(one.quote), _words(other.quote))
    return (quotes + _dice(_stems(one.text), _stems(other.text))) / 2


def _dice(one: Counter[str], other: Counter[str]) -> float:
    size = one.total() + other.total()
    return 2 * (one & other).total() / size if size else 0.0


@cache
def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.casefold()))


@cache
def _stems(text: str) -> Counter[str]:
    return Counter(_stemmer().stemWords(_WORD.findall(text.casefold())))


@cache
def _stemmer() -> snowballstemmer.stemmer:
    return snowballstemmer.stemmer("english")
