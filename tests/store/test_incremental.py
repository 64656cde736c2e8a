"""After any history the graph is what planning from nothing gives; and a flaw would be seen."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.histories import Take, history, order_of
from benchmarks.incremental import Run, WordEncoder, vector_differences
from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.settings import Settings
from graphmem.sources import read
from tests.talk import HARBOUR, HILLS

ENCODER = WordEncoder(DEFAULT_MODEL)

# A part of the development file that takes half a minute, in an order of four batches.
_TALKS, _SESSIONS = 4, 2
_ORDER = 5


@pytest.mark.parametrize("seed", [0, 1, 32, 259])
def test_many_small_steps_are_one_great_one(live_settings: Settings, seed: int) -> None:
    run = Run(live_settings.model_copy(update={"space": "histories"}), ENCODER)
    run.add(history(seed))
    assert run.counts["compared"] > 0
    assert run.differences == []


def test_real_talk_in_any_order_and_batches_is_planned_as_a_whole(
    live_settings: Settings, locomo_file: Path
) -> None:
    talks = [one for one in read(locomo_file) if isinstance(one, Conversation)]
    parts = [
        one.model_copy(update={"sessions": one.sessions[:_SESSIONS]}) for one in talks[:_TALKS]
    ]
    happened = order_of(parts, _ORDER)
    batches = [one.read for one in happened.operations if isinstance(one, Take)]
    assert sum(batches) == 4
    run = Run(live_settings.model_copy(update={"space": "order"}), ENCODER)
    run.add(happened)
    assert run.counts["compared"] == 2
    assert run.counts["compared decision"] > 0
    assert run.differences == []


def test_what_is_planned_in_parts_is_planned_whole(
    live_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.ingest.reconcile._TURNS_AT_ONCE", 1)
    settings = live_settings.model_copy(update={"space": "parts"})
    parts: list[int] = []

    def count(stage: str, done: int, total: int | None, /) -> None:
        if stage == "reconciling" and not done and total is not None:
            parts.append(total)

    with Memory(settings, encoder=ENCODER) as memory:
        memory.ingest(HARBOUR, HILLS, progress=count)
        assert parts == [1, 1]
        assert memory.check_layers().differences == ()
        memory.delete_space()


@pytest.fixture(scope="module")
def told(live_settings: Settings) -> Iterator[Memory]:
    """A space with everything in it that is compared."""
    settings = live_settings.model_copy(update={"space": "flawed"})
    with Memory(settings, encoder=ENCODER) as memory:
        memory.ingest(HARBOUR, HILLS)
        yield memory
        memory.delete_space()


_NO_VECTOR = "MATCH (e:Entity {space: $space, layer: 'person'}) REMOVE e.embedding"
_VECTOR_OF_ANOTHER = (
    "MATCH (e:Entity {space: $space, layer: 'conversation'}) SET e.profile_digest = 'another'"
)


@pytest.mark.parametrize(
    ("flaw", "seen"),
    [
        ("MATCH (e:Entity {space: $space, layer: 'conversation'}) SET e.name = 'Zoo'", "entity"),
        ("MATCH (e:Entity {space: $space, layer: 'person'}) DETACH DELETE e", "entity"),
        ("MATCH (e:Entity {space: $space, layer: 'person'}) SET e.aliases = ['Zoo']", "entity"),
        ("MATCH (:Entity {space: $space})-[r:RECONCILED_INTO]->() DELETE r", "link"),
        ("MATCH (:Person {space: $space})-[r:SAME_PERSON_AS]->() DELETE r", "link"),
        ("MATCH (d:Decision {space: $space}) SET d.in_force = false", "decision"),
        ("MATCH (d:Decision {space: $space}) SET d.reason = 'so'", "decision"),
        ("MATCH (:Answer {space: $space})-[r:RELATED]->() DELETE r", "answer link"),
        ("MATCH (:Answer {space: $space})-[r:RELATED]->() SET r.about = 'else'", "answer link"),
        ("MATCH (:Person {space: $space})-[r:PARTICIPATED_IN]->() REMOVE r.sketch", "sketch"),
        (_NO_VECTOR, "vector"),
        (_VECTOR_OF_ANOTHER, "vector"),
    ],
)
def test_a_flaw_is_seen(told: Memory, flaw: str, seen: str) -> None:
    assert told.check_layers().differences == ()
    assert break_it(told, flaw)
    found = told.check_layers().differences
    assert seen in {item.kind for item in found}
    put_back(told)


@pytest.mark.parametrize("flaw", [_NO_VECTOR, _VECTOR_OF_ANOTHER])
def test_a_vector_that_is_not_that_of_the_text_is_put_right(told: Memory, flaw: str) -> None:
    assert break_it(told, flaw)
    told.reconcile(anew=True)
    assert told.check_layers().differences == ()
    assert vector_differences(told, ENCODER) == []


def test_a_vector_of_another_text_is_seen(told: Memory) -> None:
    assert vector_differences(told, ENCODER) == []
    other = ENCODER.encode(["something else"])[0]
    flaw = (
        "MATCH (e:Entity {space: $space, layer: 'conversation'}) WITH e LIMIT 1 "
        f"SET e.embedding = {other}"
    )
    assert break_it(told, flaw)
    assert len(vector_differences(told, ENCODER)) == 1
    put_back(told)


def break_it(memory: Memory, flaw: str) -> bool:
    """Change the graph behind everybody's back; whether anything changed."""
    with memory._database.driver.session(database=memory._database.name) as session:
        return session.run(flaw, space=memory.space).consume().counters.contains_updates


def put_back(memory: Memory) -> None:
    memory.delete_space()
    memory.ingest(HARBOUR, HILLS)
