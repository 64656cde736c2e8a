"""A worker that extracts what waits, by itself: after a pause in the talk, or so many turns."""

import logging
import time
from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import NamedTuple, Protocol

from graphmem.errors import GraphMemError
from graphmem.ingest.lease import StoppedError
from graphmem.model.backlog import ExtractionProgress
from graphmem.model.progress import Progress
from graphmem.model.receipt import Receipt
from graphmem.store.waiting import DueSpace

_log = logging.getLogger(__name__)

LOOK_SECONDS = 1.0  # between two looks for what other processes recorded
_RETRY_SECONDS = 1.0
_LONGEST_POLL = 30.0  # where looking fails
_SOON_SECONDS = 0.05
_STOP_SECONDS = 10.0

Look = Callable[[], Sequence[DueSpace]]
Extract = Callable[[str, Progress], Receipt | None]


class Pace(NamedTuple):
    """When what waits is extracted: after ``quiet_seconds`` without a turn, or so many turns."""

    quiet_seconds: float = 2.0
    most_waiting: int = 48

    def seconds_left(self, due: DueSpace) -> float:
        """Seconds a space may still wait; 0 or less where it is time."""
        if due.quiet is None or due.turns >= self.most_waiting:
            return 0.0
        return self.quiet_seconds - due.quiet


class Observer(Protocol):
    """Told of what a worker does; called from its threads."""

    def waiting(self, found: Sequence[DueSpace]) -> None:
        """Notes the backlog as it was seen."""

    def step(self, space: str, step: ExtractionProgress) -> None:
        """Notes the progress of a space's extraction."""

    def ended(self, space: str, receipt: Receipt | None, error: Exception | None) -> None:
        """A run of a space has ended, with what it gave or why it failed."""


class Silent:
    """Observes nothing."""

    def waiting(self, found: Sequence[DueSpace]) -> None:
        """Nothing."""

    def step(self, space: str, step: ExtractionProgress) -> None:
        """Nothing."""

    def ended(self, space: str, receipt: Receipt | None, error: Exception | None) -> None:
        """Nothing."""


class Worker:
    """Extracts the spaces that ``look`` finds, on threads that keep no process alive.

    What is to be done is in the graph: a worker that ends at any moment loses nothing, and the
    next one, here or in another process, goes on. It looks every ``look_every`` seconds, and
    sooner where a space it knows of is due sooner.
    """

    def __init__(
        self,
        look: Look,
        extract: Extract,
        *,
        pace: Pace,
        threads: int = 1,
        observer: Observer | None = None,
        look_every: float = LOOK_SECONDS,
    ) -> None:
        self._look = look
        self._extract = extract
        self._pace = pace
        self._observer: Observer = observer or Silent()
        self._changed = Condition()
        self._stopping = False
        self._busy: set[str] = set()
        self._hurried: set[str] = set()
        self._begun: dict[str, float] = {}
        self._put_off: dict[str, float] = {}
        self._look_every = self._poll = look_every
        self._sees = True
        self._threads = [
            Thread(target=self._run, name=f"graphmem-worker-{number}", daemon=True)
            for number in range(1, threads + 1)
        ]

    def start(self) -> None:
        """Begin to work."""
        for thread in self._threads:
            thread.start()

    def hurry(self, space: str) -> None:
        """Extract what waits in a space now, without waiting for a pause."""
        with self._changed:
            self._hurried.add(space)
            self._put_off.pop(space, None)
            self._changed.notify_all()

    def told(self, space: str | None = None) -> None:  # noqa: ARG002 - it looks at all of them
        """Look again: something was recorded here."""
        with self._changed:
            self._changed.notify_all()

    @property
    def stopping(self) -> bool:
        """True if it was told to stop."""
        return self._stopping

    def stop(self) -> None:
        """Begin to stop: what is under way ends at its next step, and the rest waits."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()

    def close(self) -> None:
        """Stop, and wait for what is under way to reach a step, for some seconds at most."""
        self.stop()
        until = time.monotonic() + _STOP_SECONDS
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))

    def _run(self) -> None:
        while not self._stopping:
            space, pause = self._next()
            if space is None:
                with self._changed:
                    if not self._stopping:
                        self._changed.wait(pause)
                continue
            self._work(space)

    def _next(self) -> tuple[str | None, float]:
        """A space that is due and nobody works on here, or how long to wait for one."""
        try:
            found = self._look()
        except GraphMemError as error:
            if self._sees:
                _log.warning("what waits cannot be seen: %s", type(error).__name__)
            self._sees = False
            self._poll = max(self._look_every, min(2 * self._poll, _LONGEST_POLL))
            return None, self._poll
        self._sees, self._poll = True, self._look_every
        self._observer.waiting(found)
        now = time.monotonic()
        with self._changed:
            self._hurried &= {due.space for due in found}
            # Whichever had its turn longest ago, so that no space keeps another from its own.
            ordered = sorted(found, key=lambda due: self._begun.get(due.space, 0.0))
            pause = self._look_every
            for due in ordered:
                if due.space in self._busy or due.taken:
                    continue
                left = max(
                    0.0 if due.space in self._hurried else self._pace.seconds_left(due),
                    self._put_off.get(due.space, 0.0) - now,
                )
                if left <= 0 and not self._stopping:
                    self._busy.add(due.space)
                    self._begun[due.space] = now
                    return due.space, 0.0
                pause = min(pause, max(left, _SOON_SECONDS))
            return None, pause

    def _work(self, space: str) -> None:
        receipt: Receipt | None = None
        failure: Exception | None = None
        try:
            receipt = self._extract(space, self._progress(space))
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - it is told, and the other spaces go on
            failure = error
            # Only the kind: what an error says may hold words of a turn.
            _log.error("extraction failed: %s", type(error).__name__)
        with self._changed:
            self._busy.discard(space)
            # The graph knows when to try again, unless it could not be told, or another is at it.
            if receipt is None:
                self._put_off[space] = time.monotonic() + _RETRY_SECONDS
            else:
                self._put_off.pop(space, None)
        self._observer.ended(space, receipt, failure)

    def _progress(self, space: str) -> Progress:
        def report(stage: str, done: int, total: int | None, /) -> None:
            require_going(self._stopping)
            self._observer.step(space, ExtractionProgress(stage, done, total))

        return report


def require_going(stopping: bool) -> None:
    """Raise `StoppedError` at a step of work that is to stop."""
    if stopping:
        raise StoppedError("It is to stop.", next_step="What is left waits in the graph.")
