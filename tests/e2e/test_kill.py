"""Killed at any point and run again, an ingest ends in the same graph."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.sample import sample_files
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import environment
from tests.graph import farthest, snapshot, vectors

_DEADLINE = 120.0


def _start_ingest(settings: Settings, space: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "graphmem", "ingest", *map(str, sample_files())],
        env=environment(settings) | {"GRAPHMEM_SPACE": space},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait_for_sessions(memory: Memory, count: int, client: subprocess.Popen[bytes]) -> int:
    """Wait until some sessions are written, and the client still runs; how many there are."""
    deadline = time.monotonic() + _DEADLINE
    query = "MATCH (s:Session {space: $space}) RETURN count(s)"
    while time.monotonic() < deadline:
        found: int = memory.cypher(query, parameters={"space": memory.space}).rows[0][0]
        if found >= count or client.poll() is not None:
            return found
        time.sleep(0.01)
    raise AssertionError("the ingest wrote nothing")


def test_a_killed_client(live_settings: Settings, open_memory: OpenMemory) -> None:
    whole, cut = open_memory(), open_memory()
    whole.ingest(*sample_files())
    for sessions in (3, 20):
        client = _start_ingest(live_settings, cut.space)
        _wait_for_sessions(cut, sessions, client)
        client.send_signal(signal.SIGKILL)
        client.wait()
    _assert_whole_sessions(cut)
    receipt = cut.ingest(*sample_files())
    assert receipt.complete
    assert snapshot(cut) == snapshot(whole)
    assert farthest(vectors(cut), vectors(whole)) < 1e-5


def _assert_whole_sessions(memory: Memory) -> None:
    expected = {
        (conversation, f"S{number}"): count for (conversation, number), count in _counts().items()
    }
    rows = memory.cypher(
        "MATCH (s:Session {space: $space})-[:HAS_TURN]->(t) "
        "RETURN s.conversation_id, s.session_id, count(t)",
        parameters={"space": memory.space},
    ).rows
    assert all(expected[conversation, session] == count for conversation, session, count in rows)


def _counts() -> dict[tuple[str, int], int]:
    import json

    counts: dict[tuple[str, int], int] = {}
    for file in sample_files():
        for line in file.read_text(encoding="utf-8").splitlines():
            turn = json.loads(line)
            place = (turn["conversation_id"], int(turn["session_id"][1:]))
            counts[place] = counts.get(place, 0) + 1
    return counts


@pytest.mark.skipif(
    "GRAPHMEM_TEST_URI" in os.environ, reason="kills the server, so it must be an embedded one"
)
def test_a_killed_server(tmp_path: Path, encoder: Encoder) -> None:
    settings = load_settings(home=tmp_path / "home", space=f"kill-{uuid4().hex}")
    try:
        with Memory(settings, encoder=encoder) as memory:
            client = _start_ingest(settings, memory.space)
            _wait_for_sessions(memory, 5, client)
            pid = EmbeddedServer(settings).status().pid
            assert pid is not None
            os.kill(pid, signal.SIGKILL)
            assert client.wait(timeout=120) != 0
        with Memory(settings, encoder=encoder) as memory:
            _assert_whole_sessions(memory)
            receipt = memory.ingest(*sample_files())
            assert receipt.complete
            assert 0 < receipt.turns_stored < 651
            after = snapshot(memory)
        undisturbed = settings.model_copy(update={"space": f"whole-{uuid4().hex}"})
        with Memory(undisturbed, encoder=encoder) as memory:
            memory.ingest(*sample_files())
            assert snapshot(memory) == after
    finally:
        EmbeddedServer(settings).stop(force=True)
