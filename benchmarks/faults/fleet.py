"""Two replicas and two workers of one memory, the Neo4j under them, and the broker between them."""

import random
import shutil
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from pydantic import SecretStr

from benchmarks.faults.processes import (
    START_SECONDS,
    Broker,
    Neo4j,
    Replica,
    Service,
    WorkerProcess,
)
from graphmem.errors import GraphMemError, SettingsError
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.server.embedded import first_free
from graphmem.settings import load_settings
from tests.e2e.conftest import environment
from tests.wires import CuttingWire

_PORTS = range(20_000, 30_000)


class Fleet(NamedTuple):
    """All processes of one memory, and a client of its database that nothing comes between."""

    neo4j: Neo4j
    replicas: tuple[Replica, ...]
    workers: tuple[WorkerProcess, ...]
    broker: Broker | None
    memory: Memory
    variables: Mapping[str, str]
    wire: CuttingWire

    @property
    def services(self) -> tuple[Service, ...]:
        """All of them."""
        between = () if self.broker is None else (self.broker,)
        return (*self.replicas, *self.workers, *between, self.neo4j)

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


@contextmanager
def fleet(space: str, folder: Path) -> Iterator[Fleet]:
    """Two replicas and two workers over the embedded Neo4j of the settings, by a wire.

    Where this machine has Valkey or Redis, they share a task queue. They wait until all answer. The
    space goes at the end, and the server is stopped.
    """
    settings = load_settings(space=space)
    if settings.uri is not None:
        raise SettingsError(
            "The database is killed, so it must be the embedded one.",
            next_step="Unset GRAPHMEM_URI, and give GRAPHMEM_HOME a folder of its own.",
        )
    # It must come again at the same port. Of those that the system gives to connections, one to it
    # can get its own while nobody listens, and then is connected to itself.
    wanted = random.sample(_PORTS, 20)
    bolt = first_free(wanted)
    ports = {"bolt_port": bolt, "http_port": first_free(wanted, taken=bolt)}
    server = EmbeddedServer(settings.model_copy(update=ports))
    server.stop(force=True)
    neo4j = Neo4j(server)
    at = neo4j.address
    known = {"uri": at.uri, "user": at.user, "password": SecretStr(at.password)}
    reached = settings.model_copy(update=known)
    wire = CuttingWire("127.0.0.1", bolt)
    variables = environment(reached) | {
        "GRAPHMEM_URI": f"bolt://127.0.0.1:{wire.port}",
        "GRAPHMEM_SPACE": space,
        "GRAPHMEM_QUIET_SECONDS": "0.2",
        "GRAPHMEM_LEASE_SECONDS": "4",
    }
    try:
        with ExitStack() as stack:
            memory = stack.enter_context(Memory(reached))
            stack.callback(memory.delete_space)
            broker = None
            if program := shutil.which("valkey-server") or shutil.which("redis-server"):
                broker = Broker(program, folder)
                stack.callback(broker.end)
                variables["GRAPHMEM_QUEUE"] = broker.url
            replicas = tuple(Replica(f"replica-{n}", folder, variables) for n in (1, 2))
            workers = tuple(WorkerProcess(f"worker-{n}", folder, variables) for n in (1, 2))
            for one in (*replicas, *workers):
                stack.callback(one.end)
            made = Fleet(neo4j, replicas, workers, broker, memory, variables, wire)
            if not made.settle(START_SECONDS):
                raise TimeoutError("not all processes answer")
            yield made
    finally:
        wire.cut()
        server.stop(force=True)
