"""What all tests share: a live Neo4j (only where a test asks for it), a space, optional data."""

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder, load_encoder
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.live import live_neo4j

ROOT = Path(__file__).parents[1]
LOCOMO = ROOT.parent / "shared" / "locomo" / "locomo-dev.json"

OpenMemory = Callable[..., Memory]


@pytest.fixture(scope="session")
def locomo_file() -> Path:
    """The LoCoMo development file, which is not part of this project; skips where it is absent."""
    if not LOCOMO.is_file():
        pytest.skip("the LoCoMo development file is not at hand")
    return LOCOMO


@pytest.fixture(scope="session")
def live_settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Settings of a live Neo4j that no one else uses."""
    with live_neo4j(tmp_path_factory.mktemp("graphmem-home")) as settings:
        yield settings


@pytest.fixture(scope="session")
def encoder(live_settings: Settings) -> Encoder:
    """The real default model, loaded once for all tests."""
    return load_encoder(
        live_settings.embedding_model, batch_size=live_settings.embedding_batch_size
    )


@pytest.fixture
def open_memory(live_settings: Settings, encoder: Encoder) -> Iterator[OpenMemory]:
    """Opens a Memory in a space of its own unless one is named."""
    opened: list[Memory] = []

    def open_one(space: str | None = None) -> Memory:
        settings = live_settings.model_copy(update={"space": space or f"test-{uuid4().hex}"})
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
