"""The turns that are nearest to a text, by meaning and by words."""

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from training.reader.examples import SpokenTurn

_USUAL_WORDS = 8


Encode = Callable[[Sequence[str]], list[list[float]]]


class Nearest:
    """The turns of one conversation, encoded once, into vectors of unit length."""

    def __init__(self, turns: Sequence[SpokenTurn], encode: Encode) -> None:
        texts = [f"{turn.speaker}: {turn.text}" for turn in turns]
        self._encode = encode
        self._vectors = np.asarray(encode(texts), dtype=np.float32)
        self._words = [_words(text) for text in texts]
        counts = Counter(word for words in self._words for word in words)
        self._rare = {word: math.log(len(texts) / count) for word, count in counts.items()}

    def to(self, texts: Sequence[str], *, by_meaning: int, by_words: int) -> list[tuple[int, ...]]:
        """For each text the places of the nearest by meaning, then others by words, best first."""
        if not texts:
            return []
        cosines = np.asarray(self._encode(texts), dtype=np.float32) @ self._vectors.T
        found = []
        for text, row in zip(texts, cosines, strict=True):
            meant = np.argsort(-row)[:by_meaning].tolist()
            worded = np.argsort(-self._shared(text))[:by_words].tolist()
            found.append((*meant, *(place for place in worded if place not in meant)))
        return found

    def _shared(self, text: str) -> NDArray[np.float64]:
        asked = _words(text)
        return np.array([
            sum(self._rare[word] for word in words & asked) / math.sqrt(_USUAL_WORDS + len(words))
            for words in self._words
        ])  # fmt: skip


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z0-9]+", text.lower()))
