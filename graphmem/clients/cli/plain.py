"""Progress where there is no terminal: a line for what is done, and now and then one before."""

import time
from collections.abc import Callable
from dataclasses import dataclass

_SECONDS_BETWEEN_LINES = 5.0


@dataclass(slots=True)
class _Stage:
    told_at: float
    begun: bool = False  # whether its beginning was told: it is one step, and may take long
    line: str = ""


class PlainProgress:
    """Writes a line for each stage that is done, none twice, and none of nothing to do.

    What is done is told once another stage begins, since a stage may go on with more of the same;
    `close` tells the last. A stage that takes long is told of every five seconds.
    """

    def __init__(
        self, write: Callable[[str], None], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._write = write
        self._now = now
        self._stages: dict[str, _Stage] = {}
        self._held: tuple[_Stage, str] | None = None

    def __call__(self, stage: str, done: int, total: int | None, /) -> None:
        """``done`` of ``total`` in ``stage``."""
        if total == 0:
            return
        known = self._stages.get(stage)
        if known is None or (self._held is not None and self._held[0] is not known):
            self.close()
        if known is None:
            known = self._stages[stage] = _Stage(told_at=self._now())
        if done == 0:
            if total == 1:
                self._tell(known, stage)
                known.begun = True
            return
        line = f"{stage}: {done:,}" + (f" of {total:,}" if total else "")
        if done == total:
            self._held = None if known.begun else (known, line)
            known.begun = False
        elif self._now() - known.told_at >= _SECONDS_BETWEEN_LINES:
            self._tell(known, line)

    def close(self) -> None:
        """Tell what is done and was not told yet."""
        if self._held is not None:
            self._tell(*self._held)
            self._held = None

    def _tell(self, stage: _Stage, line: str) -> None:
        stage.told_at = self._now()
        if line != stage.line:
            stage.line = line
            self._write(line)
