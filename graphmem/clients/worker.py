"""The worker process: extracts what waits in the spaces of a database, until it is to stop."""

import logging
import signal
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from queue import SimpleQueue

from graphmem import telemetry
from graphmem.clients.http.logs import event, write_logs
from graphmem.clients.http.memories import Memories
from graphmem.clients.task_queue import task_queue
from graphmem.errors import InputError
from graphmem.ingest.lease import StoppedError
from graphmem.ingest.worker import LOOK_SECONDS, Pace, Silent, Worker, require_going
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings
from graphmem.store.waiting import DueSpace

_log = logging.getLogger(__name__)

# Beside a queue the graph is looked through so seldom, for what no message has told of by then.
_LATE_SECONDS = 30.0
_TAKEN_SECONDS = 1.0  # until a space is tried again that another worker is at
_SOON_SECONDS = 0.05


class _Logged(Silent):
    """Logs the runs that were done; failures the worker logs itself."""

    def ended(
        self,
        space: str,  # noqa: ARG002 - names of spaces are not logged
        receipt: Receipt | None,
        error: Exception | None,  # noqa: ARG002
    ) -> None:
        """A run of a space has ended, with what it gave or why it failed."""
        if receipt is not None:
            _log_extraction(receipt)


def _log_extraction(receipt: Receipt) -> None:
    if receipt.workspace is not None:
        event(_log, "extracted", sessions=receipt.workspace.sessions)


class QueuedWork:
    """Attempts the spaces that the messages of a queue name; an `Attempt` of `TaskQueue`."""

    def __init__(
        self,
        memories: Memories,
        pace: Pace,
        *,
        tell: Callable[[Receipt], None] = lambda _: None,
    ) -> None:
        self._memories = memories
        self._pace = pace
        self._tell = tell
        self._stopping = False

    def __call__(self, space: str, now: bool) -> float | None:
        """Extract a part of what waits in a space, if it is time.

        Gives the seconds after which it is to be tried again, None where nothing waits. ``now``
        tells that it does not wait for a pause in the talk. Raises what extraction raises.
        """
        due = self._due(space)
        if due is None:  # a message that came twice, or late
            return None
        if due.taken:
            return _TAKEN_SECONDS
        if not now and (left := self._pace.seconds_left(due)) > 0:
            return left
        try:
            receipt = self._memories.extract(space, self._step)
        except StoppedError:
            return 0.0
        if receipt is not None:
            self._tell(receipt)
        rest = self._due(space)
        if rest is None:
            return None
        # What a run does not make less is no work for the next a moment later.
        least = _SOON_SECONDS if rest.turns < due.turns else _TAKEN_SECONDS
        return least if now else max(least, self._pace.seconds_left(rest))

    def stop(self) -> None:
        """Begin to stop: what is under way ends at its next step."""
        self._stopping = True

    def _due(self, space: str) -> DueSpace | None:
        return next(iter(self._memories.waiting([space])), None)

    def _step(self, stage: str, done: int, total: int | None, /) -> None:  # noqa: ARG002
        require_going(self._stopping)


def work(
    settings: Settings,
    *,
    spaces: Sequence[str] = (),
    threads: int,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Extract what waits in these spaces, or in all, until SIGINT or SIGTERM.

    Where the settings name a queue, its messages tell where something waits, and the graph is
    looked through every half a minute for what they have not told of. What is under way at the end
    ends at its next step, and the rest waits in the graph. ``started`` is called when it looks for
    the first time. Raises `InputError` for a queue and spaces, and what opening a memory raises.
    """
    queue = task_queue(settings)
    if queue is not None and spaces:
        raise InputError(
            "A queue hands out every space, not only some.",
            next_step="Leave out --only, or --queue: without a queue a worker looks by itself.",
        )
    write_logs()
    memories = Memories(settings)
    signals: SimpleQueue[int] = SimpleQueue()  # whose put a signal may interrupt
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda number, _: signals.put(number))
    pace = Pace(settings.quiet_seconds, settings.most_waiting)
    queued = QueuedWork(memories, pace, tell=_log_extraction)
    late = pace._replace(quiet_seconds=settings.quiet_seconds + _LATE_SECONDS)
    worker = Worker(
        lambda: memories.waiting(spaces or None),
        memories.extract,
        pace=pace if queue is None else late,
        threads=threads,
        observer=_Logged(),
        look_every=LOOK_SECONDS if queue is None else _LATE_SECONDS,
    )
    with ExitStack() as at_the_end:
        at_the_end.callback(telemetry.start())
        at_the_end.callback(memories.close)
        at_the_end.callback(worker.close)
        memories.open()
        worker.start()
        if queue is not None:
            at_the_end.callback(queue.close)
            at_the_end.callback(queued.stop)
            queue.start(queued, threads=threads)
        at_the_end.callback(worker.stop)
        event(_log, "working", threads=threads)
        started()
        signals.get()
        event(_log, "stopping")
