"""`graphmem worker`: a process that extracts what others record."""

import json
import signal
import subprocess
import sys

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.memories import Memories
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import environment
from tests.e2e.test_background import say, until

_SECONDS = 60.0


def test_a_worker_extracts_what_others_record_and_ends_in_order(
    open_memory: OpenMemory, live_settings: Settings, encoder: Encoder
) -> None:
    one, other = open_memory(), open_memory()
    say(one)
    say(other)
    memories = Memories(live_settings, encoder=encoder)
    memories.open()
    # Unless it is told which, it looks at all that there are: here also those of other tests.
    assert {one.space, other.space} <= {due.space for due in memories.waiting(None)}
    memories.close()
    command = [sys.executable, "-m", "graphmem", "worker", "--only", one.space]
    with subprocess.Popen(
        [*command, "--only", other.space],
        env=environment(live_settings),
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as running:
        try:
            until(lambda: one.waiting().empty and other.waiting().empty, 2 * _SECONDS)
            running.send_signal(signal.SIGTERM)
            _, told = running.communicate(timeout=_SECONDS)
        finally:
            if running.poll() is None:
                running.kill()
    assert running.returncode == 0
    events = [json.loads(line)["event"] for line in told.splitlines()]
    assert events[0] == "working"
    assert {"extracted", "stopping"} <= set(events)
    assert "Rex" not in told
