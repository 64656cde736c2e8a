"""Runs work in the background while the caller waits for something else."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread


@contextmanager
def in_background(work: Callable[[], object]) -> Iterator[None]:
    """Do ``work`` beside the block, which ends no earlier than it.

    For what fills a memory that is asked afterwards: an error is not told here, since whoever needs
    the outcome meets it again.
    """

    def run() -> None:
        try:
            work()
        except Exception:  # noqa: BLE001 - as told above
            return

    thread = Thread(target=run, name="graphmem-meanwhile", daemon=True)
    thread.start()
    try:
        yield
    finally:
        thread.join()
