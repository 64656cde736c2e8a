"""Operations on threads while the database falls silent: what was done counts."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import pytest

from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller
from graphmem.clients.http.bookmarks import RequestBookmarks
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.workers import Pulse, Workers
from graphmem.errors import ConnectionFailedError, OutcomeUnknownError
from graphmem.model.receipt import TurnReceipt
from graphmem.operations import Operation, operation


class Opened:
    """Stands for spaces that are open already."""

    @contextmanager
    def using(self, space: str) -> Iterator["Opened"]:
        yield self

    def bookmark(self) -> str:
        return "FB:somewhere"


def silent() -> None:
    raise ConnectionFailedError("Neo4j does not answer.", next_step="Start it.")


def run(monkeypatch: pytest.MonkeyPatch, *, work: float, check: float) -> TurnReceipt:
    """What an operation gives that takes so many seconds, the check of the database as many."""

    def slow(*_: Any) -> TurnReceipt:
        time.sleep(work)
        return TurnReceipt(turn_id="kitchen/D1:1", stored=True)

    def checked() -> None:
        time.sleep(check)
        silent()

    monkeypatch.setattr("graphmem.clients.http.workers._LONG_SECONDS", 0.05)
    monkeypatch.setattr(Operation, "run", slow)

    async def ask() -> TurnReceipt:
        workers = Workers(
            cast(Memories, Opened()),
            Metrics(),
            Pulse(checked),
            Audit(None),
            threads=1,
            in_flight=1,
        )
        try:
            return cast(
                TurnReceipt,
                await workers.run(
                    Caller(name="somebody", space="s"),
                    operation("add_turn"),
                    TurnReceipt(turn_id="as asked", stored=False),
                    render=lambda found: found,
                    carried=RequestBookmarks(),
                ),
            )
        finally:
            workers.close()

    return asyncio.run(ask())


def test_what_was_done_before_the_silence_was_noticed_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert run(monkeypatch, work=0.2, check=0.5).stored


def test_what_is_still_under_way_then_is_told_as_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    # It writes, and may be done by now.
    with pytest.raises(OutcomeUnknownError, match="does not answer"):
        run(monkeypatch, work=0.5, check=0.0)
