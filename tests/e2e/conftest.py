"""The command line; and what is ingested once for many tests."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.clients.cli.demo import DEMO_SPACE
from graphmem.memory import Memory
from graphmem.model.receipt import Receipt
from graphmem.sample import sample_files
from graphmem.settings import Settings
from tests.commands import run_command

Run = Callable[..., "Outcome"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whichever test comes first waits for the ingest of real talk, which takes minutes."""
    for item in items:
        if "dev" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.timeout(1_800))


class Ingested(NamedTuple):
    """A memory that tests only read, and what its first ingest told."""

    memory: Memory
    receipt: Receipt


@pytest.fixture(scope="session")
def sample(live_settings: Settings, encoder: Encoder) -> Iterator[Ingested]:
    """The packaged sample, ingested once, where `graphmem demo` has it: pages show its uids."""
    settings = live_settings.model_copy(update={"space": DEMO_SPACE})
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()
        yield Ingested(memory, memory.ingest(*sample_files()))
        memory.delete_space()


@pytest.fixture(scope="session")
def dev(live_settings: Settings, encoder: Encoder, locomo_file: Path) -> Iterator[Ingested]:
    """The LoCoMo development file, ingested once."""
    settings = live_settings.model_copy(update={"space": f"locomo-{uuid4().hex}"})
    with Memory(settings, encoder=encoder) as memory:
        yield Ingested(memory, memory.ingest(locomo_file))
        memory.delete_space()


class Outcome:
    """How a command ended."""

    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(settings: Settings) -> dict[str, str]:
    """The variables that point a graphmem command at these settings' server."""
    variables = {"GRAPHMEM_HOME": str(settings.home)}
    if settings.uri is not None and settings.password is not None:
        variables |= {
            "GRAPHMEM_URI": settings.uri,
            "GRAPHMEM_USER": settings.user,
            "GRAPHMEM_PASSWORD": settings.password.get_secret_value(),
        }
    return os.environ | variables


@pytest.fixture
def graphmem(live_settings: Settings) -> Run:
    """Runs a graphmem command against the tests' server, in this process.

    The commands that the pages show run in processes of their own, on a terminal: `test_docs`.
    """

    def run(*arguments: str, space: str = "e2e", **variables: str) -> Outcome:
        given = environment(live_settings) | {"GRAPHMEM_SPACE": space} | variables
        return Outcome(run_command(arguments, given))

    return run


@pytest.fixture
def graphmem_process(live_settings: Settings) -> Run:
    """Runs a graphmem command in a process of its own, as a user runs it."""

    def run(*arguments: str, space: str = "e2e", **variables: str) -> Outcome:
        return Outcome(
            subprocess.run(
                [sys.executable, "-m", "graphmem", *arguments],
                capture_output=True,
                text=True,
                check=False,
                timeout=240,
                env=environment(live_settings) | {"GRAPHMEM_SPACE": space} | variables,
            )
        )

    return run
