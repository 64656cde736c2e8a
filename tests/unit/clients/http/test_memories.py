"""Spaces that are served: opened once, and closed where they are idle for longest."""

from threading import Barrier, Thread
from typing import Any, ClassVar

import pytest

from graphmem.clients.http import memories as module
from graphmem.clients.http.memories import Memories
from graphmem.errors import StoreError
from graphmem.settings import Settings


class Opened:
    """In the place of a Memory: what was opened and closed, in order."""

    log: ClassVar[list[str]] = []

    def __init__(self, settings: Settings, *, encoder: object) -> None:
        if settings.space == "gone":
            raise StoreError("Gone.", next_step="Come back.")
        self.space = settings.space
        self.log.append(f"open {self.space}")

    def close(self) -> None:
        self.log.append(f"close {self.space}")


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(module, "Memory", Opened)
    Opened.log.clear()
    return Opened.log


def serving(*, idle: int) -> Memories:
    encoder: Any = object()
    return Memories(Settings(space="own"), encoder=encoder, idle=idle)


def test_the_space_idle_for_longest_is_closed_and_opened_again(log: list[str]) -> None:
    memories = serving(idle=2)
    for space in ("one", "two", "one", "three", "two"):
        with memories.using(space):
            pass
    assert log == ["open one", "open two", "open three", "close two", "open two", "close one"]
    memories.close()
    assert sorted(log[-2:]) == ["close three", "close two"]


def test_a_space_in_use_stays_open(log: list[str]) -> None:
    memories = serving(idle=1)
    with memories.using("one"):
        for space in ("two", "three", "four"):
            with memories.using(space):
                pass
        assert "close one" not in log
    assert log[-1] == "close four"


def test_who_asks_at_once_shares_one(log: list[str]) -> None:
    memories, ready = serving(idle=1), Barrier(8)

    def ask() -> None:
        ready.wait(10)
        with memories.using("one"):
            pass

    asking = [Thread(target=ask) for _ in range(8)]
    for one in asking:
        one.start()
    for one in asking:
        one.join(10)
    assert log == ["open one"]


def test_a_space_that_cannot_be_opened_is_tried_again(log: list[str]) -> None:
    memories = serving(idle=1)
    for _ in range(2):
        with pytest.raises(StoreError), memories.using("gone"):
            pass
    assert log == []
