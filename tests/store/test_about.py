"""What a scope holds about people, things and turns, in a live Neo4j."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.connection import connect
from graphmem.errors import IndexFaultError
from graphmem.language.keys import entity_key
from graphmem.memory import Memory
from graphmem.model.decision import Layer, Plan, ProfileLine, Reconciled
from graphmem.model.links import LinkKind, StatementLink
from graphmem.model.scope import Scope
from graphmem.model.workspace import Kind, Part, Polarity, Workspace
from graphmem.retrieval.scope import make_scope
from graphmem.settings import Settings
from graphmem.store import about, directory
from graphmem.store.database import Database
from graphmem.store.layers import Planned, apply_plan
from graphmem.store.memory_snapshot import load_standing
from tests.conftest import OpenMemory
from tests.store.workspaces import SPRING, Session, layer_entity, write_links
from tests.talk import GARDEN, make_conversation, make_session

NEAR, FAR = [1.0] + [0.0] * 383, [0.0, 1.0] + [0.0] * 382


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def garden(memory: Memory, database: Database) -> tuple[Session, Session]:
    """A garden by hand: two facts, a process and a role; the cactus stands in the upper layers."""
    memory.ingest(GARDEN, record_only=True)
    one, other = (Session(database, memory.space, "garden", name) for name in ("S1", "S2"))
    cactus = one.entity("cactus", "D1:2", "D1:3", owner="Ben", aliases=("Spike",))
    planted = one.answer(
        "Ana planted forty tulips", one.evidence("D1:1", "I planted forty tulips"), interval=SPRING
    )
    named = one.answer(
        "The cactus is called Spike",
        one.evidence("D1:4", "it is called Spike"),
        one.evidence("D1:3", "Does the cactus have a name?", Part.CONTEXT),
        subject=cactus.uid,
    )
    pet = one.role("keeper", cactus, one.evidence("D1:2", "I only bought a cactus"), states=["k"])
    one.write(
        one.chunk(
            "D1:1", "D1:4", Workspace(entities=(cactus,), answers=(planted, named), roles=(pet,))
        )
    )
    fallen = other.entity("Spike", "D2:1", owner="Ben", key="spike", aliases=("the fallen one",))
    fell = other.answer("Spike fell", other.evidence("D2:1", "Spike fell off"), subject=fallen.uid)
    fell = fell.model_copy(update={"kind": Kind.PROCESS})
    other.write(other.chunk("D2:1", "D2:2", Workspace(entities=(fallen,), answers=(fell,))))
    both = layer_entity(
        memory.space,
        cactus,
        fallen,
        profile=tuple(
            ProfileLine(
                text=item.text,
                statement_uid=item.uid,
                turn_id="garden/D1:4",
                said_at=item.said_at,
                weight=1.0,
            )
            for item in (named, fell)
        ),
    )
    plan = Plan(
        entities=(both,),
        reconciled=tuple(Reconciled(uid=uid, into=both.uid) for uid in (cactus.uid, fallen.uid)),
    )
    assert both.layer is Layer.CONVERSATION
    version = load_standing(database, memory.space).version
    database.write(
        lambda work: apply_plan(
            work,
            memory.space,
            plan,
            embeddings={both.uid: NEAR},
            planned=Planned(version, {}, ""),
            embedding_model="all-MiniLM-L6-v2",
        )
    )
    return one, other


def scope(database: Database, space: str, *conversations: str, as_of: str | None = None) -> Scope:
    people = directory.participants(database, space, conversation_ids=conversations)
    return make_scope(space, people, conversations=conversations, as_of=as_of)


def test_a_thing_is_found_by_name_and_alias_with_its_facts(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    whole = scope(database, memory.space)
    keys = [entity_key(name) for name in ("the cactus", "window sill")]
    (found,) = about.things_named(database, whole, keys, NEAR)
    assert (found.name, found.aliases) == ("cactus", ("Spike", "the fallen one"))
    assert [fact.text for fact in found.facts] == ["The cactus is called Spike", "Spike fell"]
    assert found.owner_uids == (garden[0].people["Ben"],)
    assert found.similarity == pytest.approx(1.0, abs=1e-3)
    (again,) = about.things_named(database, whole, [entity_key("Spike")], FAR)
    assert again.uid == found.uid
    assert again.similarity == pytest.approx(0.0, abs=1e-3)
    assert about.things_named(database, whole, [], NEAR) == ()
    (called,) = about.things_named(database, whole, keys)
    assert called == found._replace(similarity=None, facts=())


def test_a_thing_is_known_as_far_as_it_was_by_then(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    early = scope(database, memory.space, as_of="2024-03-01")
    (found,) = about.things_named(database, early, [entity_key("Spike")], NEAR)
    assert found.aliases == ("Spike",)
    assert [fact.text for fact in found.facts] == ["The cactus is called Spike"]
    before = scope(database, memory.space, as_of="2024-02-01")
    assert about.things_named(database, before, [entity_key("Spike")], NEAR) == ()


def test_people_have_roles_and_standing_facts(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    people = garden[0].people
    found = about.facts_about_people(
        database, scope(database, memory.space), list(people.values()), NEAR, limit=5
    )
    assert [fact.text for fact in found[people["Ana"]]] == ["Ana planted forty tulips"]
    assert [fact.text for fact in found[people["Ben"]]] == ["the role of keeper"]
    early = scope(database, memory.space, as_of="2024-02-01")
    assert about.facts_about_people(database, early, list(people.values()), NEAR, limit=5) == {}


def test_of_facts_as_near_what_is_worth_most_goes_first(memory: Memory, database: Database) -> None:
    memory.ingest(GARDEN, record_only=True)
    session = Session(database, memory.space, "garden", "S1")
    planted = session.evidence("D1:1", "I planted forty tulips")
    answers = tuple(
        session.answer(f"Ana planted {what} tulips", planted, worth=worth)
        for what, worth in (("some", 0.4), ("forty", 2.8), ("all the", None))
    )
    session.write(session.chunk("D1:1", "D1:4", Workspace(answers=answers)))
    ana = session.people["Ana"]
    found = about.facts_about_people(database, scope(database, memory.space), [ana], NEAR, limit=5)
    assert [fact.worth for fact in found[ana]] == [2.8, None, 0.4]
    (best,) = about.facts_about_people(
        database, scope(database, memory.space), [ana], NEAR, limit=1
    )[ana]
    assert best.text == "Ana planted forty tulips"


def test_a_fact_that_is_said_again_is_told_once_as_far_as_the_scope_holds_it(
    memory: Memory, database: Database
) -> None:
    memory.ingest(GARDEN, record_only=True)
    uids = []
    for name, turn, words in (("S1", "D1:1", "forty tulips"), ("S2", "D2:2", "tulips")):
        session = Session(database, memory.space, "garden", name)
        said = session.answer(f"Ana has {words}", session.evidence(turn, words))
        session.write(session.chunk(turn, turn, Workspace(answers=(said,))))
        uids.append(said.uid)
    first, again = uids
    write_links(database, memory.space, [StatementLink(again, first, LinkKind.SUPPORTS, "tulips")])
    ana = session.people["Ana"]
    for as_of, told in ((None, again), ("2024-03-02", first)):
        known = scope(database, memory.space, as_of=as_of)
        (fact,) = about.facts_about_people(database, known, [ana], NEAR, limit=5)[ana]
        assert fact.uid == told


@pytest.mark.parametrize(
    "other",
    [{"predicate": "grow"}, {"polarity": Polarity.NEGATIVE}, {"confidence": 0.1}],
    ids=lambda other: next(iter(other)),
)
def test_what_is_put_otherwise_or_less_surely_hides_no_earlier_fact(
    memory: Memory, database: Database, other: dict[str, object]
) -> None:
    memory.ingest(GARDEN, record_only=True)
    told = []
    for name, turn, words, more in (
        ("S1", "D1:1", "forty tulips", {"confidence": 0.9}),
        ("S2", "D2:2", "tulips", {"confidence": 0.9} | other),
    ):
        session = Session(database, memory.space, "garden", name)
        said = session.answer(f"Ana has {words}", session.evidence(turn, words))
        said = said.model_copy(update=more)
        session.write(session.chunk(turn, turn, Workspace(answers=(said,))))
        told.append(said.uid)
    first, again = told
    write_links(database, memory.space, [StatementLink(again, first, LinkKind.SUPPORTS, "tulips")])
    ana = session.people["Ana"]
    known = scope(database, memory.space)
    found = about.facts_about_people(database, known, [ana], NEAR, limit=5)[ana]
    assert {fact.uid for fact in found} == {first, again}


def test_turns_have_what_they_state_and_not_what_they_are_context_of(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    turns = [("garden", f"D1:{n}") for n in range(1, 5)]
    found = about.answers_of_turns(database, scope(database, memory.space), turns)
    assert {place: [fact.text for fact in facts] for place, facts in found.items()} == {
        ("garden", "D1:1"): ["Ana planted forty tulips"],
        ("garden", "D1:4"): ["The cactus is called Spike"],
    }


@pytest.mark.parametrize("conversations", [(), ("garden",)])
def test_processes_are_found_by_meaning(
    memory: Memory,
    database: Database,
    garden: tuple[Session, Session],
    conversations: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = scope(database, memory.space, *conversations)

    def found(within: Scope, vector: list[float]) -> list[str]:
        facts = about.processes_near(database, within, vector, limit=5, least=0.3)
        return [fact.text for fact in facts]

    early = scope(database, memory.space, *conversations, as_of="2024-03-01")
    assert (found(whole, NEAR), found(whole, FAR), found(early, NEAR)) == (["Spike fell"], [], [])
    query = database.query

    def faulty(name: str, /, **parameters: object) -> object:
        if name in ("processes_near", "processes_near_within"):
            raise IndexFaultError("out of bounds", next_step="again")
        return query(name, **parameters)

    monkeypatch.setattr(database, "query", faulty)
    assert (found(whole, NEAR), found(whole, FAR), found(early, NEAR)) == (["Spike fell"], [], [])


def test_recent_turns_are_the_last_ones_in_order(memory: Memory, database: Database) -> None:
    memory.ingest(GARDEN, record_only=True)
    whole = scope(database, memory.space, "garden")
    found = about.recent_turns(database, whole, limit=3)
    assert [turn.turn_id for turn in found] == ["garden/D1:4", "garden/D2:1", "garden/D2:2"]
    assert found[1].said_at == datetime(2024, 3, 8, 18, 1)
    early = scope(database, memory.space, "garden", as_of="2024-03-01")
    assert [turn.dia_id for turn in about.recent_turns(database, early, limit=2)] == [
        "D1:3",
        "D1:4",
    ]
    assert about.recent_turns(database, scope(database, memory.space), limit=3) == ()


def test_nothing_of_another_space_or_conversation_is_found(
    open_memory: OpenMemory, memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    other = open_memory()
    other.ingest(GARDEN, record_only=True)
    memory.ingest(
        make_conversation("shed", make_session(1, [("Ana", "Hello."), ("Ben", "Hello.")])),
        record_only=True,
    )
    people = list(garden[0].people.values())
    turns = [("garden", f"D1:{n}") for n in range(1, 5)]
    for foreign in (scope(database, other.space), scope(database, memory.space, "shed")):
        assert about.things_named(database, foreign, [entity_key("Spike")], NEAR) == ()
        assert about.facts_about_people(database, foreign, people, NEAR, limit=5) == {}
        assert about.answers_of_turns(database, foreign, turns) == {}
        assert about.processes_near(database, foreign, NEAR, limit=5, least=-1.0) == ()
        assert {
            turn.conversation_id for turn in about.recent_turns(database, foreign, limit=9)
        } <= {"shed"}
