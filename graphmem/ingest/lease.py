"""Holding the lease of a space while it is extracted, so that no two processes do the same."""

import logging
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from uuid import uuid4

from graphmem.errors import GraphMemError, StoreError
from graphmem.model.progress import Progress, silent
from graphmem.store.database import Database
from graphmem.store.lock import note_stage, release_lease, renew_lease, take_lease

_log = logging.getLogger(__name__)

_RENEWALS = 3  # within the time of a lease, so that two may fail
_LOOK_SECONDS = 0.2
_NOTE_SECONDS = 1.0


class SpaceLease:
    """The lease of one space, for ``seconds`` at a time; renewed by a thread while it is held.

    A process that is killed keeps others out no longer than that. Losing it does no harm, as the
    graph takes nothing twice: the work is merely done twice.
    """

    def __init__(self, database: Database, space: str, *, seconds: float) -> None:
        self._database = database
        self._space = space
        self._seconds = seconds
        self._owners: set[str] = set()

    def give_back(self) -> None:
        """Give back what is held, whoever still works under it: they are not waited for."""
        for owner in tuple(self._owners):
            self._release(owner, None)

    @contextmanager
    def held(self, database: Database, *, progress: Progress = silent) -> Iterator[None]:
        """Hold the lease, taken through ``database``, after whoever does now."""
        owner = _new_owner()
        begun, told = time.monotonic(), -1
        while not self._take(database, owner):
            waited = int(time.monotonic() - begun)
            if waited > told:
                progress("seconds waited for another process that extracts", waited, None)
                told = waited
            time.sleep(_LOOK_SECONDS)
        with self._renewed(owner):
            try:
                yield
            finally:
                self._release(owner, None)

    @contextmanager
    def held_if_free(self) -> Iterator[bool]:
        """Hold the lease, or give False where another does; why the block failed stays with it."""
        owner = _new_owner()
        if not self._take(self._database, owner):
            yield False
            return
        failure: str | None = None
        with self._renewed(owner):
            try:
                yield True
            except StoppedError:
                raise
            except GraphMemError as error:
                failure = str(error)
                raise
            except Exception as error:  # told with the lease, whatever it was, and raised
                failure = type(error).__name__
                raise
            finally:
                self._release(owner, failure)

    def noted(self, progress: Progress) -> Progress:
        """The same progress, kept in the graph as well while the lease is held, once a second."""
        next_note = 0.0

        def report(stage: str, done: int, total: int | None, /) -> None:
            nonlocal next_note
            progress(stage, done, total)
            if (now := time.monotonic()) < next_note:
                return
            next_note = now + _NOTE_SECONDS
            for owner in tuple(self._owners):
                try:
                    note_stage(self._database, self._space, owner, stage, done, total)
                except StoreError as error:  # it is only told to people
                    _log.warning("progress could not be noted: %s", type(error).__name__)

        return report

    def _take(self, database: Database, owner: str) -> bool:
        taken = take_lease(database, self._space, owner, seconds=self._seconds)
        if taken:
            self._owners.add(owner)
        return taken

    def _release(self, owner: str, failure: str | None) -> None:
        if owner not in self._owners:  # given back meanwhile
            return
        self._owners.discard(owner)
        try:
            release_lease(self._database, self._space, owner, failure=failure)
        except StoreError as error:  # it runs out by itself
            _log.warning("the lease could not be given back: %s", type(error).__name__)

    @contextmanager
    def _renewed(self, owner: str) -> Iterator[None]:
        ended = Event()

        def renew() -> None:
            while not ended.wait(self._seconds / _RENEWALS) and owner in self._owners:
                try:
                    if not renew_lease(self._database, self._space, owner, seconds=self._seconds):
                        return
                except StoreError as error:
                    _log.warning("the lease could not be renewed: %s", type(error).__name__)

        thread = Thread(target=renew, name="graphmem-lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


class StoppedError(GraphMemError):
    """Whoever extracts is to stop; what is left waits in the graph."""


def _new_owner() -> str:
    return f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex[:8]}"
