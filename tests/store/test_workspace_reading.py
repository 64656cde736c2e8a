"""A space's memory read back as plain values, whole and in part."""

from collections.abc import Iterator
from datetime import datetime

import pytest

from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.chunk import KnownName
from graphmem.model.memory import KnownState
from graphmem.model.workspace import EntityType, Kind, Part, Workspace
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.memory_about import load_memory, memory_about
from graphmem.store.memory_snapshot import load_standing
from graphmem.store.sessions import named_things
from tests.conftest import OpenMemory
from tests.store.workspaces import SPRING, Session
from tests.talk import GARDEN


@pytest.fixture
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


@pytest.fixture
def garden(memory: Memory, database: Database) -> tuple[Session, Session]:
    memory.ingest(GARDEN, record_only=True)
    one, other = (Session(database, memory.space, "garden", name) for name in ("S1", "S2"))
    cactus = one.entity("cactus", "D1:2", "D1:3", owner="Ben", aliases=("Spike",))
    tulips = one.entity("tulips", "D1:1", owner="Ana")
    planted = one.answer(
        "Ana planted forty tulips",
        one.evidence("D1:1", "I planted forty tulips"),
        names=(tulips,),
        interval=SPRING,
        worth=2.25,
    )
    named = one.answer(
        "The cactus is called Spike",
        one.evidence("D1:4", "it is called Spike"),
        one.evidence("D1:3", "Does the cactus have a name?", Part.CONTEXT),
        subject=cactus.uid,
    )
    asked = one.question(
        "What is the cactus called?",
        "Ana",
        [named],
        one.evidence("D1:4", "it is called Spike"),
        one.evidence("D1:3", "Does the cactus have a name?", Part.CONTEXT),
    )
    pet = one.role("pet", cactus, one.evidence("D1:2", "I only bought a cactus"), states=["bought"])
    one.write(
        one.chunk(
            "D1:1",
            "D1:4",
            Workspace(
                entities=(cactus, tulips),
                answers=(planted, named),
                questions=(asked,),
                roles=(pet,),
            ),
        )
    )
    fallen = other.entity("Spike", "D2:1", owner="Ben", key="spike")
    fell = other.answer("Spike fell", other.evidence("D2:1", "Spike fell off"), subject=fallen.uid)
    other.write(other.chunk("D2:1", "D2:2", Workspace(entities=(fallen,), answers=(fell,))))
    return one, other


def test_what_was_written_is_read_back(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    one, _ = garden
    snapshot, ledger, version = load_standing(database, memory.space)
    assert (ledger, version) == ((), 2)
    assert {person.name: person.conversation_ids for person in snapshot.people} == {
        "Ana": ("garden",),
        "Ben": ("garden",),
    }
    by_text = {answer.text: answer for answer in snapshot.answers}
    planted = by_text["Ana planted forty tulips"]
    assert planted.interval == SPRING
    assert planted.said_at == datetime(2024, 3, 1, 18, 1)
    assert planted.turn_ids == ("D1:1",)
    assert planted.quote == "I planted forty tulips"
    assert planted.subject_uid == planted.speaker_uid == one.people["Ana"]
    assert planted.names == (one.entity("tulips", "D1:1", owner="Ana").uid,)
    assert (planted.kind, planted.confidence, planted.entity_uid) == (Kind.FACT, 0.75, None)
    assert by_text["Spike fell"].interval is None
    assert (planted.worth, by_text["Spike fell"].worth, snapshot.roles[0].worth) == (
        2.25,
        None,
        None,
    )
    cactus = next(entity for entity in snapshot.entities if entity.key == "cactus")
    assert cactus.mention_turns == ("D1:2", "D1:3")
    assert cactus.mentioned_by == tuple(sorted(one.people.values()))
    assert cactus.last_said_at == datetime(2024, 3, 1, 18, 3)
    assert (cactus.aliases, cactus.owner_uid) == (("Spike",), one.people["Ben"])
    (role,) = snapshot.roles
    assert (role.name, role.entity_uid) == ("pet", cactus.uid)
    assert [state._replace(uid="") for state in role.states] == [KnownState("", "bought", SPRING)]
    (question,) = snapshot.questions
    assert question.turn_ids == ("D1:3",)
    assert question.answer_uids == (by_text["The cactus is called Spike"].uid,)


def test_a_part_is_as_it_is_in_the_whole(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    whole = load_memory(database, memory.space).snapshot
    part = memory_about(database, memory.space, ["Ben's cactus"]).snapshot
    assert {answer.text for answer in part.answers} == {"The cactus is called Spike"}
    assert set(part.answers) < set(whole.answers)
    assert part.roles == whole.roles
    assert part.questions == whole.questions
    assert [entity.key for entity in part.entities] == ["cactus"]
    assert part.people == whole.people


def test_an_alias_finds_every_bearer(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    part = memory_about(database, memory.space, ["Spike"]).snapshot
    assert {entity.key for entity in part.entities} == {"cactus", "spike"}
    assert {a.text for a in part.answers} == {"The cactus is called Spike", "Spike fell"}


def test_a_person_brings_what_is_said_of_them(
    memory: Memory, database: Database, garden: tuple[Session, Session]
) -> None:
    part = memory_about(database, memory.space, ["ana"]).snapshot
    assert [answer.text for answer in part.answers] == ["Ana planted forty tulips"]
    assert [entity.key for entity in part.entities] == ["tulips"]


def test_another_space_is_not_seen(
    open_memory: OpenMemory, database: Database, garden: tuple[Session, Session]
) -> None:
    other = open_memory()
    assert load_memory(database, other.space).snapshot.answers == ()
    uid = garden[0].entity("tulips", "D1:1", owner="Ana").uid
    part = memory_about(database, other.space, ["tulips", uid]).snapshot
    assert (part.entities, part.answers, part.people) == ((), (), ())


def test_who_and_what_bears_a_name_is_known_of_its_conversation(
    memory: Memory, database: Database
) -> None:
    memory.ingest(GARDEN, record_only=True)
    one, other = (Session(database, memory.space, "garden", name) for name in ("S1", "S2"))
    lena = one.entity("Lena", "D1:1", "D1:2", type=EntityType.PERSON, aliases=("Lenny",))
    rex = other.entity("Rex", "D2:1", owner="Ana").model_copy(update={"proper": True})
    spade = other.entity("spade", "D2:2", aliases=("shovel",))
    one.write(one.chunk("D1:1", "D1:4", Workspace(entities=(lena,))))
    other.write(other.chunk("D2:1", "D2:2", Workspace(entities=(rex, spade))))
    assert named_things(database, memory.space, "garden") == [
        KnownName("Lena", EntityType.PERSON, None, ("Lenny",), 2),
        KnownName("Rex", EntityType.THING, one.people["Ana"], (), 1),
    ]
    assert named_things(database, memory.space, "elsewhere") == []
    assert named_things(database, "another space", "garden") == []
