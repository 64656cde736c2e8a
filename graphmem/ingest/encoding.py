"""Encoding and parsing of many texts at once, with as little padding as can be."""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import Lock
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from graphmem.model.progress import Progress

_SLICE = 512  # between two reports of progress

Encode = Callable[[Sequence[str]], list[list[float]]]


def encode_by_length(
    encode: Encode, texts: Sequence[str], *, stage: str, progress: Progress
) -> list[list[float]]:
    """One vector for each text, in order; equal texts are encoded once."""
    # Texts of like length share a batch, which then needs no padding.
    order = sorted(set(texts), key=lambda text: (-len(text), text))
    vectors: dict[str, list[float]] = {}
    for begin in range(0, len(order), _SLICE):
        slice_of_texts = order[begin : begin + _SLICE]
        vectors |= zip(slice_of_texts, encode(slice_of_texts), strict=True)
        progress(stage, len(vectors), len(order))
    return [vectors[text] for text in texts]


class Remembered:
    """An encoder that keeps the vectors of the last texts; thread-safe.

    A plan that is made again, since others changed the space, finds its names here.
    """

    def __init__(self, encode: Encode, *, most: int = 10_000) -> None:
        self._encode = encode
        self._most = most
        self._lock = Lock()
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in order."""
        with self._lock:
            found = {text: self._known[text] for text in texts if text in self._known}
        new = [text for text in dict.fromkeys(texts) if text not in found]
        if new:
            found |= {
                text: np.asarray(vector, dtype=np.float32)
                for text, vector in zip(new, self._encode(new), strict=True)
            }
        with self._lock:
            for text in found:
                self._known[text] = found[text]
                self._known.move_to_end(text)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return [found[text].tolist() for text in texts]

    def forget(self) -> None:
        """Keep no text any longer."""
        with self._lock:
            self._known.clear()


Made = TypeVar("Made")


class Ahead(Generic[Made]):
    """Makes something of texts all at once, which is faster, and hands it out as asked for.

    Of a text that was not among them it is made when it is asked for.
    """

    def __init__(
        self, make: Callable[[Sequence[str]], Sequence[Made]], texts: Sequence[str] = ()
    ) -> None:
        self._make = make
        self._made: dict[str, Made] = {}
        self(texts)

    def __call__(self, texts: Sequence[str]) -> list[Made]:
        """One result for each text, in order."""
        missing = [text for text in dict.fromkeys(texts) if text not in self._made]
        if missing:
            self._made.update(zip(missing, self._make(missing), strict=True))
        return [self._made[text] for text in texts]
