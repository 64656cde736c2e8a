"""Processes that are killed and halted, started again whenever they end, and watched.

Each notes when it did not answer, so that what failed meanwhile can be told from what failed
without a reason.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from threading import Event, Lock, Thread
from typing import NamedTuple, TypeVar
from urllib.parse import urlsplit
from urllib.request import urlopen

from pydantic import SecretStr

from graphmem.errors import GraphMemError, SettingsError
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.server.ports import first_free
from graphmem.settings import load_settings
from tests.e2e.conftest import environment
from tests.e2e.serving import free_port
from tests.wires import CuttingWire

C = TypeVar("C", bound="Command")

REPLICAS = WORKERS = 2
_LOOK_SECONDS = 0.25
_PORTS = range(20_000, 30_000)
_ANSWER_SECONDS = 2.0
_START_SECONDS = 900.0


class Down(NamedTuple):
    """When a process did not answer, by the clock, and how that came about."""

    since: float
    until: float
    how: str


class Service:
    """A process that others rely on."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.pid = 0
        self.downs: list[Down] = []
        self._lock = Lock()
        self._fell: Down | None = Down(time.time(), 0.0, "not started")
        self._halted = False

    @property
    def up(self) -> bool:
        """Whether it answers, as far as is known."""
        return self._fell is None

    def kill(self) -> None:
        """End it by SIGKILL; it comes again by itself."""
        self._fall("killed")
        os.kill(self.pid, signal.SIGKILL)

    def halt(self, seconds: float) -> None:
        """Stop it by SIGSTOP, and let it go on after a while."""
        pid, self._halted = self.pid, True
        self._fall("halted")
        os.kill(pid, signal.SIGSTOP)
        try:
            time.sleep(seconds)
        finally:
            os.kill(pid, signal.SIGCONT)
            self._halted = False

    def times(self) -> list[Down]:
        """When it was down, now included."""
        with self._lock:
            return self.downs + ([self._fell._replace(until=time.time())] if self._fell else [])

    def _fall(self, how: str) -> None:
        with self._lock:
            since = self._fell.since if self._fell else time.time()
            self._fell = Down(since, 0.0, how)

    def _rise(self, asked: float) -> None:
        """It answered what it was asked then."""
        with self._lock:
            if self._fell and not self._halted and asked > self._fell.since:
                self.downs.append(self._fell._replace(until=time.time()))
                self._fell = None


class Command(Service):
    """A graphmem command, run again whenever it ends, as a service manager does."""

    def __init__(
        self, name: str, arguments: Sequence[str], variables: Mapping[str, str], log: Path
    ) -> None:
        super().__init__(name)
        self.log = log
        self._command = [sys.executable, "-m", "graphmem", *arguments]
        self._variables = variables
        self._begun = 0  # where its own lines begin in the log
        self._over = Event()
        self._thread = Thread(target=self._keep, name=name, daemon=True)
        self._thread.start()

    def answers(self) -> bool:
        """Whether it does what it is for."""
        raise NotImplementedError

    def end(self) -> None:
        """End it in order, for good."""
        self._over.set()
        self._thread.join()

    def _keep(self) -> None:
        while not self._over.is_set():
            with self.log.open("ab") as log:
                self._begun = log.tell()
                running = subprocess.Popen(
                    self._command, env=self._variables, stdout=log, stderr=log
                )
            self.pid = running.pid
            while running.poll() is None:
                asked = time.time()
                if not self.up and self.answers():
                    self._rise(asked)
                if self._over.wait(_LOOK_SECONDS):
                    running.terminate()
                    running.wait()
            self._fall("ended" if self.up else self.times()[-1].how)


class Replica(Command):
    """`graphmem serve`, which extracts nothing."""

    def __init__(self, name: str, variables: Mapping[str, str], log: Path) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        limits = ("--threads", "8", "--in-flight", "64", "--rate", "100000", "--burst", "100000")
        super().__init__(
            name, ["serve", "--no-background", "--port", str(port), *limits], variables, log
        )

    def answers(self) -> bool:
        """Whether it is ready."""
        try:
            with urlopen(f"{self.address}/ready", timeout=_ANSWER_SECONDS):
                return True
        except (OSError, HTTPException):  # 503 and a connection that is refused among them
            return False


class WorkerProcess(Command):
    """`graphmem worker` for one space."""

    def __init__(self, name: str, space: str, variables: Mapping[str, str], log: Path) -> None:
        super().__init__(name, ["worker", "--only", space, "--threads", "1"], variables, log)

    def answers(self) -> bool:
        """Whether it has said that it works."""
        return b'"event": "working"' in self.log.read_bytes()[self._begun :]


