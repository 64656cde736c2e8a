"""The task queue: hands the spaces in which something waits out to the workers of many machines.

The graph stays the truth. A message merely names a space, so one that comes twice finds nothing to
do, and what a lost one would have told, workers find in the graph.
"""

import logging
import time
from collections.abc import Callable
from hashlib import blake2b
from queue import Empty, Full, Queue
from threading import Event, Thread
from typing import Any, NamedTuple

from graphmem.clients.http.logs import event
from graphmem.errors import MissingExtraError, SettingsError
from graphmem.settings import Settings

_log = logging.getLogger(__name__)

# Gives the seconds after which a space is to be tried again, or None where nothing waits there.
# ``now`` tells that it is not to wait for a pause in the talk.
Attempt = Callable[[str, bool], float | None]

_NAMESPACE, _QUEUE, _TASK = "graphmem", "extraction", "extract"
_SCHEMES = ("redis://", "rediss://", "unix://")
_CONNECT_SECONDS, _ANSWER_SECONDS = 2.0, 5.0
_DOWN_SECONDS = 5.0  # a broker that did not answer is not asked for so long
_MOST_UNSENT = 10_000
_LOST_SECONDS = 60.0  # after which a message that did not come no longer keeps another from coming
_MOST_RETRIES = 10
_RETRY_MILLISECONDS, _MOST_RETRY_MILLISECONDS = 1_000, 60_000
# Of a million commands so many look for what workers that were killed had taken.
_LOOKS_FOR_DEAD = 50_000
_MOST_DELAYED = 100  # messages that one process holds until their time comes
_STOP_MILLISECONDS = 4_000


class FailedAttemptError(Exception):
    """An attempt has failed; says no more than how, since the broker's tools show it to people."""


class _Message(NamedTuple):
    space: str
    now: bool
    seconds: float


class TaskQueue:
    """The queue of one broker (Redis or Valkey, by its URL); thread-safe.

    ``pause`` is how many seconds the talk of a space must be quiet before it is worth a message.
    A thread sends, so that nobody waits for the broker. Raises `SettingsError` for a URL of another
    sort, `MissingExtraError` without the extra.
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
            from dramatiq.errors import ConnectionClosed, DramatiqError
            from dramatiq.middleware import Retries
        except ModuleNotFoundError as error:
            raise MissingExtraError(
                "A queue is named, and what speaks to it is not installed.",
                next_step='pip install "graphmem[queue]"',
            ) from error

        class Broker(RedisBroker):
            """Tells its consumers of every fault as of a lost connection, which they live on."""

            def _dispatch(self, command: str) -> Callable[..., Any]:
                send = super()._dispatch(command)  # type: ignore[no-untyped-call]

                def sent(*given: Any, **named: Any) -> Any:
                    try:
                        return send(*given, **named)
                    except redis.RedisError as error:
                        name = type(error).__name__
                        raise ConnectionClosed(name) from error  # type: ignore[no-untyped-call]

                return sent

        self._faults = (redis.RedisError, DramatiqError)
        self._client = redis.Redis.from_url(
            url, socket_connect_timeout=_CONNECT_SECONDS, socket_timeout=_ANSWER_SECONDS
        )
        self._broker = Broker(  # type: ignore[no-untyped-call]
            client=self._client,
            namespace=_NAMESPACE,
            maintenance_chance=_LOOKS_FOR_DEAD,
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
        self._worker: Any = None
        self._pause = pause
        self._down_until = 0.0
        self._unsent: Queue[_Message] = Queue(_MOST_UNSENT)
        self._ending = Event()
        self._sender = Thread(target=self._send_all, name="graphmem-queue", daemon=True)
        self._sender.start()

    def told(self, space: str) -> None:
        """Have a space looked at when its talk has paused; one message serves all until then."""
        self._put(_Message(space, now=False, seconds=self._pause))

    def hurry(self, space: str) -> None:
        """Have what waits in a space extracted now, without waiting for a pause."""
        self._put(_Message(space, now=True, seconds=0.0))

    def start(self, attempt: Attempt, *, threads: int) -> None:
        """Begin to attempt what the messages name, on so many threads."""
        self._attempt = attempt
        self._worker = self._make_worker(self._broker, worker_threads=threads)
        # What one process has taken no other can: no more than it works on.
        self._worker.queue_prefetch = threads
        self._worker.delay_prefetch = _MOST_DELAYED
        self._worker.start()

    def size(self) -> int:
        """Number of messages that wait or are under way; raises what the broker's client does."""
        return int(self._broker.do_qsize(_QUEUE))

    def close(self) -> None:
        """Send what is not sent, give back what is not begun, and wait a little for the rest."""
        self._ending.set()
        self._sender.join(_ANSWER_SECONDS)
        worker, self._worker = self._worker, None
        if worker is not None:
            try:
                worker.stop(timeout=_STOP_MILLISECONDS)
            except self._faults as error:  # whoever looks for the dead gives them back
                _log.warning("messages could not be given back: %s", type(error).__name__)
        self._broker.close()
        self._client.close()

    def _put(self, message: _Message) -> None:
        try:
            self._unsent.put_nowait(message)
        except Full:  # workers find it in the graph
            _log.warning("the queue does not take what is told")

    def _send_all(self) -> None:
        while not (self._ending.is_set() and self._unsent.empty()):
            try:
                message = self._unsent.get(timeout=0.1)
            except Empty:
                continue
            if time.monotonic() < self._down_until:
                continue
            try:
                self._send(message)
            except self._faults as error:
                self._down_until = time.monotonic() + _DOWN_SECONDS
                _log.warning("the queue does not answer: %s", type(error).__name__)

    def _send(self, message: _Message) -> None:
        """Send a message, unless one like it stands already: so none of them are ever many."""
        milliseconds = round(1_000 * message.seconds)
        kept = milliseconds + round(1_000 * _LOST_SECONDS)
        if not self._client.set(_standing(message.space, message.now), 1, nx=True, px=kept):
            return
        given = (message.space, message.now)
        self._task.send_with_options(args=given, delay=milliseconds or None)
        event(_log, "queued", seconds=message.seconds)

    def _run(self, space: str, now: bool) -> None:
        try:
            # From here on what is recorded is worth a message again.
            self._client.delete(_standing(space, now))
            again = self._attempt(space, now)
        except Exception as error:  # noqa: BLE001 - its words may be of a turn
            raise FailedAttemptError(type(error).__name__) from None
        if again is not None:
            self._put(_Message(space, now, again))


def _standing(space: str, now: bool) -> str:
    """The broker's key for a message that stands; names of spaces may be of any length."""
    digest = blake2b(space.encode("utf-8", "replace"), digest_size=16).hexdigest()
    return f"{_NAMESPACE}:standing:{digest}:{int(now)}"


def task_queue(settings: Settings) -> TaskQueue | None:
    """The queue that the settings name, or None; raises what `TaskQueue` does."""
    if settings.queue is None:
        return None
    return TaskQueue(settings.queue, pause=settings.quiet_seconds)
