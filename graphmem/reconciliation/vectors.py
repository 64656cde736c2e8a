"""Vectors of texts, asked for in batches and compared to four decimals."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

_LAST_BITS = 1e-4

Encode = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class Vectors:
    """Unit vectors by text; what was not asked for before is encoded in one call."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, NDArray[np.float32]] = {}

    def add(self, texts: Iterable[str]) -> None:
        """Make these known."""
        missing = sorted(set(texts) - self._known.keys())
        if not missing:
            return
        rows = self._encode(missing)
        for text, row in zip(missing, rows, strict=True):
            self._known[text] = np.asarray(row, dtype=np.float32)

    def cosine(self, one: str, other: str) -> float:
        """Likeness of two known texts. Rounded: the last bits depend on the batch."""
        return round(float(self._known[one] @ self._known[other]), 4)

    def alike(self, texts: Sequence[str], at_least: float) -> list[tuple[int, int]]:
        """Places of every two known texts at least so alike, each pair once, in order."""
        if len(texts) < 2:
            return []
        matrix = np.stack([self._known[text] for text in texts])
        likeness = matrix @ matrix.T
        found = zip(*np.nonzero(likeness >= at_least - _LAST_BITS), strict=True)
        return [
            (int(i), int(j))
            for i, j in found
            if i < j and round(float(likeness[i, j]), 4) >= at_least
        ]
