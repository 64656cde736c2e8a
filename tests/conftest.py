"""What all tests share: a live Neo4j (only where a test asks for it), a space, optional data."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
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
    model = load_encoder(
        live_settings.embedding_model, batch_size=live_settings.embedding_batch_size
    )
    return RememberingEncoder(model)


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
