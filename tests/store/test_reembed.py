"""Another embedding model: everything is encoded again, and nobody reads a mixture."""

from collections.abc import Sequence

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.errors import ModelMismatchError
from graphmem.maintenance import reembed
from graphmem.memory import Memory
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.talk import GARDEN


class Lengths:
    """A model of two dimensions."""

    model = "lengths"
    dimension = 2

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1.0, len(text) / 100] for text in texts]


def test_another_model_and_back(
    open_memory: OpenMemory, live_settings: Settings, encoder: Encoder
) -> None:
    memory = open_memory()
    memory.ingest(GARDEN)
    try:
        assert reembed(live_settings, encoder=Lengths()) >= 6
        with pytest.raises(ModelMismatchError):
            memory.add_turn("garden", "I still have the old model.", speaker="Ana")
        with pytest.raises(ModelMismatchError, match="lengths"):
            Memory(live_settings, encoder=encoder)
        settings = live_settings.model_copy(update={"space": memory.space})
        with Memory(settings, encoder=Lengths()) as other:
            assert other.search("tulips").hits
    finally:
        reembed(live_settings, encoder=encoder)
    assert memory.search("Who planted forty tulips?").hits[0].turn_id == "garden/D1:1"
