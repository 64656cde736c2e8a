"""By rules, the order in which sessions come does not matter."""

import random

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.sample import sample_files
from graphmem.settings import Settings
from graphmem.sources import read
from tests.conftest import OpenMemory
from tests.graph import Graph, differences, layers_graph

_SPACE = "any-order"
# John in both: his employer, his home, his partner; enough to be one man in two talks.
_SESSIONS = {"tim-john": ("S1", "S4", "S6", "S7"), "james-john": ("S1", "S2", "S3", "S6")}


def talks() -> list[Conversation]:
    found = [
        item
        for path in sample_files()
        if path.stem in _SESSIONS
        for item in read(path)
        if isinstance(item, Conversation)
    ]
    return [
        item.model_copy(
            update={
                "sessions": tuple(
                    session
                    for session in item.sessions
                    if session.session_id in _SESSIONS[item.conversation_id]
                )
            }
        )
        for item in found
    ]


def one_by_one(conversations: list[Conversation]) -> list[Conversation]:
    return [
        item.model_copy(update={"sessions": (session,)})
        for item in conversations
        for session in item.sessions
    ]


def layers(memory: Memory) -> tuple[Graph, set[str]]:
    """The layers, and the decisions in force."""
    return layers_graph(memory), {item.decision.uid for item in memory.decisions()}


@pytest.fixture(scope="module")
def at_once(live_settings: Settings, encoder: Encoder) -> tuple[Graph, set[str]]:
    """What all at once gives, in the same space: on it hangs who stands for whom."""
    settings = live_settings.model_copy(update={"space": _SPACE})
    with Memory(settings, encoder=encoder) as memory:
        memory.ingest(*talks())
        found = layers(memory)
        memory.delete_space()
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_any_order_one_session_at_a_time(
    open_memory: OpenMemory, at_once: tuple[Graph, set[str]], seed: int
) -> None:
    memory = open_memory(_SPACE)
    whole, decisions = at_once
    assert len(whole.nodes) > 150
    assert any(" -SAME_PERSON_AS " in link for link in whole.links)

    parts = one_by_one(talks())
    random.Random(seed).shuffle(parts)
    for part in parts:
        receipt = memory.ingest(part)
        assert receipt.workspace is not None
        assert receipt.workspace.sessions == 1
    piecemeal, in_force = layers(memory)
    assert differences(piecemeal, whole) == []
    assert in_force == decisions


def test_in_reverse_all_at_once(open_memory: OpenMemory, at_once: tuple[Graph, set[str]]) -> None:
    memory = open_memory(_SPACE)
    whole, decisions = at_once
    backwards = [
        item.model_copy(update={"sessions": item.sessions[::-1]}) for item in reversed(talks())
    ]
    memory.ingest(*backwards)
    turned, in_force = layers(memory)
    assert differences(turned, whole) == []
    assert in_force == decisions
