"""Ingests as jobs: one at a time for each space, each told of as it goes on."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from threading import Event
from uuid import uuid4

from graphmem.clients.http.logs import event
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.problems import (
    RefusedError,
    make_problem,
    overloaded,
    problem_of,
)
from graphmem.clients.http.spool import JobState, JobStatus, Spool, SpooledJob
from graphmem.errors import GraphMemError, NotFoundError
from graphmem.model.receipt import Receipt
from graphmem.operations.recording import INGEST, IngestRequest

_log = logging.getLogger(__name__)

_AT_ONCE = 2
_KEPT = 500
_FOLLOWERS = 100
_BEAT_SECONDS = 10.0
_QUEUE_SECONDS = 5.0
_MOST_BEGUN = 3
_FAILED = "The ingest failed; the log says where."
_FATAL = "The ingest was begun several times, and the server ended each time before it did."


class _StoppedError(Exception):
    """The server stops, so a job that runs is left for the next one."""


class _Job:
    """A job as those who wait for it see it."""

    def __init__(self, job: SpooledJob) -> None:
        self.space = job.space
        self.status = job.status
        self.begun = job.begun
        self.changed = asyncio.Event()

    def tell(self, status: JobStatus) -> None:
        """Take on a status, and wake who waits."""
        self.status = status
        changed, self.changed = self.changed, asyncio.Event()
        changed.set()


class Jobs:
    """The ingests of one server, for one event loop."""

    def __init__(self, memories: Memories, metrics: Metrics, spool: Spool, *, queue: int) -> None:
        self._memories = memories
        self._metrics = metrics
        self._spool = spool
        self._queue = queue
        self._jobs: dict[str, _Job] = {}
        self._waiting: Counter[str] = Counter()
        self._followers: Counter[str] = Counter()
        self._turn: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="graphmem-ingest")
        self._stopping = Event()
        self._ending = asyncio.Event()

    async def open(self) -> None:
        """Take up what was accepted before and not done; raises `SettingsError`."""
        await asyncio.to_thread(self._spool.open)
        for spooled in await asyncio.to_thread(self._spool.jobs):
            job = self._jobs[spooled.status.job_id] = _Job(spooled)
            if job.status.ended:
                continue
            if job.begun < _MOST_BEGUN:
                self._begin(job)
            else:  # it may be what ended the server, and would do so for ever
                await self._end(job, job.status.model_copy(update=_failed(_FATAL)))
        for space in {job.space for job in self._jobs.values()}:
            await self._forget_old(space)

    async def accept(self, space: str, request: IngestRequest) -> JobStatus:
        """Write an ingest down and let it wait for its turn.

        Raises `RefusedError` where enough of them wait already.
        """
        if self._waiting[space] >= self._queue or self._stopping.is_set():
            self._metrics.refused.labels("queue").inc()
            raise overloaded("Enough ingests of this space wait.", seconds=_QUEUE_SECONDS)
        status = JobStatus(job_id=uuid4().hex, accepted_at=datetime.now(UTC))
        spooled = SpooledJob(space=space, status=status)
        self._waiting[space] += 1  # before the first await, so that two do not take one place
        try:
            await asyncio.to_thread(self._spool.accept, spooled, request)
        except OSError as error:
            _log.exception("an ingest could not be written down")
            raise RefusedError(
                HTTPStatus.INSUFFICIENT_STORAGE,
                "not-stored",
                "The ingest could not be written down, and is not accepted.",
                next_step="Try again later; if it stays so, ask who runs it.",
            ) from error
        finally:
            self._waiting[space] -= 1
        job = self._jobs[status.job_id] = _Job(spooled)
        self._begin(job)
        return status

    def get(self, space: str, job_id: str) -> JobStatus:
        """How far an ingest of this space is; raises `NotFoundError`."""
        return self._find(space, job_id).status

    @contextmanager
    def following(self, space: str, job_id: str) -> Iterator[AsyncIterator[JobStatus | None]]:
        """A place among those who follow ingests of a space, and what `follow` gives.

        Raises `NotFoundError`, and `RefusedError` where there is no place.
        """
        changes = self.follow(space, job_id)
        if self._followers[space] >= _FOLLOWERS:
            self._metrics.refused.labels("followers").inc()
            raise overloaded("Enough ingests of this space are followed.", seconds=_QUEUE_SECONDS)
        self._followers[space] += 1
        try:
            yield changes
        finally:
            self._followers[space] -= 1

    def follow(self, space: str, job_id: str) -> AsyncIterator[JobStatus | None]:
        """Each status of an ingest from now to its end; None now and then while nothing changes.

        Ends early where the server stops. Raises `NotFoundError`.
        """
        return self._changes(self._find(space, job_id))

    def stop(self) -> None:
        """Begin to stop: streams end, and jobs that run do so at their next step."""
        self._stopping.set()
        self._ending.set()
        for job in self._jobs.values():
            job.tell(job.status)

    async def close(self) -> None:
        """Stop, and wait for jobs that run to reach a step; the rest waits for the next server."""
        self.stop()
        if self._tasks:
            await asyncio.gather(*self._tasks)
        await asyncio.to_thread(self._threads.shutdown)
        await asyncio.to_thread(self._spool.close)

    def _find(self, space: str, job_id: str) -> _Job:
        job = self._jobs.get(job_id)
        if job is None or job.space != space:
            raise NotFoundError(
                f"There is no ingest {job_id!r}.", next_step="Use the job_id of an answer to POST."
            )
        return job

    async def _changes(self, job: _Job) -> AsyncIterator[JobStatus | None]:
        while True:
            changed, status = job.changed, job.status
            yield status
            while not changed.is_set() and not status.ended:
                if self._ending.is_set():
                    return
                try:
                    await asyncio.wait_for(changed.wait(), _BEAT_SECONDS)
                except TimeoutError:
                    yield None
            if status.ended or self._ending.is_set():
                return

    def _begin(self, job: _Job) -> None:
        self._waiting[job.space] += 1
        self._metrics.jobs_waiting.inc()
        # The order of tasks is that in which they wait for the lock, so that of acceptance.
        task = asyncio.create_task(self._do(job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _do(self, job: _Job) -> None:
        try:
            async with self._turn.setdefault(job.space, asyncio.Lock()):
                if not self._stopping.is_set():
                    await self._run(job)
        finally:
            self._waiting[job.space] -= 1
            self._metrics.jobs_waiting.dec()

    async def _run(self, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        accepted = job.status

        def report(stage: str, done: int, total: int | None, /) -> None:
            if self._stopping.is_set():
                raise _StoppedError
            status = accepted.model_copy(
                update={
                    "state": JobState.RUNNING,
                    "stage": stage,
                    "finished": done,
                    "total": total,
                }
            )
            loop.call_soon_threadsafe(job.tell, status)

        def work() -> Receipt:
            request = self._spool.request(accepted.job_id)
            with self._memories.using(job.space) as memory:
                return INGEST.run(memory, request, progress=report)

        job.begun += 1
        await self._write(job, accepted)
        try:
            receipt = await loop.run_in_executor(self._threads, work)
        except _StoppedError:
            job.begun -= 1
            await self._write(job, accepted)
            return
        except GraphMemError as error:
            ended = {"state": JobState.FAILED, "problem": problem_of(error)}
        except Exception:  # noqa: BLE001 - whatever it was, who waits is told and the next goes on
            _log.exception("ingest failed")
            ended = _failed(_FAILED)
        else:
            ended = {"state": JobState.DONE, "receipt": receipt}
        await self._end(job, accepted.model_copy(update=ended))

    async def _end(self, job: _Job, status: JobStatus) -> None:
        await self._write(job, status)
        job.tell(status)
        self._metrics.jobs.labels(status.state.value).inc()
        event(_log, "ingest", job_id=status.job_id, state=status.state.value)
        self._jobs[status.job_id] = self._jobs.pop(status.job_id)  # in the order of their ends
        await self._forget_old(job.space)

    async def _write(self, job: _Job, status: JobStatus) -> None:
        spooled = SpooledJob(space=job.space, status=status, begun=job.begun)
        try:
            await asyncio.to_thread(self._spool.update, spooled)
        except OSError:
            # Who waits is told all the same; the next server does it again, which changes nothing.
            _log.exception("how far an ingest is could not be written down")

    async def _forget_old(self, space: str) -> None:
        ended = [known for known in self._jobs.values() if known.status.ended]
        for old in [known for known in ended if known.space == space][:-_KEPT]:
            del self._jobs[old.status.job_id]
            await asyncio.to_thread(self._spool.forget, old.status.job_id)


def _failed(detail: str) -> dict[str, object]:
    problem = make_problem(
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "internal",
        detail,
        next_step="Send it in parts: what is known already stays. Ask who runs the server.",
    )
    return {"state": JobState.FAILED, "problem": problem}
