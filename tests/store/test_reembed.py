"""Another embedding model: everything is encoded again, and nobody reads a mixture."""

from collections.abc import Sequence

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.connection import connect
from graphmem.errors import ModelMismatchError
from graphmem.maintenance import reembed
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store.schema import INDEXES, index_states
from tests.conftest import OpenMemory
from tests.store.test_layers import Garden
from tests.store.test_workspace import TALK, write_whole
from tests.store.workspaces import Session, rows
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


def test_answers_questions_and_profiles_are_encoded_again_too(
    memory: Memory, live_settings: Settings, encoder: Encoder
) -> None:
    memory.ingest(TALK, GARDEN, record_only=True)
    with connect(live_settings) as database:
        write_whole(Session(database, memory.space, "band", "S1"))
        garden = Garden(memory, database)
        garden.apply(garden.plan())
    texts = (
        "MATCH (n:Answer|Question|Entity {space: $space}) WHERE n.embedding IS NOT NULL "
        "RETURN coalesce(n.profile_text, n.text), n.embedding"
    )
    before = rows(memory, texts)
    try:
        reembed(live_settings, encoder=Lengths())
        after = rows(memory, texts)
        assert len(after) == len(before) == 5
        for text, vector in after:
            assert vector == pytest.approx([1.0, len(str(text)) / 100])
        with connect(live_settings) as database:
            assert set(index_states(database)) >= set(INDEXES)
    finally:
        reembed(live_settings, encoder=encoder)
