"""Operations on threads, so many at once; one check of the database for all of them."""

import asyncio
import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from graphmem import telemetry
from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller
from graphmem.clients.http.bookmarks import RequestBookmarks
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.problems import overloaded
from graphmem.errors import ConnectionFailedError, GraphMemError, OutcomeUnknownError
from graphmem.model.base import Frozen
from graphmem.operations import Operation
from graphmem.operations.catalogue import run_bound

T = TypeVar("T")
# What is not done by then may be long work, or wait for a database that does not answer.
_LONG_SECONDS = 1.0
_SECONDS = 1.0


class Pulse:
    """Asks at most once a second, for one event loop."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._asking = asyncio.Lock()
        self._asked = -math.inf
        self._failure: GraphMemError | None = None

    async def require(self) -> None:
        """Raise what the check raised, now or less than a second ago."""
        async with self._asking:
            if time.monotonic() - self._asked > _SECONDS:
                self._failure = await asyncio.to_thread(_failure_of, self._check)
                self._asked = time.monotonic()
        if self._failure is not None:
            raise self._failure


class Workers:
    """Runs operations for one event loop; what is too much is refused at once.

    ``wrote`` is told each space in which one of them has written.
    """

    def __init__(
        self,
        memories: Memories,
        metrics: Metrics,
        pulse: Pulse,
        audit: Audit,
        *,
        threads: int,
        in_flight: int,
        wrote: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._memories = memories
        self._metrics = metrics
        self._pulse = pulse
        self._audit = audit
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="graphmem-operation")
        self._most = in_flight
        self._wrote = wrote
        self._under_way = 0

    async def run(
        self,
        caller: Caller,
        operation: Operation[Frozen],
        request: Frozen,
        *,
        render: Callable[[Frozen], T],
        carried: RequestBookmarks,
    ) -> T:
        """Do an operation that the caller has a right to, and render its result, on a thread.

        It reads from the bookmark on that is ``carried``, which takes along what it wrote.

        Raises what `Audit.acting` and the operation raise, `RefusedError` where too many are under
        way, and within seconds that the database does not answer, whatever the operation waits for.
        """

        def work() -> T:
            with (
                self._audit.acting(caller, operation, request) as act,
                self._memories.using(caller.space) as memory,
            ):
                carried.after(memory)
                act.result = result = (
                    operation.run(memory, request)
                    if caller.person is None
                    else run_bound(memory, operation, request, caller.person)
                )
                if operation.writes:
                    carried.wrote(memory)
                    self._wrote(caller.space)
                return render(result)

        under_way = asyncio.wrap_future(self._submit(work))
        try:
            while not (await asyncio.wait({under_way}, timeout=_LONG_SECONDS))[0]:
                await self._pulse.require()
        except GraphMemError as error:
            # What was done meanwhile counts, whatever the database does now.
            if not under_way.done():
                if operation.writes and isinstance(error, ConnectionFailedError):
                    raise OutcomeUnknownError(error.problem, next_step=error.next_step) from error
                raise
        finally:
            # Nobody waits for it any more; what is done, or has begun, is not touched by this.
            under_way.cancel()
        return under_way.result()

    async def call(self, work: Callable[[], T]) -> T:
        """Do some work on a thread, under the same limit, however long it takes."""
        return await asyncio.wrap_future(self._submit(work))

    def _submit(self, work: Callable[[], T]) -> Future[T]:
        if self._under_way >= self._most:
            self._metrics.refused.labels("in_flight").inc()
            raise overloaded("Too much is asked at once.")
        self._count(1)
        loop = asyncio.get_running_loop()
        future = self._threads.submit(telemetry.in_context(work))

        def done(_: Future[T]) -> None:
            # Counted when the thread is free, also where whoever asked has gone.
            loop.call_soon_threadsafe(self._count, -1)

        future.add_done_callback(done)
        return future

    def close(self) -> None:
        """Wait for what is under way."""
        self._threads.shutdown(wait=True)

    def _count(self, change: int) -> None:
        self._under_way += change
        self._metrics.in_flight.set(self._under_way)


def _failure_of(check: Callable[[], None]) -> GraphMemError | None:
    try:
        check()
    except GraphMemError as error:
        return error
    return None
