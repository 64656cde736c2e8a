"""The embedded server, as its callers see it."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from graphmem.errors import ServerError, ServerStartError
from graphmem.model.progress import Progress, silent
from graphmem.server import process, readiness
from graphmem.server.artifacts import server_jars
from graphmem.server.fetch import load_lock, neo4j_version
from graphmem.server.home import (
    ServerHome,
    begin_first_start,
    end_first_start,
    ensure_password,
    read_password,
)
from graphmem.server.model import HOST, USER, Ports, ServerAddress, ServerStatus
from graphmem.server.process import find_java, memory_of, tail
from graphmem.server.readiness import WaitOutcome
from graphmem.settings import Settings

if TYPE_CHECKING:
    import psutil

_STAGE = "starting Neo4j"
_STOP_SECONDS = 60.0
_KILL_SECONDS = 10.0
_LOG_LINES = 20
_PORT_RACES = 3


class EmbeddedServer:
    """The Neo4j of a data folder, shared by all the processes that use the folder."""

    def __init__(self, settings: Settings, *, progress: Progress = silent) -> None:
        self.settings = settings
        self.home = ServerHome.of(settings)
        self._progress = progress

    def start(self) -> ServerAddress:
        """Give the address of the running server, after starting it if there is none.

        The server outlives this process. Raises `ServerStartError` with the log's last lines,
        `ArtifactError` or `JavaError`.
        """
        try:
            self.home.prepare()
            with FileLock(self.home.lock):
                return self._start()
        except OSError as error:
            raise ServerError(
                f"The data folder {self.home.root} cannot be used: {error}.",
                next_step="Make room or give the rights, or set GRAPHMEM_HOME.",
            ) from error

    def stop(self, *, force: bool = False) -> bool:
        """Stop the server and wait for its end; False if there was none.

        Raises `ServerError` if it does not end within a minute. With ``force`` it is killed after
        ten seconds, which loses no committed data.
        """
        if not self.home.lock.parent.exists():
            return False
        lock = FileLock(self.home.lock, timeout=_KILL_SECONDS if force else _STOP_SECONDS)
        try:
            with lock:
                return self._stop(force=force)
        except Timeout as error:
            if force:
                return self._stop(force=True)
            raise ServerError(
                "Another process is still starting the server.",
                next_step="Try again when it is done, or stop it by force.",
            ) from error

    def status(self) -> ServerStatus:
        """Tell what the server is doing; changes nothing and waits for nobody."""
        running = process.find(self.home)
        ports = self.home.read_ports()
        status = ServerStatus(
            state="stopped", version=self.version, home=self.home.root, log=self.home.log
        )
        if running is None or ports is None:
            return status
        answer = readiness.answer(running, ports, read_password(self.home) or "")
        return status.model_copy(
            update={
                "state": "running" if answer is readiness.Readiness.READY else "starting",
                "pid": running.pid,
                "uri": ports.uri,
                "http_url": ports.http_url,
            }
        )

    def log_tail(self, lines: int = _LOG_LINES) -> tuple[str, ...]:
        """Give the last lines that the server printed since its last start."""
        return tail(self.home.log, lines)

    @property
    def version(self) -> str:
        """The version of Neo4j that this graphmem starts."""
        return neo4j_version(load_lock())

    def _start(self) -> ServerAddress:
        password = ensure_password(self.home)
        running = process.find(self.home)
        if running is not None:
            ports = self._ports_of(running)
            outcome = self._wait(running, ports, password)
            if outcome is not WaitOutcome.ENDED:
                return self._address(outcome, running, ports, password)
        return self._start_new(password)

    def _start_new(self, password: str) -> ServerAddress:
        java = find_java()
        jars = server_jars(self.settings.cache, progress=self._progress)
        begin_first_start(self.home, password)
        memory = memory_of(self.settings)
        for _ in range(_PORT_RACES):
            ports = choose_ports(self.settings, self.home.read_ports())
            self.home.write_conf(memory, ports)
            self.home.write_ports(ports)
            process.spawn(self.home, java, jars, memory.heap)
            running = process.find(self.home)
            if running is not None:
                outcome = self._wait(running, ports, password)
                if outcome is not WaitOutcome.ENDED:
                    return self._address(outcome, running, ports, password)
            if is_free(ports.bolt) and is_free(ports.http):
                break
            # Somebody took a port after it was chosen.
        raise self._error("Neo4j ended while starting")

    def _ports_of(self, running: psutil.Process) -> Ports:
        ports = self.home.read_ports()
        if ports is None:
            raise ServerError(
                f"Neo4j runs as process {running.pid}, but {self.home.ports_file} is gone.",
                next_step="Stop the server and start it again.",
            )
        return ports

    def _wait(self, running: psutil.Process, ports: Ports, password: str) -> WaitOutcome:
        if readiness.answer(running, ports, password) is readiness.Readiness.READY:
            return WaitOutcome.READY
        self._progress(_STAGE, 0, 1)
        seconds = self.settings.server_start_seconds
        outcome = readiness.wait(self.home, running, ports, password, seconds=seconds)
        if outcome is WaitOutcome.READY:
            self._progress(_STAGE, 1, 1)
        return outcome

    def _address(
        self, outcome: WaitOutcome, running: psutil.Process, ports: Ports, password: str
    ) -> ServerAddress:
        if outcome is WaitOutcome.REFUSED:
            raise ServerStartError(
                f"Neo4j runs as process {running.pid} but refuses the stored password.",
                next_step=f"If you changed it, write the new one into {self.home.password_file}.",
            )
        if outcome is WaitOutcome.LATE:
            raise self._error(
                f"Neo4j, process {running.pid}, did not answer within "
                f"{self.settings.server_start_seconds:g} seconds and goes on starting"
            )
        end_first_start(self.home)
        return ServerAddress(
            uri=ports.uri, http_url=ports.http_url, user=USER, password=password, pid=running.pid
        )

    def _stop(self, *, force: bool) -> bool:
        running = process.find(self.home)
        if running is None:
            return False
        process.terminate(running)
        if process.wait_for_end(self.home, running, _KILL_SECONDS if force else _STOP_SECONDS):
            return True
        if not force:
            raise self._still_there(running, "Wait, or stop it by force: committed data are safe.")
        process.terminate(running, kill=True)
        if process.wait_for_end(self.home, running, _KILL_SECONDS):
            return True
        raise self._still_there(running, "The system does not let it end: look at the disk.")

    def _still_there(self, running: psutil.Process, next_step: str) -> ServerError:
        return ServerError(f"Neo4j, process {running.pid}, has not ended.", next_step=next_step)

    def _error(self, problem: str) -> ServerStartError:
        # Frames of Java's stack traces would leave no room for what went wrong.
        told = [line for line in self.log_tail(10 * _LOG_LINES) if not line.startswith("\t")]
        lines = "\n".join(f"  {line}" for line in told[-_LOG_LINES:])
        return ServerStartError(
            f"{problem}. The last lines of {self.home.log}:\n{lines}\n",
            next_step="Correct what they say (settings, memory, disk) and start again; "
            "GRAPHMEM_SERVER_START_SECONDS gives it more time.",
        )


def choose_ports(settings: Settings, last: Ports | None) -> Ports:
    """Give two free ports: the usual ones, else those of the last start, else any."""
    bolt = first_free([settings.bolt_port] + ([last.bolt] if last else []))
    http = first_free([settings.http_port] + ([last.http] if last else []), taken=bolt)
    return Ports(bolt=bolt, http=http)


def first_free(wanted: Iterable[int], *, taken: int | None = None) -> int:
    """Give the first of the wanted ports that is free and not ``taken``, else any such port."""
    for port in wanted:
        if port != taken and is_free(port):
            return port
    while True:
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port = int(probe.getsockname()[1])
        if port != taken:
            return port


def is_free(port: int) -> bool:
    """Tell whether a server could listen on the port."""
    if answers(port):
        # Binding is not enough: macOS lets a second socket bind below a wildcard address.
        return False
    with socket.socket() as probe:
        # As the server does it: connections of a server that has gone are no hindrance.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def answers(port: int) -> bool:
    """Tell whether somebody accepts connections on the port."""
    with socket.socket() as probe:
        probe.settimeout(2)
        return probe.connect_ex((HOST, port)) == 0
