"""Weights in files, and what the packaged model calls those of a layer; needs NumPy alone."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

BASE_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "o": "attention.output.dense",
    "n1": "attention.output.LayerNorm",
    "i": "intermediate.dense",
    "f": "output.dense",
    "n2": "output.LayerNorm",
}
"""The parts of a layer by our short names."""
_LARGE = 100_000  # numbers of a matrix that is rounded
_LARGEST, _LEAST = 127, 1e-8
_SCALE = ".scale"


def read_weights(path: Path) -> dict[str, Any]:
    """What `write_weights` wrote, in full precision."""
    with np.load(path) as held:
        return {
            name: held[name].astype(np.float32)
            * (held[f"{name}{_SCALE}"] if f"{name}{_SCALE}" in held.files else 1)
            for name in held.files
            if not name.endswith(_SCALE)
        }


def write_weights(weights: Mapping[str, Any], path: Path) -> None:
    """Matrices as eight-bit integers with one scale for each row; all else as it is."""
    rounded: dict[str, Any] = {}
    for name, values in weights.items():
        if values.ndim == 2 and values.size > _LARGE:
            scale = np.abs(values.astype(np.float32)).max(axis=1, keepdims=True) / _LARGEST
            scale = np.maximum(scale, _LEAST)
            rounded[name] = np.round(values / scale).astype(np.int8)
            rounded[f"{name}{_SCALE}"] = scale.astype(np.float32)
        else:
            rounded[name] = values
    np.savez(path, **rounded)
