"""Seconds by stage."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from graphmem.model.receipt import Stages


class Clock:
    """Seconds by stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._begun = time.perf_counter()

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Add the time of the block to the stage."""
        begun = time.perf_counter()
        try:
            yield
        finally:
            elapsed = time.perf_counter() - begun
            self.seconds[name] = self.seconds.get(name, 0.0) + elapsed

    @contextmanager
    def inner_stage(self, name: str, *, of: str) -> Iterator[None]:
        """Add the time of the block to the stage, and take it from the one around it."""
        begun = time.perf_counter()
        try:
            with self.stage(name):
                yield
        finally:
            self.seconds[of] = self.seconds.get(of, 0.0) - (time.perf_counter() - begun)

    def stages(self) -> Stages:
        """All stages so far, and the time since the clock was made."""
        return Stages(**self.seconds, total=time.perf_counter() - self._begun)
