"""Weights in files, and what the packaged model calls those of a layer; needs NumPy alone."""

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


def read_weights(path: Path) -> dict[str, Any]:
    """The arrays of a file, in full precision."""
    with np.load(path) as held:
        return {name: held[name].astype(np.float32) for name in held.files}
