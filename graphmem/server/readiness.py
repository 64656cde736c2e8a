"""Waiting for a server until it answers."""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING

from graphmem.server import bolt, process
from graphmem.server.home import ServerHome
from graphmem.server.model import Ports

if TYPE_CHECKING:
    import psutil

# Neo4j refuses even the right password for five seconds after somebody tried three wrong ones.
_REFUSED_SECONDS = 10.0
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 0.5


class Outcome(Enum):
    """How the waiting ended."""

    READY = "ready"
    ENDED = "the process ended"
    REFUSED = "the password was refused"
    LATE = "no answer in time"


def answer(running: psutil.Process, ports: Ports, password: str) -> bolt.Answer:
    """Ask a server once; nobody else who listens on its port is told the password."""
    if not process.listens(running, ports.bolt):
        return bolt.Answer.NOT_YET
    return bolt.ask(ports, password)


def wait(
    home: ServerHome, running: psutil.Process, ports: Ports, password: str, *, seconds: float
) -> Outcome:
    """Wait until the server answers a query, ends, refuses the password or is late."""
    deadline = time.monotonic() + seconds
    refused_until: float | None = None
    pause = _FIRST_PAUSE
    while True:
        found = answer(running, ports, password)
        now = time.monotonic()
        if found is bolt.Answer.READY:
            return Outcome.READY
        if process.find(home) != running:
            return Outcome.ENDED
        if found is bolt.Answer.NOT_YET:
            refused_until = None
        elif refused_until is None:
            refused_until = now + _REFUSED_SECONDS
        elif now > refused_until:
            return Outcome.REFUSED
        if now > deadline:
            return Outcome.LATE
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
