"""The task queue, with a real broker: who records tells it, and workers extract by what it says."""

import json
import logging
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.memories import Memories
from graphmem.clients.task_queue import TaskQueue, task_queue
from graphmem.clients.worker import QueuedWork, work
from graphmem.connection import connect
from graphmem.errors import InputError, SettingsError
from graphmem.ingest.worker import Pace, Worker
from graphmem.memory import Memory
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings
from graphmem.store.lock import release_lease, take_lease
from tests.conftest import OpenMemory
from tests.e2e.conftest import environment
from tests.e2e.test_background import say, until

redis = pytest.importorskip("redis")
BROKER = shutil.which("valkey-server") or shutil.which("redis-server")
pytestmark = pytest.mark.skipif(BROKER is None, reason="no Valkey or Redis on this machine")

AT_ONCE = Pace(quiet_seconds=0.3)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


class Broker:
    """A broker of its own on this machine, which can be killed."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}/0"
        assert BROKER is not None
        self._process = subprocess.Popen(
            [BROKER, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL,
        )

    def halt(self, seconds: float) -> None:
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    running = Broker(tmp_path)
    try:
        with closing(redis.Redis.from_url(running.url)) as client:

            def answers() -> bool:
                with suppress(redis.ConnectionError):
                    return bool(client.ping())
                return False

            until(answers)
        yield running
    finally:
        running.kill()


@pytest.fixture
def memories(live_settings: Settings, encoder: Encoder) -> Iterator[Memories]:
    found = Memories(live_settings, encoder=encoder)
    found.open()
    yield found
    found.close()


def test_what_is_recorded_is_extracted_by_whoever_takes_the_message(
    broker: Broker, memories: Memories, memory: Memory
) -> None:
    runs: list[Receipt] = []
    with (
        closing(TaskQueue(broker.url, pause=0.1)) as sender,
        closing(TaskQueue(broker.url, pause=0.1)) as taker,
    ):
        say(memory)
        sender.told(memory.space)
        taker.start(QueuedWork(memories, AT_ONCE, tell=runs.append), threads=2)
        until(lambda: memory.waiting().empty)
        # What comes twice, or late, finds nothing to do.
        for _ in range(5):
            sender.hurry(memory.space)
        until(lambda: sender.size() == 0)
    assert len(runs) == 1


def test_while_a_message_stands_no_other_of_the_space_is_sent(broker: Broker) -> None:
    with (
        closing(TaskQueue(broker.url, pause=60.0)) as one,
        closing(TaskQueue(broker.url, pause=60.0)) as replica,
    ):
        for _ in range(20):
            one.told("home")
            replica.told("home")
        replica.told("another")
        until(lambda: one.size() == 2)
        one.hurry("home")  # does not wait, so it is another one
        until(lambda: one.size() == 3)
        time.sleep(0.5)
        assert one.size() == 3


def test_messages_come_again_after_a_broker_was_halted(broker: Broker) -> None:
    tried: list[str] = []

    def attempt(space: str, now: bool) -> float | None:
        tried.append(space)
        return None

    with closing(TaskQueue(broker.url, pause=3.0)) as queue:
        queue.start(attempt, threads=1)
        queue.told("home")  # held by the worker until its time comes
        time.sleep(1.5)
        broker.halt(8.0)  # longer than its client waits
        queue.told("yard")

        def told_again() -> bool:
            queue.hurry("garden")
            return {"yard", "garden"} <= set(tried)

        until(told_again, 60)


def test_a_message_waits_for_a_pause_and_for_another_worker(
    memories: Memories, memory: Memory
) -> None:
    say(memory)
    work_on = QueuedWork(memories, Pace(quiet_seconds=3_600.0))
    left = work_on(memory.space, False)
    assert left is not None
    assert 3_500 < left <= 3_600
    assert not memory.waiting().empty
    with connect(memory.settings) as database:
        assert take_lease(database, memory.space, "another", seconds=30)
        assert work_on(memory.space, True) == 1.0  # another worker is at it
        release_lease(database, memory.space, "another")
    assert work_on(memory.space, True) is None  # nobody waits for a pause who asks for it now
    assert memory.waiting().empty


def test_a_failed_attempt_is_made_again(broker: Broker, caplog: pytest.LogCaptureFixture) -> None:
    tried: list[str] = []

    def attempt(space: str, now: bool) -> float | None:
        tried.append(space)
        if len(tried) == 1:
            raise RuntimeError("Ana has measles")
        return 0.1 if len(tried) == 2 else None

    with closing(TaskQueue(broker.url, pause=0.0)) as queue, caplog.at_level(logging.DEBUG):
        queue.start(attempt, threads=1)
        queue.hurry("home")
        until(lambda: len(tried) == 3, 30)
        until(lambda: queue.size() == 0, 30)
    assert tried == ["home"] * 3
    assert "measles" not in caplog.text


def test_a_lost_broker_loses_nothing(
    broker: Broker, memories: Memories, memory: Memory, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(TaskQueue(broker.url, pause=0.0)) as queue:
        broker.kill()
        say(memory)
        begun = time.monotonic()
        for _ in range(50):
            queue.told(memory.space)
        assert time.monotonic() - begun < 0.5  # who records does not wait for it
        until(lambda: "does not answer" in caplog.text)
        time.sleep(1.0)
        assert caplog.text.count("does not answer") == 1
    # Beside a queue a worker looks into the graph for what no message told of.
    late = Worker(
        lambda: memories.waiting([memory.space]), memories.extract, pace=AT_ONCE, look_every=0.2
    )
    late.start()
    try:
        until(lambda: memory.waiting().empty)
    finally:
        late.close()


def test_a_worker_process_takes_its_spaces_from_the_queue(
    broker: Broker, open_memory: OpenMemory, live_settings: Settings
) -> None:
    one, other = open_memory(), open_memory()
    say(one)
    say(other)
    command = [sys.executable, "-m", "graphmem", "worker", "--queue", broker.url]
    with (
        closing(TaskQueue(broker.url, pause=0.0)) as queue,
        subprocess.Popen(
            command,
            env=environment(live_settings),
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        ) as running,
    ):
        queue.hurry(one.space)
        queue.told(other.space)
        try:
            until(lambda: one.waiting().empty and other.waiting().empty, 120)
            running.send_signal(signal.SIGTERM)
            _, told = running.communicate(timeout=60)
        finally:
            if running.poll() is None:
                running.kill()
    assert running.returncode == 0
    events = [json.loads(line)["event"] for line in told.splitlines()]
    assert events.count("extracted") >= 2
    assert one.space not in told


def test_what_cannot_be_a_queue_is_refused(live_settings: Settings) -> None:
    elsewhere = live_settings.model_copy(update={"queue": "amqp://elsewhere"})
    with pytest.raises(SettingsError, match="Redis or Valkey"):
        task_queue(elsewhere)
    assert task_queue(live_settings) is None
    named = live_settings.model_copy(update={"queue": "redis://127.0.0.1:1/0"})
    with pytest.raises(InputError, match="every space"):
        work(named, spaces=["home"], threads=1)


def test_two_workers_share_one_queue(
    broker: Broker, memories: Memories, open_memory: OpenMemory
) -> None:
    spaces = [open_memory() for _ in range(4)]
    runs: list[Receipt] = []
    with (
        closing(TaskQueue(broker.url, pause=0.0)) as one,
        closing(TaskQueue(broker.url, pause=0.0)) as other,
    ):
        for queue in (one, other):
            queue.start(QueuedWork(memories, AT_ONCE, tell=runs.append), threads=1)
        recording = [Thread(target=say, args=(memory,)) for memory in spaces]
        for thread in recording:
            thread.start()
        for thread in recording:
            thread.join()
        for memory in spaces:
            one.told(memory.space)
            other.told(memory.space)  # the same again, by another replica
        until(lambda: all(memory.waiting().empty for memory in spaces), 120)
        until(lambda: one.size() == 0, 30)
    assert len(runs) == len(spaces)
