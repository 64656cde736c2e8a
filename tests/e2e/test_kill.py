"""Killed at any point and run again, an ingest ends in the same graph."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Self
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import environment
from tests.e2e.test_workspace import NEVER
from tests.graph import differences, farthest, vectors, whole_graph
from tests.talk import ALIKE, GARDEN, HARBOUR, HILLS, write_lines

# Each kill is a process of its own that starts, and loads a model.
pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

TALKS = (GARDEN, HARBOUR, HILLS, ALIKE)
TURNS = {
    (talk.conversation_id, session.session_id): len(session.turns)
    for talk in TALKS
    for session in talk.sessions
}

# What the client tells just before: the rest of the record, extraction, the write of the
# workspaces, the write of the layers. What was begun before is tried session by session.
MOMENTS = {
    "recording": r"recorded: \d+",
    "extracting": r"extracted chunks: \d+ of ",
    "writing workspaces": r"encoded texts: (\d+) of \1$",
    "writing layers": r"encoded profiles: (\d+) of \1$",
}


# The command, telling every step at once: the lines that it prints come later, and are fewer.
# It waits for a server that went for seconds, not for half a minute.
_TELLING = """
import sys
from graphmem.__main__ import main
from graphmem.clients.cli import output
from graphmem.store import database

database._PATIENCE_SECONDS = 3.0

class Telling:
    def __init__(self, write):
        self._write = write

    def __call__(self, stage, done, total):
        self._write(f"{stage}: {done} of {total}")

    def close(self):
        pass

output.PlainProgress = Telling
sys.argv[0] = "graphmem"
main()
"""


class Client:
    """A `graphmem ingest` of its own process, whose progress is watched."""

    def __init__(self, settings: Settings, space: str, file: Path, **variables: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _TELLING, "ingest", str(file)],
            env=environment(settings) | {"GRAPHMEM_SPACE": space} | variables,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.told = ""

    def wait_for(self, moment: str) -> None:
        """Until the client tells so."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self.told += line
            if re.match(moment, line.rstrip("\n")):
                return
        raise AssertionError(f"the ingest ended before {moment!r}:\n{self.told}")

    def kill(self) -> None:
        self._process.send_signal(signal.SIGKILL)

    def end(self) -> int:
        """Its exit code, and the rest of what it had to say."""
        _, rest = self._process.communicate(timeout=240)
        self.told += rest
        return self._process.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        if self._process.stderr is not None and not self._process.stderr.closed:
            self.end()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "talks.jsonl", TALKS)


def test_a_killed_client(live_settings: Settings, open_memory: OpenMemory, file: Path) -> None:
    memory = open_memory()
    memory.ingest(file)
    undisturbed, encoded = whole_graph(memory), vectors(memory)
    memory.delete_space()
    for moment in MOMENTS.values():
        with Client(live_settings, memory.space, file) as client:
            client.wait_for(moment)
            client.kill()
            assert client.end() == -signal.SIGKILL
        assert_whole(memory)
    receipt = memory.ingest(file)
    assert receipt.complete
    assert differences(whole_graph(memory), undisturbed) == []
    assert farthest(vectors(memory), encoded) < 1e-5


def assert_whole(memory: Memory) -> None:
    """Whole sessions, whole chunks, and no statement without what it must have."""
    rows = memory.cypher(
        "MATCH (s:Session {space: $space})-[:HAS_TURN]->(t) "
        "RETURN s.conversation_id, s.session_id, count(t)",
        parameters={"space": memory.space},
    ).rows
    assert all(TURNS[conversation, session] == count for conversation, session, count in rows)
    for offence, query in NEVER.items():
        assert memory.cypher(query).rows == (), offence


@pytest.mark.skipif(
    "GRAPHMEM_TEST_URI" in os.environ, reason="kills the server, so it must be an embedded one"
)
def test_a_killed_server(tmp_path: Path, file: Path, encoder: Encoder) -> None:
    settings = load_settings(home=tmp_path / "home", space=f"kill-{uuid4().hex}")
    try:
        with Memory(settings, encoder=encoder):
            # Who the server is takes a while to find out.
            pid = EmbeddedServer(settings).status().pid
        assert pid is not None
        with Client(settings, settings.space, file) as client:
            client.wait_for(MOMENTS["writing workspaces"])
            os.kill(pid, signal.SIGKILL)
            assert client.end() == 1, "the server was killed too late"
        assert "Traceback" not in client.told
        assert "next:" in client.told
        with Memory(settings, encoder=encoder) as memory:
            assert_whole(memory)
            assert memory.ingest(file).complete
            after = whole_graph(memory)
            memory.delete_space()
            assert memory.ingest(file).turns_stored == sum(TURNS.values())
            assert differences(whole_graph(memory), after) == []
    finally:
        EmbeddedServer(settings).stop(force=True)
