"""What a space is read by besides questions: dialogues, and the graph around a person or thing."""

import pytest

from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.listing import NearNode, Neighbourhood, NodeSort, Tie
from graphmem.operations.rendering import render_text
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested


@pytest.fixture
def memory(sample: Ingested) -> Memory:
    return sample.memory


def of_sort(found: Neighbourhood, sort: NodeSort) -> list[NearNode]:
    return [node for node in found.nodes if node.sort is sort]


def job(memory: Memory) -> str:
    return next(one.uid for one in memory.entities(person="John", named="job") if one.name == "job")


def test_around_a_thing_are_its_statements_its_owner_and_what_they_name(memory: Memory) -> None:
    found = memory.graph(job(memory))
    statements = of_sort(found, NodeSort.STATEMENT)
    assert found.statements == len(statements) > 3
    assert all(node.turn_id and node.speaker and node.said_at for node in statements)
    assert "John" in {node.name for node in of_sort(found, NodeSort.PERSON)}
    assert "TechCorp" in {node.name for node in of_sort(found, NodeSort.ENTITY)}
    uids = {node.uid for node in found.nodes}
    assert len(uids) == len(found.nodes)
    assert all({link.source, link.target} <= uids for link in found.links)
    assert all(0 < link.weight <= 1 for link in found.links)
    assert {Tie.ENTITY, Tie.TEMPORAL} <= {link.tie for link in found.links}
    pairs = [(frozenset((link.source, link.target)), link.tie) for link in found.links]
    assert len(set(pairs)) == len(pairs)


def test_a_part_is_shown_as_the_whole(memory: Memory) -> None:
    whole = memory.entity(job(memory))
    assert memory.graph(whole.parts[-1].uid) == memory.graph(whole.entity.uid)
    johns = [one.uid for one in memory.people() if one.name == "John"]
    graphs = [memory.graph(uid, limit=5) for uid in johns]
    assert len(johns) == 3
    assert all(set(graph.parts) == set(johns) for graph in graphs)
    assert all(graph == graphs[0] for graph in graphs)


def test_around_a_person_are_the_latest_and_no_more_than_asked_for(memory: Memory) -> None:
    maria = next(one for one in memory.people() if one.name == "Maria")
    few, many = memory.graph(maria.uid, limit=5), memory.graph(maria.uid, limit=100)
    shown, all_shown = (of_sort(graph, NodeSort.STATEMENT) for graph in (few, many))
    assert len(shown) == 5
    assert few.statements == many.statements == len(all_shown)
    latest = sorted(node.said_at for node in all_shown if node.said_at)[-5:]
    assert sorted(node.said_at for node in shown if node.said_at) == latest
    assert "talks with" in {link.relation for link in few.links}
    assert Tie.SEMANTIC in {link.tie for link in many.links}


def test_what_is_alike_or_close_is_linked_once(open_memory: OpenMemory) -> None:
    memory = open_memory()
    for number, text in enumerate(("I planted forty tulips.", "I planted fifty tulips."), 1):
        memory.add_turn(
            "garden", text, speaker="Ana", turn_id=f"D1:{number}", said_at="2024-03-01T18:00:00"
        )
    memory.ingest()
    (ana,) = memory.people()
    found = memory.graph(ana.uid)
    between = [
        link.tie
        for link in found.links
        if link.source.startswith("answer:") and link.target.startswith("answer:")
    ]
    assert sorted(between) == [Tie.SEMANTIC, Tie.TEMPORAL]


def test_decisions_are_narrowed_to_a_person_or_a_thing(memory: Memory) -> None:
    uid = job(memory)
    about = memory.decisions(about=uid)
    assert about
    assert {side.name for item in about for side in (item.decision.left, item.decision.right)} == {
        "John's job"
    }
    john = next(one for one in memory.people() if one.name == "John")
    assert {item.decision.left.kind for item in memory.decisions(about=john.uid)} == {"person"}
    assert 0 < len(about) < len(memory.decisions())


def test_a_dialogue_is_read_by_sessions_and_in_parts(memory: Memory) -> None:
    first = memory.dialogue("john-maria")
    assert first.session_id == first.sessions[0].session_id == "S1"
    assert [one.started_at for one in first.sessions] == sorted(
        one.started_at for one in first.sessions
    )
    assert len(first.turns) == first.sessions[0].turns
    part = memory.dialogue("john-maria", session="S7", limit=3, offset=2)
    assert [turn.dia_id for turn in part.turns] == ["D7:3", "D7:4", "D7:5"]
    assert render_text(part).splitlines()[1].startswith("[john-maria/D7:3] 2023-09-10 ")
    assert "– tells of –" in render_text(memory.graph(job(memory), limit=3))


def test_what_another_space_holds_is_not_there(memory: Memory, open_memory: OpenMemory) -> None:
    other = open_memory()
    for ask in (
        lambda: other.graph(job(memory)),
        lambda: other.decisions(about=job(memory)),
        lambda: other.dialogue("john-maria"),
        lambda: memory.dialogue("john-maria", session="S99"),
        lambda: memory.graph("entity:0"),
    ):
        with pytest.raises(NotFoundError):
            ask()
