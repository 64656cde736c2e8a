"""How much memory the embedded server takes where no setting says so."""

from pathlib import Path

import psutil
import pytest

from graphmem.server.model import ServerMemory
from graphmem.server.process import container_limit, memory_at_hand, memory_of, shares
from graphmem.settings import Settings

GIB = 1 << 30


@pytest.mark.parametrize(
    ("memory", "heap", "pagecache"),
    [
        (GIB // 2, "512m", "128m"),
        (3 * GIB, "768m", "384m"),
        (4 * GIB, "1024m", "512m"),
        (24 * GIB, "2048m", "3072m"),
        (512 * GIB, "2048m", "4096m"),
    ],
)
def test_it_takes_a_share_within_bounds(memory: int, heap: str, pagecache: str) -> None:
    assert shares(memory) == ServerMemory(heap=heap, pagecache=pagecache)


def test_what_is_set_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("graphmem.server.process.memory_at_hand", lambda: 4 * GIB)
    assert memory_of(Settings()) == ServerMemory(heap="1024m", pagecache="512m")
    assert memory_of(Settings(server_heap="3g")) == ServerMemory(heap="3g", pagecache="512m")
    assert memory_of(Settings(server_heap="3g", server_pagecache="1g")) == ServerMemory(
        heap="3g", pagecache="1g"
    )


def group(root: Path, own: str, limits: dict[str, str]) -> tuple[Path, Path]:
    """A tree of control groups, and what a process of it is told of its own."""
    (root / "own").write_text(own, encoding="utf-8")
    for place, limit in limits.items():
        file = root / "groups" / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{limit}\n", encoding="ascii")
    return root / "groups", root / "own"


@pytest.mark.parametrize(
    ("own", "limits", "least"),
    [
        # Version 2: its own group, one around it, and the root that a container sees as its own.
        ("0::/a/b\n", {"a/b/memory.max": "4096", "a/memory.max": "max"}, 4096),
        ("0::/a/b\n", {"a/b/memory.max": "4096", "a/memory.max": "2048"}, 2048),
        ("0::/\n", {"memory.max": "1024"}, 1024),
        ("0::/outside/of/it\n", {"memory.max": "1024"}, 1024),
        ("0::/a\n", {"a/memory.max": "max"}, None),
        # Version 1: the tree of the controller for memory alone.
        (
            "5:cpu,cpuacct:/x\n4:memory:/a\n",
            {"memory/a/memory.limit_in_bytes": "512", "memory/x/memory.limit_in_bytes": "1"},
            512,
        ),
        ("", {"memory.max": "1024"}, None),
    ],
)
def test_the_least_limit_of_a_container_holds(
    tmp_path: Path, own: str, limits: dict[str, str], least: int | None
) -> None:
    assert container_limit(*group(tmp_path, own, limits)) == least


def test_elsewhere_there_is_no_limit(tmp_path: Path) -> None:
    assert container_limit(tmp_path, tmp_path / "none") is None


def test_a_container_has_no_more_than_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = psutil.virtual_memory().total
    for limit, at_hand in ((None, machine), (GIB, GIB), (2 * machine, machine)):
        monkeypatch.setattr("graphmem.server.process.container_limit", lambda limit=limit: limit)
        assert memory_at_hand() == at_hand
