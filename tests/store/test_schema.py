"""The live schema, held against the declared node classes and the Cypher files."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from neomodel import (
    ArrayProperty,
    BooleanProperty,
    DateTimeNeo4jFormatProperty,
    FloatProperty,
    IntegerProperty,
    StringProperty,
)

from graphmem.connection import connect
from graphmem.errors import ConnectionFailedError, ModelMismatchError, UnsupportedServerError
from graphmem.ingest.reading import ReadingOptions
from graphmem.ingest.taking_back import TakingBack
from graphmem.memory import Memory
from graphmem.model.ids import uid
from graphmem.model.links import LinkKind, StatementLink
from graphmem.settings import Settings
from graphmem.store import nodes
from graphmem.store.database import Database
from graphmem.store.forgetting import bury
from graphmem.store.lock import release_lease, take_lease
from graphmem.store.memory_about import load_memory
from graphmem.store.queries import packaged_queries
from graphmem.store.retractions import link_corrections
from graphmem.store.schema import INDEXES, MIGRATIONS, ensure_schema, index_states, read_mark
from graphmem.store.sessions import due_sessions
from tests.conftest import OpenMemory
from tests.store.test_layers import BEGIN, Garden
from tests.store.test_workspace import TALK as BAND
from tests.store.test_workspace import write_whole
from tests.store.workspaces import MODEL, Session, write_links
from tests.talk import GARDEN, HARBOUR, HILLS


def test_every_index_is_there_and_online(memory: Memory, live_settings: Settings) -> None:
    assert memory.space
    with connect(live_settings) as database:
        states = index_states(database)
        assert states.keys() >= set(INDEXES)
        for node_class in nodes.NODE_CLASSES:
            assert any(node_class.__name__ in name for name in states)


def test_every_index_that_a_file_makes_is_known() -> None:
    made = {
        match[1]
        for query in packaged_queries().values()
        if (match := re.search(r"(?:INDEX|CONSTRAINT) (\w+) IF NOT EXISTS", query.text))
    }
    assert made == set(INDEXES)


def test_vector_indexes_filter_by_all_that_is_promised(
    memory: Memory, live_settings: Settings
) -> None:
    place = {"space", "conversation_id", "session_id", "speaker_uid", "said_at"}
    promised = {
        "turn_vector": place,
        "question_vector": place,
        "answer_vector": place
        | {"subject_uid", "kind", "network", "valid_from", "valid_to", "recorded_at"},
        "entity_vector": {"space", "layer", "conversation_id", "owner_uid"},
    }
    with connect(live_settings) as database:
        found = {
            record["name"]: set(record["properties"]) - {"embedding"}
            for record in database.query("list_indexes")
            if record["type"] == "VECTOR"
        }
    assert found == promised


def test_a_database_of_version_one_is_brought_up_with_its_turns(
    memory: Memory, live_settings: Settings
) -> None:
    memory.ingest(GARDEN, record_only=True)
    with connect(live_settings) as database:
        _go_back_to_version_one(database)
        ensure_schema(
            database, embedding_model=live_settings.embedding_model, dimension=lambda: 1 // 0
        )
        assert read_mark(database).schema_version == len(MIGRATIONS)
        assert set(index_states(database)) >= set(INDEXES)
        assert len(due_sessions(database, memory.space, turns=99)) == 2
        Garden(memory, database)
    assert memory.search("tulips").hits


def _go_back_to_version_one(database: Database) -> None:
    made = [name for name in INDEXES if name.startswith(("answer_", "entity_", "question_"))]
    constraints = [f"constraint_unique_{kind.__name__}_uid" for kind in nodes.WORKSPACE_CLASSES]
    indexes = [f"index_{kind.__name__}_space" for kind in nodes.WORKSPACE_CLASSES]
    for statement in (
        *(f"DROP INDEX {name}" for name in [*made, *indexes, "index_Entity_key_uid"]),
        *(f"DROP CONSTRAINT {name}" for name in constraints),
        "MATCH (session:Session) REMOVE session.told_at",
        "MATCH (mark:GraphMem) SET mark.schema_version = 1",
    ):
        database.driver.execute_query(statement, database_=database.name)


def test_layers_that_an_older_version_made_are_planned_anew(
    open_memory: OpenMemory, live_settings: Settings
) -> None:
    memory = open_memory()
    memory.ingest(HARBOUR, HILLS)
    left, right, *_ = (item.uid for item in memory.entities(conversation=HARBOUR.conversation_id))
    memory.separate(left, right)
    before = memory.reconcile()
    decided = {item.decision.uid for item in memory.decisions()}
    with connect(live_settings) as database:
        for statement in (
            "MATCH (e:Entity) WHERE e.layer <> 'session' REMOVE e.units, e.keys, e.proper_keys, "
            "e.block_names, e.blocks, e.crowd, e.named, e.mentions, e.first_turn, "
            "e.evidence_digest, e.profile_dates, e.profile_weights SET e.digest = 'older'",
            "MATCH (d:Decision) REMOVE d.left_uid, d.right_uid, d.conversation_id",
            "MATCH (l:Ledger) REMOVE l.planned_with, l.merges, l.separations, l.undecided, "
            "l.entities",
            "MATCH ()-[r:PARTICIPATED_IN]->() REMOVE r.sketch, r.sketched_until",
            "MATCH (p:Person) REMOVE p.blocks",
            "MATCH (c:Conversation) REMOVE c.stale, c.changes",
            "MATCH (mark:GraphMem) SET mark.schema_version = 2",
        ):
            database.driver.execute_query(statement, database_=database.name)
        ensure_schema(
            database, embedding_model=live_settings.embedding_model, dimension=lambda: 1 // 0
        )
    receipt = memory.reconcile()
    assert receipt == before
    assert {item.decision.uid for item in memory.decisions()} == decided
    assert memory.check_layers().differences == ()
    # And what comes after is again planned for itself.
    memory.merge(left, right)
    assert memory.check_layers().differences == ()


def test_clients_that_start_at_once_make_one_schema(live_settings: Settings) -> None:
    with connect(live_settings) as database:
        database.driver.execute_query(
            "MATCH (mark:GraphMem) DELETE mark", database_=live_settings.database
        )

        def ensure(_: int) -> None:
            ensure_schema(
                database, embedding_model=live_settings.embedding_model, dimension=lambda: 384
            )

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(ensure, range(4)))
        assert read_mark(database).schema_version == len(MIGRATIONS)


@pytest.fixture
def full(memory: Memory, live_settings: Settings) -> Memory:
    """A memory with every kind of node and relationship that the store writes."""
    memory.ingest(BAND, record_only=True)
    with connect(live_settings) as database:
        write_whole(Session(database, memory.space, "band", "S1"))
        take_lease(database, memory.space, "somebody", seconds=1)
        release_lease(database, memory.space, "somebody", failure="It failed.")
        memory.ingest(GARDEN, record_only=True)
        garden = Garden(memory, database)
        garden.apply(garden.plan())
        sides = garden.side(garden.cactus), garden.side(garden.spike)
        later = garden.decision("3", *sides, replaces=f"{BEGIN}1", undoes=f"{BEGIN}2")
        plan = garden.plan()
        garden.apply(plan.model_copy(update={"decisions": (*plan.decisions, later)}))
        answers = load_memory(database, memory.space).snapshot.answers
        plays, one, other = (item.uid for item in sorted(answers, key=lambda item: item.text))
        links = [StatementLink(one, other, kind, "attic") for kind in LinkKind]
        write_links(database, memory.space, links)
        person = TakingBack(
            database, _no_vectors, _nothing, space=memory.space, embedding_model=MODEL
        )
        made = person.retract(plays, reason="A slip.", by="Ana")
        corrected = made.model_copy(update={"corrected_uids": (one,)})
        database.write(partial(link_corrections, retraction=corrected))
        _bury_one(memory, database)
    memory.profile("band/Ana")
    return memory


def _bury_one(memory: Memory, database: Database) -> None:
    memory.add_turn("porch", "It rains.", speaker="Ida", turn_id="D1:1")
    [[turn]] = memory.cypher(
        "MATCH (t:Turn {space: $space, conversation_id: 'porch'}) RETURN t.uid",
        parameters={"space": memory.space},
    ).rows
    told = {"sort": "turn", "by": "Ida", "sessions": 0, "conversations": 0, "people": 0}
    uids = {"places": [turn], "touched": [turn]}
    tomb = uid(memory.space, "forgotten", "1")
    database.write(lambda work: bury(work, memory.space, tomb, [turn], **told, **uids))


def _no_vectors(_: object) -> list[list[float]]:
    return []


def _nothing() -> ReadingOptions:
    raise AssertionError("nothing is read here")


def test_node_properties_are_those_that_neomodel_declares(full: Memory) -> None:
    kinds: dict[Any, Any] = {
        StringProperty: str,
        IntegerProperty: int,
        FloatProperty: float,
        BooleanProperty: bool,
        DateTimeNeo4jFormatProperty: str,
        ArrayProperty: list,
    }
    for node_class in nodes.NODE_CLASSES:
        declared = dict(node_class.__all_properties__)
        if node_class is nodes.Retracted:  # with the properties of what it was
            declared |= dict(nodes.Answer.__all_properties__)
        rows = full.cypher(
            # A statement has the properties of what it is besides.
            f"MATCH (n:{node_class.__name__} {{space: $space}}) "
            "WHERE $statements OR NOT n:Statement RETURN properties(n) AS p",
            parameters={"space": full.space, "statements": node_class is not nodes.Statement},
        ).rows
        assert rows or node_class is nodes.Statement
        for (properties,) in rows:
            assert properties.keys() <= declared.keys()
            for name, value in properties.items():
                assert isinstance(value, kinds[type(declared[name])]), name
            required = {name for name, kind in declared.items() if kind.required}
            assert required <= properties.keys()


def test_relationships_are_those_that_neomodel_declares(full: Memory) -> None:
    declared = {
        definition.definition["relation_type"]
        for node_class in nodes.NODE_CLASSES
        for _, definition in node_class.defined_properties(aliases=False, properties=False).items()
    }
    rows = full.cypher(
        "MATCH ({space: $space})-[r]->() RETURN DISTINCT type(r)",
        parameters={"space": full.space},
    ).rows
    assert {row[0] for row in rows} == declared


def test_neomodel_walks_from_a_person_to_what_was_said(full: Memory) -> None:
    full.connect_neomodel()
    ana: Any = nodes.Person.nodes.get(space=full.space, name="Ana", conversation_id="band")
    stated = ana.stated.all()
    assert {type(item) for item in stated} == {nodes.Answer, nodes.Question}
    answer = next(item for item in stated if item.text == "Ana's violin hangs in the attic")
    assert [turn.dia_id for turn in answer.evidence.all()] == ["D1:1"]
    violin: Any = nodes.Entity.nodes.get(space=full.space, key="violin")
    assert {other.name for other in violin.relates_to.all()} == {"attic", "Night Owls"}


def test_neomodel_reads_the_graph(memory: Memory) -> None:
    memory.ingest(GARDEN)
    memory.connect_neomodel()
    # neomodel's types do not know that a relationship of an instance is a manager of nodes.
    ana: Any = nodes.Person.nodes.get(space=memory.space, name="Ana")
    assert {turn.dia_id for turn in ana.turns.all()} == {"D1:1", "D1:3", "D2:2"}
    turn: Any = nodes.Turn.nodes.get(space=memory.space, dia_id="D1:1")
    assert turn.next.single().dia_id == "D1:2"
    assert turn.said_at.year == 2024


def test_another_embedding_model_is_refused(
    open_memory: OpenMemory, live_settings: Settings
) -> None:
    open_memory()
    other = live_settings.model_copy(update={"embedding_model": "another"})
    with pytest.raises(ModelMismatchError, match="graphmem reembed"):
        Memory(other)


def test_wrong_credentials_and_no_server_say_what_to_do(live_settings: Settings) -> None:
    with pytest.raises(ConnectionFailedError, match="does not answer"):
        Database.connect("bolt://127.0.0.1:1", user="neo4j", password="x", name="neo4j")
    with pytest.raises(ConnectionFailedError):
        Database.connect("nonsense", user="neo4j", password="x", name="neo4j")
    with connect(live_settings) as database:
        address = database.driver.get_server_info().address
    with pytest.raises(ConnectionFailedError, match="password"):
        Database.connect(
            f"bolt://{address[0]}:{address[1]}", user="neo4j", password="wrong", name="neo4j"
        )


def test_an_older_server_is_refused(
    live_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("graphmem.store.database.OLDEST_SERVER", (9999, 1))
    with pytest.raises(UnsupportedServerError, match=r"2026\.01 or newer"):
        connect(live_settings)
