"""The worker process: extracts what waits in the spaces of a database, until it is to stop."""

import logging
import signal
from collections.abc import Callable, Sequence
from queue import SimpleQueue

from graphmem import telemetry
from graphmem.clients.http.logs import event, write_logs
from graphmem.clients.http.memories import Memories
from graphmem.ingest.worker import Pace, Silent, Worker
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings

_log = logging.getLogger(__name__)


class _Logged(Silent):
    """Logs the runs that were done; failures the worker logs itself."""

    def ended(
        self,
        space: str,  # noqa: ARG002 - names of spaces are not logged
        receipt: Receipt | None,
        error: Exception | None,  # noqa: ARG002
    ) -> None:
        """A run of a space has ended, with what it gave or why it failed."""
        if receipt is not None and receipt.workspace is not None:
            event(_log, "extracted", sessions=receipt.workspace.sessions)


def work(
    settings: Settings,
    *,
    spaces: Sequence[str] = (),
    threads: int,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Extract what waits in these spaces, or in all, until SIGINT or SIGTERM.

    What is under way then ends at its next step, and the rest waits in the graph. ``started`` is
    called when it looks for the first time. Raises what opening a memory raises.
    """
    write_logs()
    tell_the_rest = telemetry.start()
    memories = Memories(settings)
    signals: SimpleQueue[int] = SimpleQueue()  # whose put a signal may interrupt
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda number, _: signals.put(number))
    worker = Worker(
        lambda: memories.waiting(spaces or None),
        memories.extract,
        pace=Pace(settings.quiet_seconds, settings.most_waiting),
        threads=threads,
        observer=_Logged(),
    )
    try:
        memories.open()
        worker.start()
        event(_log, "working", threads=threads)
        started()
        signals.get()
        event(_log, "stopping")
    finally:
        worker.close()
        memories.close()
        tell_the_rest()
