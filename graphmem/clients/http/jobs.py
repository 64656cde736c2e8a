"""Ingests as jobs: recorded at once, one at a time for each space, then told of until extracted."""

import asyncio
import logging
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

from graphmem import telemetry
from graphmem.adapters.factory import check_language_model
from graphmem.clients.http.bookmarks import RequestBookmarks
from graphmem.clients.http.job import JobStatus, Recorded, running, status_of
from graphmem.clients.http.logs import event
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.problems import overloaded
from graphmem.errors import NotFoundError
from graphmem.model.backlog import Backlog, ExtractionProgress
from graphmem.model.receipt import Receipt, WorkspaceReceipt
from graphmem.operations.recording import INGEST, IngestRequest
from graphmem.retrieval.ttl_cache import TtlCache
from graphmem.store.waiting import DueSpace

_log = logging.getLogger(__name__)

_AT_ONCE = 2
_KEPT = 2_000
_FOLLOWERS = 100
_LOOK_SECONDS = 0.5
_BEAT_SECONDS = 10.0
_QUEUE_SECONDS = 5.0


class Jobs:
    """The ingests of one server, for one event loop; and what its worker tells of them."""

    def __init__(self, memories: Memories, metrics: Metrics, *, ingests: int) -> None:
        self._memories = memories
        self._metrics = metrics
        self._ingests = ingests
        self._hurry: Callable[[str], None] | None = None
        self._recording: Counter[str] = Counter()
        self._turn: dict[str, asyncio.Lock] = {}
        self._followers: Counter[str] = Counter()
        self._receipts: OrderedDict[tuple[str, str], Receipt] = OrderedDict()
        # Of each job that may still get a run's receipt, the runs that had ended when it was first
        # seen to wait for nothing: the run that did its last is then perhaps not told of yet.
        self._open: dict[str, dict[str, int | None]] = {}
        self._steps: dict[str, ExtractionProgress] = {}
        self._ended_runs: Counter[str] = Counter()
        self._backlogs = TtlCache(self._backlog)
        self._threads = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="graphmem-ingest")
        self._ending = asyncio.Event()

    def worked_by(self, hurry: Callable[[str], None]) -> None:
        """Have a worker begin at once with what is recorded here: it is told the space."""
        self._hurry = hurry

    async def accept(self, space: str, request: IngestRequest) -> JobStatus:
        """Record an ingest, and leave its extraction to the worker.

        Raises `RefusedError` where enough of them are being recorded, and what recording raises.
        """
        if self._recording[space] >= self._ingests or self._ending.is_set():
            self._metrics.refused.labels("queue").inc()
            raise overloaded("Enough ingests of this space wait.", seconds=_QUEUE_SECONDS)
        self._recording[space] += 1
        self._metrics.jobs_waiting.inc()
        loop = asyncio.get_running_loop()
        state = "failed"
        try:
            async with self._turn.setdefault(space, asyncio.Lock()):
                recording = telemetry.in_context(partial(self._record, space, request))
                recorded, receipt, bookmark = await loop.run_in_executor(self._threads, recording)
            state = "recorded"
        finally:
            self._metrics.jobs_waiting.dec()
            self._metrics.jobs.labels(state).inc()
            self._recording[space] -= 1
            if not self._recording[space]:
                del self._recording[space], self._turn[space]
        job_id = recorded.job_id(space)
        event(_log, "ingest", job_id=job_id, turns=receipt.turns_stored)
        self._receipts[space, job_id] = receipt
        if len(self._receipts) > _KEPT:
            (old_space, old), _ = self._receipts.popitem(last=False)
            self._open.get(old_space, {}).pop(old, None)
        if not request.record_only:
            self._open.setdefault(space, {})[job_id] = None
            if self._hurry is not None:
                self._hurry(space)
        status = await self.get(space, job_id)
        return status.model_copy(update={"bookmark": status.bookmark or bookmark})

    async def get(self, space: str, job_id: str) -> JobStatus:
        """Status of an ingest of this space; raises `NotFoundError`."""
        recorded = _recorded(space, job_id)
        backlog = await asyncio.to_thread(self._backlogs.of, space)
        if backlog.at < recorded.ended:  # it was looked at before this was recorded
            self._backlogs.forget()
            backlog = await asyncio.to_thread(self._backlogs.of, space)
        receipt = self._receipts.get((space, job_id))
        step = self._steps.get(space) or backlog.progress
        status = status_of(space, recorded, backlog, receipt=receipt, step=step)
        if status.ended:
            own = self._steps.get(space)
            if own is not None and not self._told(space, job_id):
                return running(status, own)
            receipt = self._receipts.get((space, job_id))
            self._open.get(space, {}).pop(job_id, None)
            return await self._marked(space, status.model_copy(update={"receipt": receipt}))
        return status

    async def _marked(self, space: str, status: JobStatus) -> JobStatus:
        def read() -> str:
            with self._memories.using(space) as memory:
                return memory.bookmark()

        return status.model_copy(update={"bookmark": await asyncio.to_thread(read)})

    async def catch_up(self, space: str, carried: RequestBookmarks) -> None:
        """Read what waits in a space from the bookmark on that is ``carried``."""

        def read() -> None:
            with self._memories.using(space) as memory:
                carried.after(memory)

        if carried.given is not None:
            await asyncio.to_thread(read)
            self._backlogs.forget()

    def _told(self, space: str, job_id: str) -> bool:
        """Whether the run that did the last of a job, if one did here, has given its receipt."""
        jobs = self._open.get(space, {})
        if job_id not in jobs:
            return True
        seen = jobs[job_id]
        if seen is None:
            jobs[job_id] = seen = self._ended_runs[space]
        return self._ended_runs[space] > seen

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
        _recorded(space, job_id)
        return self._changes(space, job_id)

    def forget(self, space: str) -> None:
        """Keep no receipt of this space any longer: it may quote what was taken back."""
        for known in [key for key in self._receipts if key[0] == space]:
            del self._receipts[known]
        self._backlogs.forget()

    def stop(self) -> None:
        """Begin to stop: streams end."""
        self._ending.set()

    async def close(self) -> None:
        """Stop, and wait for what is being recorded."""
        self.stop()
        await asyncio.to_thread(self._threads.shutdown)

    # ---- what the worker tells, on its own threads

    def waiting(self, found: Sequence[DueSpace]) -> None:
        """What was seen to wait."""
        self._metrics.turns_waiting.set(sum(due.turns for due in found))

    def step(self, space: str, step: ExtractionProgress) -> None:
        """How far the extraction of a space is."""
        self._steps[space] = step

    def ended(self, space: str, receipt: Receipt | None, error: Exception | None) -> None:
        """A run of a space has ended."""
        self._backlogs.forget()
        if receipt is not None or error is not None:
            self._metrics.extractions.labels("done" if error is None else "failed").inc()
        if receipt is not None:
            for job_id in tuple(self._open.get(space, ())):
                known = self._receipts.get((space, job_id))
                if known is not None:
                    self._receipts[space, job_id] = _with_run(known, receipt)
        self._ended_runs[space] += 1
        self._steps.pop(space, None)

    def _record(self, space: str, request: IngestRequest) -> tuple[Recorded, Receipt, str]:
        with self._memories.using(space) as memory:
            if not request.record_only:
                check_language_model(memory.settings)
            begun = memory.waiting().at
            receipt = INGEST.run(memory, request.model_copy(update={"record_only": True}))
            return Recorded(begun, memory.waiting().at), receipt, memory.bookmark()

    def _backlog(self, space: str) -> Backlog:
        with self._memories.using(space) as memory:
            return memory.waiting()

    async def _changes(self, space: str, job_id: str) -> AsyncIterator[JobStatus | None]:
        told: JobStatus | None = None
        quiet = 0.0
        while not self._ending.is_set():
            status = await self.get(space, job_id)
            if status != told:
                told, quiet = status, 0.0
                yield status
            if status.ended:
                return
            if quiet >= _BEAT_SECONDS:
                quiet = 0.0
                yield None
            try:
                await asyncio.wait_for(self._ending.wait(), _LOOK_SECONDS)
            except TimeoutError:
                quiet += _LOOK_SECONDS


def _recorded(space: str, job_id: str) -> Recorded:
    recorded = Recorded.of(space, job_id)
    if recorded is None:
        raise NotFoundError(
            f"There is no ingest {job_id!r}.", next_step="Use the job_id of an answer to POST."
        )
    return recorded


def _with_run(known: Receipt, run: Receipt) -> Receipt:
    """The receipt of what was recorded, with what one more run over the space gave."""
    before, now = known.workspace or WorkspaceReceipt(), run.workspace or WorkspaceReceipt()
    return known.model_copy(
        update={"workspace": before + now, "reconciled": run.reconciled or known.reconciled}
    )
