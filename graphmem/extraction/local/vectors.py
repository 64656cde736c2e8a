"""The vectors of a turn's words, in their context."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from graphmem.extraction.local.network import Array

if TYPE_CHECKING:
    from graphmem.adapters.onnx_encoder import OnnxEncoder

DIMENSION = 384


class TurnVectors(NamedTuple):
    """One vector for each word piece; ``spans`` are half-open ranges of the turn's characters."""

    spans: Sequence[tuple[int, int]]
    vectors: Array

    def of(self, start: int, end: int) -> Array:
        """The mean of the pieces of these characters; zero where there are none."""
        inside = [
            place for place, (begin, stop) in enumerate(self.spans) if begin < end and stop > start
        ]
        if not inside:
            return np.zeros(DIMENSION, dtype=np.float32)
        found: Array = self.vectors[inside].mean(axis=0, dtype=np.float32)
        return found


ReadVectors = Callable[[Sequence[str]], list[TurnVectors]]
"""What gives the vectors of texts' words."""


def word_vectors(encoder: "OnnxEncoder") -> ReadVectors:
    """What gives the networks the vectors of a text's words."""

    def encode(texts: Sequence[str]) -> list[TurnVectors]:
        return [TurnVectors(one.spans, one.vectors) for one in encoder.token_vectors(texts)]

    return encode
