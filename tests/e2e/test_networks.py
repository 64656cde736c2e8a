"""A search narrowed to a network finds the turns that state something of it, and no others."""

import pytest

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.workspace import Network
from graphmem.operations.querying import SEARCH
from tests.conftest import OpenMemory
from tests.store.test_portraits import ON_THE_PORCH, PORCH

WORLD = {"porch/D1:1", "porch/D1:2", "porch/D2:1"}
AGENT = {"porch/D1:3", "porch/D1:4"}
OPINION = {"porch/D1:2", "porch/D1:3", "porch/D1:5", "porch/D2:3"}


@pytest.fixture
def told(memory: Memory) -> Memory:
    memory.ingest(PORCH, record_only=True)
    memory.add_facts("porch", ON_THE_PORCH)
    return memory


def found(memory: Memory, **more: object) -> set[str]:
    asked = SEARCH.asked(question="What does Ana love?", limit=50, **more)
    result = SEARCH.run(memory, asked)
    return {hit.turn_id for hit in result.hits}


def test_each_network_finds_the_turns_that_state_something_of_it(
    told: Memory, open_memory: OpenMemory
) -> None:
    other = open_memory()
    other.ingest(PORCH, record_only=True)  # the same talk, of which nothing is stated

    assert found(told, network="world") == WORLD
    assert found(told, network="agent") == AGENT
    assert found(told, network="opinion") == OPINION
    # Nothing is stated of the question that Ben asks.
    assert found(told) > WORLD | AGENT | OPINION
    for network in Network:
        assert found(other, network=network) == set()


def test_a_network_narrows_with_all_else(told: Memory) -> None:
    assert found(told, network="opinion", people=["Ben"]) == {"porch/D1:2", "porch/D1:5"}
    assert found(told, network="opinion", until="2024-04-01") == OPINION - {"porch/D2:3"}
    assert found(told, network="world", conversations=["porch"], session="S2") == {"porch/D2:1"}
    # Whatever path finds it.
    for path in ("words", "meaning", "answers", "neighbours", "activation"):
        assert found(told, network="agent", paths=[path]) <= AGENT
    best = told.search("Who loves sour cherries?", limit=1, network=Network.OPINION).hits[0]
    assert best.turn_id in {"porch/D1:3", "porch/D2:3"}
    assert told.search("Who loves sour cherries?", network="opinion", explain=True).trace


def test_what_is_no_network_is_refused(told: Memory) -> None:
    with pytest.raises(InputError, match="no network") as refused:
        told.search("Who loves cherries?", network="weather")
    assert "world, agent, opinion" in refused.value.next_step
