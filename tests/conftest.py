"""What all tests share: a live Neo4j (only where a test asks for it), a space, optional data."""

import os
import shutil
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import settings as hypothesis_settings
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.live import live_neo4j
from tests.remembering import nothing_remembered, remembering

ROOT = Path(__file__).parents[1]
LOCOMO = ROOT.parent / "shared" / "locomo" / "locomo-dev.json"

MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 6 * 2**30

OpenMemory = Callable[..., Memory]

_LIVE = [ROOT / "tests" / folder for folder in ("e2e", "store")]

# Seconds since the epoch from which on no further test begins.
_UNTIL = float(os.environ.get("GRAPHMEM_TESTS_UNTIL", "inf"))

# `make test-fast`; see tests.examples.
hypothesis_settings.register_profile("fast", max_examples=10, deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    """Refuse one database for several processes: tests use spaces of the same names."""
    if "GRAPHMEM_TEST_URI" in os.environ and config.getoption("numprocesses", None):
        raise pytest.UsageError("GRAPHMEM_TEST_URI is one database: make WORKERS=0 …")
    # Java's second compiler takes a fifth of the processor for servers that live for minutes.
    os.environ.setdefault("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    # Neo4j waits for the disk at every commit; what tests write need not last.
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_IN_MEMORY:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


class BySharedData(LoadFileScheduling):  # type: ignore[misc]
    """Gives a file to one process, and all files that read the sample to the same one."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "sample" if _reads_sample(file) else file


@cache
def _reads_sample(file: str) -> bool:
    return "sample: Ingested" in (ROOT / file).read_text(encoding="utf-8")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> BySharedData:
    return BySharedData(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes share the files, begin with those that may take longest.

    They are known by their timeouts. The small ones at the end let all processes end together.
    Where the time is limited, the unit tests come before all, since they cost least.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        return
    timed = float("inf") > _UNTIL
    longest: dict[Path, float] = {}
    for item in items:
        marker = item.get_closest_marker("timeout")
        seconds = marker.args[0] if marker else float(config.getini("timeout"))
        longest[item.path] = max(seconds, longest.get(item.path, 0))

    def place(item: pytest.Item) -> tuple[bool, float, bool]:
        live = any(map(item.path.is_relative_to, _LIVE))
        return timed and live, -longest[item.path], not live

    items.sort(key=place)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Tests on a live Neo4j, and their fixtures, read the same talk many times."""
    if not any(map(item.path.is_relative_to, _LIVE)):
        return (yield)
    with remembering():
        return (yield)


@pytest.fixture
def unremembered() -> Iterator[None]:
    """For a test of what the models do: they do it each time."""
    with nothing_remembered():
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what there is no time for, and what needs an extra that is not installed."""
    if time.time() > _UNTIL:
        pytest.skip("the time that all tests are given is up")
    if item.get_closest_marker("sentence_transformers") and not find_spec("sentence_transformers"):
        pytest.skip("sentence-transformers is not installed")


@pytest.fixture(scope="session")
def locomo_file() -> Path:
    """The LoCoMo development file, which is not part of this project; skips where it is absent."""
    if not LOCOMO.is_file():
        pytest.skip("the LoCoMo development file is not at hand")
    return LOCOMO


@pytest.fixture(scope="session")
def live_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of a live Neo4j that no one else uses."""
    home = tmp_path_factory.mktemp("graphmem-home")
    with live_neo4j(home) as settings:
        yield settings
    shutil.rmtree(home, ignore_errors=True)


class RememberingEncoder:
    """An encoder that reads every text once: encoding is most of what an ingest costs."""

    def __init__(self, encoder: Encoder) -> None:
        self.model = encoder.model
        self.dimension = encoder.dimension
        self._encoder = encoder
        self._known: dict[str, list[float]] = {}

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        self._known.update(zip(new, self._encoder.encode(new), strict=True))
        return [self._known[text] for text in texts]


@pytest.fixture(scope="session")
def encoder(live_settings: Settings) -> Encoder:
    """The real default model, loaded once for all tests."""
    return RememberingEncoder(make_encoder(live_settings))


@pytest.fixture
def open_memory(live_settings: Settings, encoder: Encoder) -> Iterator[OpenMemory]:
    """Opens a Memory in a space of its own unless one is named, with further settings."""
    opened: list[Memory] = []

    def open_one(space: str | None = None, **given: Any) -> Memory:
        space = space or f"test-{uuid4().hex}"
        settings = live_settings.model_copy(update={"space": space, **given})
        memory = Memory(settings, encoder=encoder)
        opened.append(memory)
        return memory

    yield open_one
    for memory in opened:
        memory.delete_space()
        memory.close()


@pytest.fixture
def memory(open_memory: OpenMemory) -> Memory:
    """A Memory in a space of its own."""
    return open_memory()