class Neo4j(Service):
    """The embedded server."""

    def __init__(self, server: EmbeddedServer) -> None:
        super().__init__("neo4j")
        self._server = server
        self.await_answer()

    def kill(self) -> None:
        """End it by SIGKILL, and start it again meanwhile."""
        super().kill()
        Thread(target=self.await_answer, daemon=True).start()

    def halt(self, seconds: float) -> None:
        """Stop it for a while, and wait until it answers again."""
        super().halt(seconds)
        self.await_answer()

    def await_answer(self) -> None:
        """Start it where it does not run, and wait until it answers."""
        until = time.monotonic() + _START_SECONDS
        while True:
            asked = time.time()
            try:
                self.address = self._server.start()
                break
            except GraphMemError:
                if time.monotonic() > until:
                    raise
        self.pid = self.address.pid
        self._rise(asked)


class Fleet(NamedTuple):
    """All processes of one memory, and a client of its database that nothing comes between."""

    neo4j: Neo4j
    replicas: tuple[Replica, ...]
    workers: tuple[WorkerProcess, ...]
    memory: Memory
    variables: Mapping[str, str]
    wire: CuttingWire

    @property
    def services(self) -> tuple[Service, ...]:
        """All of them."""
        return (*self.replicas, *self.workers, self.neo4j)

    def settle(self, seconds: float) -> bool:
        """Wait until all answer, and nothing waits for extraction; False if it takes longer."""
        until = time.monotonic() + seconds
        return _until(lambda: all(one.up for one in self.services), until) and _until(
            lambda: self.memory.waiting().empty, until
        )


def _until(true: Callable[[], bool], end: float) -> bool:
    while time.monotonic() < end:
        with suppress(GraphMemError):  # the database may be silent once more
            if true():
                return True
        time.sleep(1.0)
    return False


def _free_ports() -> tuple[int, int]:
    wanted = random.sample(_PORTS, 20)
    bolt = first_free(wanted)
    return bolt, first_free(wanted, taken=bolt)


@contextmanager
def fleet(space: str, folder: Path) -> Iterator[Fleet]:
    """Two replicas and two workers over the embedded Neo4j of the settings, by a wire.

    They wait until all answer. The space goes at the end, and the server is stopped.
    """
    settings = load_settings(space=space)
    if settings.uri is not None:
        raise SettingsError(
            "The database is killed, so it must be the embedded one.",
            next_step="Unset GRAPHMEM_URI, and give GRAPHMEM_HOME a folder of its own.",
        )
    # It must come again at the same port. Of those that the system gives to connections, one to it
    # can get its own while nobody listens, and then is connected to itself.
    bolt, http = _free_ports()
    ports = {"bolt_port": bolt, "http_port": http}
    server = EmbeddedServer(settings.model_copy(update=ports))
    server.stop(force=True)
    neo4j = Neo4j(server)
    reached = settings.model_copy(
        update={
            "uri": neo4j.address.uri,
            "user": neo4j.address.user,
            "password": SecretStr(neo4j.address.password),
        }
    )
    place = urlsplit(neo4j.address.uri)
    wire = CuttingWire(place.hostname or "127.0.0.1", place.port or bolt)
    variables = environment(reached) | {
        "GRAPHMEM_URI": f"bolt://127.0.0.1:{wire.port}",
        "GRAPHMEM_SPACE": space,
        "GRAPHMEM_QUIET_SECONDS": "0.2",
        "GRAPHMEM_LEASE_SECONDS": "2",
    }
    try:
        with ExitStack() as stack:
            memory = stack.enter_context(Memory(reached))
            stack.callback(memory.delete_space)

            def kept(one: C) -> C:
                stack.callback(one.end)
                return one

            replicas = tuple(
                kept(Replica(name, variables, folder / f"{name}.log"))
                for name in (f"replica-{number + 1}" for number in range(REPLICAS))
            )
            workers = tuple(
                kept(WorkerProcess(name, space, variables, folder / f"{name}.log"))
                for name in (f"worker-{number + 1}" for number in range(WORKERS))
            )
            made = Fleet(neo4j, replicas, workers, memory, variables, wire)
            if not made.settle(_START_SECONDS):
                raise TimeoutError("not all processes answer")
            yield made
    finally:
        wire.cut()
        server.stop(force=True)
