"""The comparison of graphs that other tests rest on: it leaves out what it says, and no more."""

from collections.abc import Iterator

import pytest

from graphmem.connection import connect
from graphmem.model.decision import Plan, Verdict
from graphmem.settings import Settings
from graphmem.store.database import Database
from tests.conftest import OpenMemory
from tests.graph import differences, layers_graph, whole_graph
from tests.store.test_layers import Garden
from tests.talk import GARDEN


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def make(open_memory: OpenMemory, database: Database) -> Garden:
    memory = open_memory()
    memory.ingest(GARDEN, record_only=True)
    garden = Garden(memory, database)
    garden.apply(garden.plan())
    return garden


def test_two_spaces_built_alike_do_not_differ(open_memory: OpenMemory, database: Database) -> None:
    one, other = (open_memory(make(open_memory, database).space) for _ in range(2))
    assert differences(whole_graph(one), whole_graph(other)) == []
    assert differences(layers_graph(one), layers_graph(other)) == []
    assert len(whole_graph(one).vectors) == 7  # six turns and the cactus


def test_only_the_ledger_is_left_aside(open_memory: OpenMemory, database: Database) -> None:
    garden = make(open_memory, database)
    memory = open_memory(garden.space)
    whole, layers = whole_graph(memory), layers_graph(memory)
    plan = garden.plan()
    sides = garden.side(garden.cactus), garden.side(garden.spike)
    more = garden.decision("3", *sides, verdict=Verdict.SEPARATE)
    garden.apply(plan.model_copy(update={"decisions": (*plan.decisions, more)}))
    assert differences(whole, whole_graph(memory)) == []

    tagged = plan.entities[0].model_copy(update={"tags": ("prickly",)})
    garden.apply(plan.model_copy(update={"entities": (tagged,)}))
    assert len(differences(whole, whole_graph(memory))) == 2
    assert len(differences(layers, layers_graph(memory))) == 2

    garden.apply(Plan(entities=plan.entities))
    found = differences(layers, layers_graph(memory))
    assert {line.split(" -")[1].split(" ")[0] for line in found} == {
        "RECONCILED_INTO",
        "IS_PERSON",
        "SAME_PERSON_AS",
    }


def test_a_vector_may_differ_in_its_last_digits_only(
    open_memory: OpenMemory, database: Database
) -> None:
    garden = make(open_memory, database)
    before = whole_graph(open_memory(garden.space))
    (name,) = (name for name in before.vectors if name.startswith("Entity"))
    for distance, seen in ((1e-6, []), (1e-2, [f"other vector: {name}"])):
        vector = [before.vectors[name][0] + distance, *before.vectors[name][1:]]
        moved = before._replace(vectors=before.vectors | {name: vector})
        assert differences(before, moved) == seen
