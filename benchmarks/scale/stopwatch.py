"""Seconds of what is done again and again, and the points of many."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def stopwatch(seconds: list[float]) -> Iterator[None]:
    """Add the seconds that the block takes, unless it raises."""
    begun = time.perf_counter()
    yield
    seconds.append(time.perf_counter() - begun)


def point(seconds: Sequence[float], share: float) -> float:
    """The value below which such a share of the values lies."""
    return sorted(seconds)[int(len(seconds) * share)]
