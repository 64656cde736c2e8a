"""BM25 of a question's words, over the candidates themselves.

Lucene's statistics run over every space of a database, so they never reach a score; over a
hundred candidates the same formula ranks as well.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from graphmem.language.words import stem, words

_K1 = 1.2
_B = 0.75
_MOST = 1.5  # of a term's weight: what a short text that repeats it comes near to
_CACHED = 20_000


class Stems(NamedTuple):
    """The stems of a text counted, and how many words it has."""

    counts: Mapping[str, int]
    length: int


@lru_cache(maxsize=_CACHED)
def stems_of(text: str) -> Stems:
    """Count the stems of a text; remembered, since the same turns are candidates again."""
    found = [stem(word) for word in words(text)]
    return Stems(Counter(found), len(found))


class Bm25:
    """The words of a question, each weighed by how few of ``texts`` have it."""

    def __init__(self, terms: Sequence[str], texts: Sequence[Stems]) -> None:
        count = len(texts)
        self._rarity: dict[str, float] = {}
        for term in dict.fromkeys(stem(word) for word in terms):
            having = sum(term in text.counts for text in texts)
            self._rarity[term] = math.log(1 + (count - having + 0.5) / (having + 0.5))
        self._most = _MOST * sum(self._rarity.values())

    def fits(self, texts: Sequence[Sequence[Stems]]) -> list[float]:
        """BM25 of each text, as a share (mostly 0 to 1) of what the question's words can reach.

        A text is given in parts, which count as one.
        """
        if not self._most or not texts:
            return [0.0] * len(texts)
        lengths = [sum(part.length for part in parts) for parts in texts]
        average = sum(lengths) / len(texts) or 1.0
        return [
            self._fit(parts, _K1 * (1 - _B + _B * length / average)) / self._most
            for parts, length in zip(texts, lengths, strict=True)
        ]

    def _fit(self, parts: Sequence[Stems], length: float) -> float:
        total = 0.0
        for term, rarity in self._rarity.items():
            count = 0
            for part in parts:
                count += part.counts.get(term, 0)
            if count:
                total += rarity * count * (_K1 + 1) / (count + length)
        return total
