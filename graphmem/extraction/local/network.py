"""Small fitted networks: standardised features, dense layers, and what comes out as probabilities.

They are fitted by `training/`, kept as arrays without code, and run by NumPy.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from graphmem.adapters.onnx_encoder import OnnxEncoder

Array = NDArray[np.float32]


class DenseNetwork(NamedTuple):
    """Dense layers with rectifiers between them.

    A feature is standardised by ``mean`` and ``scale``. ``labels`` name the outputs; where there
    is one output, it is the log-odds of a yes.
    """

    mean: Array
    scale: Array
    weights: tuple[Array, ...]
    biases: tuple[Array, ...]
    labels: tuple[str, ...] = ()

    def scores(self, features: Array) -> Array:
        """Log-odds, one row for each row of features."""
        values: Array = (features - self.mean) / self.scale
        last = len(self.weights) - 1
        for place, (weight, bias) in enumerate(zip(self.weights, self.biases, strict=True)):
            values = (values @ weight + bias).astype(np.float32)
            if place < last:
                values = np.maximum(values, 0).astype(np.float32)
        return values

    def probability(self, features: Array) -> Array:
        """The chance of a yes, for each row."""
        found = 1 / (1 + np.exp(-self.scores(features)[:, 0]))
        return found.astype(np.float32)

    def distribution(self, features: Array) -> Array:
        """The chance of each label, for each row."""
        scores = self.scores(features)
        chances: Array = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances


def pack(networks: Mapping[str, DenseNetwork]) -> dict[str, NDArray[np.generic]]:
    """Networks as arrays by name, weights in half precision."""
    packed: dict[str, NDArray[np.generic]] = {}
    for name, network in networks.items():
        packed[f"{name}.mean"] = network.mean.astype(np.float32)
        packed[f"{name}.scale"] = network.scale.astype(np.float32)
        packed[f"{name}.labels"] = np.array(network.labels, dtype=np.str_)
        for place, (weight, bias) in enumerate(zip(network.weights, network.biases, strict=True)):
            packed[f"{name}.weight{place}"] = weight.astype(np.float16)
            packed[f"{name}.bias{place}"] = bias.astype(np.float32)
    return packed


def unpack(arrays: Mapping[str, NDArray[np.generic]], name: str) -> DenseNetwork:
    """One network of what `pack` gave; raises `KeyError` where it is not among them."""
    layers: Sequence[int] = range(sum(key.startswith(f"{name}.weight") for key in arrays))
    return DenseNetwork(
        mean=arrays[f"{name}.mean"].astype(np.float32),
        scale=arrays[f"{name}.scale"].astype(np.float32),
        weights=tuple(arrays[f"{name}.weight{place}"].astype(np.float32) for place in layers),
        biases=tuple(arrays[f"{name}.bias{place}"].astype(np.float32) for place in layers),
        labels=tuple(str(label) for label in arrays[f"{name}.labels"]),
    )


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
