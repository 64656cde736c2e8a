"""Text to vectors: what every encoder can do, and the name of the default model."""

from collections.abc import Sequence
from typing import Protocol

DEFAULT_MODEL = "all-MiniLM-L6-v2"
# Known without loading it: a command that encodes nothing needs no runtime.
DEFAULT_DIMENSION = 384


class Encoder(Protocol):
    """Turns texts into vectors of unit length; ``model`` names what the vectors are of."""

    model: str
    dimension: int

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in order."""
