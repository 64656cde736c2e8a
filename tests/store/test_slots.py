"""What a scope holds of the slots of people's lives, and what follows a turn, in a live Neo4j."""

from collections.abc import Iterator

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.scope import Scope
from graphmem.model.workspace import Workspace
from graphmem.retrieval.scope import make_scope
from graphmem.settings import Settings
from graphmem.store import about, directory
from graphmem.store.database import Database
from graphmem.store.listing import following_turns
from graphmem.store.turns import leading_up
from tests.conftest import OpenMemory
from tests.store.workspaces import Session
from tests.talk import GARDEN, make_conversation, make_session


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def garden(memory: Memory, database: Database) -> Session:
    """A role in Ana's hobby, one in her cactus's, and an answer by a predicate."""
    memory.ingest(GARDEN, record_only=True)
    one = Session(database, memory.space, "garden", "S1")
    hobby = one.entity("hobby", "D1:1", owner="Ana")
    other = one.entity("trade", "D1:1", owner="Ana")
    words = one.evidence("D1:1", "I planted forty tulips")
    grower = one.role("grower", hobby, words, states=["grows_tulips"])
    seller = one.role("seller", other, words, states=["sells_tulips"])
    planted = one.answer("Ana planted forty tulips", words)
    one.write(
        one.chunk(
            "D1:1",
            "D1:4",
            Workspace(entities=(hobby, other), answers=(planted,), roles=(grower, seller)),
        )
    )
    return one


def scope(database: Database, space: str, *conversations: str, as_of: str | None = None) -> Scope:
    people = directory.participants(database, space, conversation_ids=conversations)
    return make_scope(space, people, conversations=conversations, as_of=as_of)


def found(
    database: Database, within: Scope, garden: Session, *, predicates: tuple[str, ...] = ()
) -> set[str]:
    memory = about.statements_of_slots(
        database, within, list(garden.people.values()), keys=["hobby"], predicates=predicates
    )
    return {one.name or one.text for one in memory.statements}


def test_roles_are_found_by_key_and_answers_by_predicate(
    memory: Memory, database: Database, garden: Session
) -> None:
    whole = scope(database, memory.space)
    known = about.statements_of_slots(
        database, whole, [garden.people["Ana"]], keys=["hobby"], predicates=[]
    )
    (role,) = known.statements
    assert (role.name, [state.name for state in role.states]) == ("grower", ["grows_tulips"])
    assert known.turns["garden", "D1:1"].text == "I planted forty tulips yesterday."
    assert {entity.key for entity in known.entities} == {"hobby"}
    predicate = garden.answer("Ana planted", garden.evidence("D1:1", "I planted")).predicate
    assert found(database, whole, garden, predicates=(predicate,)) == {
        "grower",
        "Ana planted forty tulips",
    }


def test_nothing_out_of_scope_or_of_somebody_else_is_found(
    open_memory: OpenMemory, memory: Memory, database: Database, garden: Session
) -> None:
    other = open_memory()
    other.ingest(GARDEN, record_only=True)
    memory.ingest(
        make_conversation("shed", make_session(1, [("Ana", "Hello."), ("Ben", "Hello.")])),
        record_only=True,
    )
    space = memory.space
    assert found(database, scope(database, space, "garden"), garden) == {"grower"}
    assert found(database, scope(database, space, "shed"), garden) == set()
    assert found(database, scope(database, space, as_of="2024-02-01"), garden) == set()
    assert found(database, scope(database, other.space), garden) == set()
    ben = about.statements_of_slots(
        database, scope(database, space), [garden.people["Ben"]], keys=["hobby"], predicates=[]
    )
    assert ben.statements == ()


def test_the_turns_after_one_are_those_of_its_session_in_order(
    memory: Memory, database: Database
) -> None:
    memory.ingest(GARDEN, record_only=True)
    whole = scope(database, memory.space)
    later = following_turns(database, whole, "garden", "D1:2", limit=10)
    assert [turn.turn_id for turn in later] == ["garden/D1:3", "garden/D1:4"]
    assert later[0].text == "Does the cactus have a name?"
    first = following_turns(database, whole, "garden", "D1:1", limit=1)
    assert [turn.dia_id for turn in first] == ["D1:2"]
    before = scope(database, memory.space, as_of="2024-02-01")
    assert following_turns(database, before, "garden", "D1:1", limit=10) == ()


def test_what_led_up_to_a_turn_is_its_session_up_to_it_in_order(
    memory: Memory, database: Database
) -> None:
    memory.ingest(GARDEN, record_only=True)
    places = [("garden", "D1:3"), ("garden", "D1:1"), ("garden", "D9:9")]
    found = leading_up(database, memory.space, places)
    assert list(found) == [("garden", "D1:3")]
    assert [one.text for one in found["garden", "D1:3"]] == [
        "I planted forty tulips yesterday.",
        GARDEN.sessions[0].turns[1].text,
    ]
    assert [one.speaker for one in found["garden", "D1:3"]] == [
        turn.speaker for turn in GARDEN.sessions[0].turns[:2]
    ]
    assert leading_up(database, "another", places) == {}
