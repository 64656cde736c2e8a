"""Processes that are killed and halted, started again whenever they end, and watched.

Each notes when it did not answer, so that what failed meanwhile can be told from what failed
without a reason.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from threading import Event, Lock, Thread
from typing import NamedTuple
from urllib.request import urlopen

from graphmem.errors import GraphMemError
from graphmem.server import EmbeddedServer
from tests.e2e.serving import free_port

START_SECONDS = 900.0
_GRAPHMEM = (sys.executable, "-m", "graphmem")
_LOOK_SECONDS = 0.25
_ANSWER_SECONDS = 2.0


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
    """A command, run again whenever it ends, as a service manager does."""

    def __init__(self, name: str, folder: Path, variables: Mapping[str, str], *words: str) -> None:
        super().__init__(name)
        self.log = folder / f"{name}.log"
        self._command = words
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


class Broker(Command):
    """The broker of the task queue, which keeps nothing when it ends."""

    def __init__(self, program: str, folder: Path) -> None:
        self._port = free_port()
        self.url = f"redis://127.0.0.1:{self._port}/0"
        words = f"--port {self._port} --bind 127.0.0.1 --appendonly no --dir {folder} --save"
        super().__init__("broker", folder, os.environ, program, *words.split(), "")

    def answers(self) -> bool:
        """Whether it answers a greeting."""
        try:
            with socket.create_connection(("127.0.0.1", self._port), _ANSWER_SECONDS) as wire:
                wire.sendall(b"PING\r\n")
                return wire.recv(5) == b"+PONG"
        except OSError:
            return False


class Replica(Command):
    """`graphmem serve`, which extracts nothing."""

    def __init__(self, name: str, folder: Path, variables: Mapping[str, str]) -> None:
        port = free_port()
        self.address = f"http://127.0.0.1:{port}"
        words = f"serve --no-background --port {port} --threads 8 --in-flight 64"
        words = f"{words} --rate 100000 --burst 100000"
        super().__init__(name, folder, variables, *_GRAPHMEM, *words.split())

    def answers(self) -> bool:
        """Whether it is ready."""
        try:
            with urlopen(f"{self.address}/ready", timeout=_ANSWER_SECONDS):
                return True
        except (OSError, HTTPException):  # 503 and a connection that is refused among them
            return False


class WorkerProcess(Command):
    """`graphmem worker`."""

    def __init__(self, name: str, folder: Path, variables: Mapping[str, str]) -> None:
        super().__init__(name, folder, variables, *_GRAPHMEM, "worker", "--threads", "1")

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
        until = time.monotonic() + START_SECONDS
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
