"""The worker of a `Memory`, where it has one, and what it knows of its space's backlog."""

import atexit
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from graphmem.errors import InputError
from graphmem.ingest.worker import Pace, Worker
from graphmem.model.backlog import Backlog
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.waiting import backlog, due_spaces

if TYPE_CHECKING:
    # What reads language takes a second to import, which nobody should wait for who only asks.
    from graphmem.ingest.ingester import Ingester

_LOOK_SECONDS = 0.05
_PATIENCE_SECONDS = 60.0  # for the next attempt, of who waits without a timeout


class Background:
    """The backlog of one space, and a worker for it where one is started."""

    def __init__(
        self, database: Database, ingester: Callable[[], "Ingester"], settings: Settings
    ) -> None:
        self._database = database
        self._ingester = ingester
        self._space = settings.space
        self._pace = Pace(settings.quiet_seconds, settings.most_waiting)
        self._words = settings.llm_model is not None
        self._worker: Worker | None = None

    def start(self) -> None:
        """Begin to extract by itself what waits."""
        self._worker = Worker(
            lambda: due_spaces(
                self._database,
                [self._space],
                most=self._pace.most_waiting,
                wording=self._words,
            ),
            lambda _, progress: self._ingester().extract_some(progress=progress),
            pace=self._pace,
        )
        self._worker.start()
        # Whoever forgets to close must not have a thread die in the middle of the driver.
        atexit.register(self.close)

    def told(self) -> None:
        """Something was recorded."""
        if self._worker is not None:
            self._worker.told()

    def waiting(self) -> Backlog:
        """The backlog now."""
        return backlog(self._database, self._space)

    def wait(self, timeout: float | None) -> bool:
        """True as soon as nothing waits; False where the time is up, or a failure waits longer.

        Raises `InputError` for a negative timeout.
        """
        if timeout is not None and not timeout >= 0:
            raise InputError(
                f"A timeout of {timeout} seconds is no time to wait.",
                next_step="Give 0 or more seconds, or none to wait until nothing waits.",
            )
        until = None if timeout is None else time.monotonic() + timeout
        gives_up: float | None = None
        while True:
            found, now = self.waiting(), time.monotonic()
            if found.empty:
                return True
            if not found.stuck:
                gives_up = None
            elif gives_up is None:
                gives_up = now + _PATIENCE_SECONDS
            end = gives_up if until is None else until
            if end is not None and (now >= end or (found.stuck and _is_later(found, end - now))):
                return False
            if self._worker is not None:
                self._worker.hurry(self._space)
            time.sleep(_LOOK_SECONDS)

    def close(self) -> None:
        """Stop the worker; what it leaves waits in the graph."""
        if self._worker is not None:
            atexit.unregister(self.close)
            self._worker.close()
            self._worker = None


def _is_later(found: Backlog, seconds: float) -> bool:
    """Whether nothing of what failed is tried again within so many seconds."""
    return found.pause is None or found.pause > seconds
