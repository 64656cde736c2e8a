"""Readiness of a server, asked for by Bolt, and waiting until it answers."""

from __future__ import annotations

import time
from enum import Enum
from typing import TYPE_CHECKING

from graphmem.server import process
from graphmem.server.home import ServerHome
from graphmem.server.model import DATABASE, USER, Ports

_TIMEOUT = 5


class Readiness(Enum):
    """What came of asking."""

    READY = "ready"
    NOT_YET = "not yet"
    REFUSED = "refused"


def ask(ports: Ports, password: str) -> Readiness:
    """Run one query as the user would; READY only if it was answered."""
    from neo4j import READ_ACCESS, GraphDatabase
    from neo4j.exceptions import AuthError, DriverError, Neo4jError

    try:
        with (
            GraphDatabase.driver(
                ports.uri,
                auth=(USER, password),
                connection_timeout=_TIMEOUT,
                connection_acquisition_timeout=_TIMEOUT,
                telemetry_disabled=True,
            ) as driver,
            driver.session(database=DATABASE, default_access_mode=READ_ACCESS) as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError:
        return Readiness.REFUSED
    except (DriverError, Neo4jError):
        return Readiness.NOT_YET
    return Readiness.READY


if TYPE_CHECKING:
    import psutil

# Neo4j refuses even the right password for five seconds after somebody tried three wrong ones.
_REFUSED_SECONDS = 10.0
_FIRST_PAUSE = 0.05
_LONGEST_PAUSE = 0.5


class WaitOutcome(Enum):
    """How the waiting ended."""

    READY = "ready"
    ENDED = "the process ended"
    REFUSED = "the password was refused"
    LATE = "no answer in time"


def answer(running: psutil.Process, ports: Ports, password: str) -> Readiness:
    """Ask a server once; nobody else who listens on its port is told the password."""
    if not process.listens(running, ports.bolt):
        return Readiness.NOT_YET
    return ask(ports, password)


def wait(
    home: ServerHome, running: psutil.Process, ports: Ports, password: str, *, seconds: float
) -> WaitOutcome:
    """Wait until the server answers a query, ends, refuses the password or is late."""
    deadline = time.monotonic() + seconds
    refused_until: float | None = None
    pause = _FIRST_PAUSE
    while True:
        found = answer(running, ports, password)
        now = time.monotonic()
        if found is Readiness.READY:
            return WaitOutcome.READY
        if process.find(home) != running:
            return WaitOutcome.ENDED
        if found is Readiness.NOT_YET:
            refused_until = None
        elif refused_until is None:
            refused_until = now + _REFUSED_SECONDS
        elif now > refused_until:
            return WaitOutcome.REFUSED
        if now > deadline:
            return WaitOutcome.LATE
        time.sleep(pause)
        pause = min(pause * 1.5, _LONGEST_PAUSE)
