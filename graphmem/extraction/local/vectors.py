"""The vectors of a turn's words, in their context."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphmem.extraction.local.network import Array

if TYPE_CHECKING:
    from graphmem.adapters.onnx_encoder import OnnxEncoder

DIMENSION = 384


class TurnVectors(NamedTuple):
    """Two vectors for each word piece; ``spans`` are half-open ranges of the turn's characters.

    Those of ``inner`` are of a layer further in, which tells more of the word than of the turn.
    """

    spans: Sequence[tuple[int, int]]
    vectors: Array
    inner: Array

    def of(self, start: int, end: int) -> Array:
        """The mean of the pieces of these characters; zero where there are none."""
        return _mean(self.vectors, self._inside(start, end))

    def inner_of(self, start: int, end: int) -> Array:
        """The same of the inner vectors."""
        return _mean(self.inner, self._inside(start, end))

    def _inside(self, start: int, end: int) -> list[int]:
        return [
            place for place, (begin, stop) in enumerate(self.spans) if begin < end and stop > start
        ]


def _mean(rows: Array, places: Sequence[int]) -> Array:
    if not places:
        return np.zeros(DIMENSION, dtype=np.float32)
    found: Array = rows[places].mean(axis=0, dtype=np.float32)
    return found


ReadVectors = Callable[[Sequence[str]], list[TurnVectors]]
"""What gives the vectors of texts' words."""


def word_vectors(encoder: "OnnxEncoder") -> ReadVectors:
    """A reader of the vectors of a text's words, for the networks."""

    def encode(texts: Sequence[str]) -> list[TurnVectors]:
        return [TurnVectors(*one) for one in encoder.token_vectors(texts)]

    return encode
