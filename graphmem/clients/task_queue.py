"""The task queue: hands the spaces in which something waits out to the workers of many machines.

The graph stays the truth. A message merely names a space, so one that comes twice finds nothing to
do, and what a lost one would have told, workers find in the graph.
"""

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

from graphmem.clients.http.logs import event
from graphmem.errors import MissingExtraError, SettingsError
from graphmem.settings import Settings

if TYPE_CHECKING:
    pass

_log = logging.getLogger(__name__)

# Gives the seconds after which a space is to be tried again, or None where nothing waits there.
# ``now`` tells that it is not to wait for a pause in the talk.
Attempt = Callable[[str, bool], float | None]

_NAMESPACE, _QUEUE, _TASK = "graphmem", "extraction", "extract"
_SCHEMES = ("redis://", "rediss://", "unix://")
_CONNECT_SECONDS, _ANSWER_SECONDS = 2.0, 5.0
_DOWN_SECONDS = 5.0  # a broker that did not answer is not asked for so long
_MOST_RETRIES = 10
_RETRY_MILLISECONDS, _MOST_RETRY_MILLISECONDS = 1_000, 60_000
_STOP_MILLISECONDS = 10_000


class FailedAttemptError(Exception):
    """An attempt has failed; says no more than how, since the broker's tools show it to people."""


class TaskQueue:
    """The queue of one broker (Redis or Valkey, by its URL); thread-safe.

    ``pause`` is how many seconds the talk of a space must be quiet before it is worth a message.
    Raises `SettingsError` for a URL of another sort, `MissingExtraError` without the extra.
    """

    def __init__(self, url: str, *, pause: float) -> None:
        if not url.startswith(_SCHEMES):
            raise SettingsError(
                "The queue is not at an address of Redis or Valkey.",
                next_step="Give --queue a URL such as redis://127.0.0.1:6379/0.",
            )
        try:
            import redis
            from dramatiq import Worker, actor
            from dramatiq.brokers.redis import RedisBroker
            from dramatiq.errors import DramatiqError
            from dramatiq.middleware import Retries
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                "A queue is named, and what speaks to it is not installed.",
                next_step='pip install "graphmem[queue]"',
            ) from error
        self._faults = (redis.RedisError, DramatiqError)
        self._client = redis.Redis.from_url(
            url, socket_connect_timeout=_CONNECT_SECONDS, socket_timeout=_ANSWER_SECONDS
        )
        self._broker = RedisBroker(  # type: ignore[no-untyped-call]
            client=self._client,
            namespace=_NAMESPACE,
            # No limit of time: it would be thrown into the middle of a transaction.
            middleware=[
                Retries(
                    max_retries=_MOST_RETRIES,
                    min_backoff=_RETRY_MILLISECONDS,
                    max_backoff=_MOST_RETRY_MILLISECONDS,
                )
            ],
        )
        self._attempt: Attempt = lambda *_: None
        self._task = actor(actor_name=_TASK, queue_name=_QUEUE, broker=self._broker)(self._run)
        self._make_worker = Worker
        self._worker: Worker | None = None
        self._pause = pause
        self._told: dict[str, float] = {}
        self._down_until = 0.0
        self._lock = Lock()

    def told(self, space: str) -> None:
        """Have a space looked at when its talk has paused; one message serves all until then."""
        now = time.monotonic()
        with self._lock:
            if now < self._told.get(space, 0.0):
                return
            self._told = {one: until for one, until in self._told.items() if until > now}
            self._told[space] = now + self._pause
        self._put(space, now=False, seconds=self._pause)

    def hurry(self, space: str) -> None:
        """Have what waits in a space extracted now, without waiting for a pause."""
        self._put(space, now=True, seconds=0.0)

    def start(self, attempt: Attempt, *, threads: int) -> None:
        """Begin to attempt what the messages name, on so many threads."""
        self._attempt = attempt
        self._worker = self._make_worker(self._broker, worker_threads=threads)
        self._worker.start()

    def size(self) -> int:
        """Number of messages that wait or are under way; raises what the broker's client does."""
        return int(self._broker.do_qsize(_QUEUE))

    def close(self) -> None:
        """Give back what is not begun, and wait some seconds for what is under way."""
        worker, self._worker = self._worker, None
        if worker is not None:
            try:
                worker.stop(timeout=_STOP_MILLISECONDS)
            except self._faults as error:  # they are given back when it hangs
                _log.warning("messages could not be given back: %s", type(error).__name__)
        self._broker.close()
        self._client.close()

    def _put(self, space: str, *, now: bool, seconds: float) -> None:
        if time.monotonic() < self._down_until:
            return
        delay = round(1_000 * seconds) or None
        try:
            self._task.send_with_options(args=(space, now), delay=delay)
        except self._faults as error:
            # Nobody who records need wait for it: workers find it in the graph.
            self._down_until = time.monotonic() + _DOWN_SECONDS
            _log.warning("the queue does not answer: %s", type(error).__name__)
            return
        event(_log, "queued", seconds=seconds)

    def _run(self, space: str, now: bool) -> None:
        try:
            again = self._attempt(space, now)
        except Exception as error:  # noqa: BLE001 - its words may be of a turn
            raise FailedAttemptError(type(error).__name__) from None
        if again is not None:
            self._put(space, now=False, seconds=again)


def task_queue(settings: Settings) -> TaskQueue | None:
    """The queue that the settings name, or None; raises what `TaskQueue` does."""
    if settings.queue is None:
        return None
    return TaskQueue(settings.queue, pause=settings.quiet_seconds)
