"""How long each phase of a search took."""

import time


class Stopwatch:
    """Adds the time since the last lap to a phase."""

    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self._phases: dict[str, float] = {}

    def lap(self, phase: str) -> None:
        """A phase ends here."""
        now = time.perf_counter()
        self._phases[phase] = self._phases.get(phase, 0.0) + (now - self._last) * 1_000
        self._last = now

    def milliseconds(self) -> dict[str, float]:
        """By phase, and in ``total``."""
        return self._phases | {"total": (time.perf_counter() - self._begun) * 1_000}
