"""The live schema, held against the declared node classes and the Cypher files."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from neomodel import ArrayProperty, DateTimeNeo4jFormatProperty, IntegerProperty, StringProperty

from graphmem.connection import connect
from graphmem.errors import ConnectionFailedError, ModelMismatchError, UnsupportedServerError
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store import nodes
from graphmem.store.database import Database
from graphmem.store.schema import MIGRATIONS, ensure_schema, index_states, read_mark
from tests.conftest import OpenMemory
from tests.talk import GARDEN

EXPECTED_INDEXES = {"turn_vector", "turn_text", "turn_place", "person_name", "graphmem_uid"}


def test_every_index_is_there_and_online(memory: Memory, live_settings: Settings) -> None:
    assert memory.space
    with connect(live_settings) as database:
        states = index_states(database)
        assert states.keys() >= EXPECTED_INDEXES
        for node_class in nodes.NODE_CLASSES:
            assert any(node_class.__name__ in name for name in states)


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


def test_node_properties_are_those_that_neomodel_declares(memory: Memory) -> None:
    memory.ingest(GARDEN)
    kinds: dict[Any, type] = {
        StringProperty: str,
        IntegerProperty: int,
        DateTimeNeo4jFormatProperty: str,
        ArrayProperty: list,
    }
    for node_class in nodes.NODE_CLASSES:
        declared = dict(node_class.__all_properties__)
        rows = memory.cypher(
            f"MATCH (n:{node_class.__name__} {{space: $space}}) RETURN properties(n) AS p",
            parameters={"space": memory.space},
        ).rows
        assert rows
        for (properties,) in rows:
            assert properties.keys() <= declared.keys()
            for name, value in properties.items():
                assert isinstance(value, kinds[type(declared[name])]), name
            required = {name for name, kind in declared.items() if kind.required}
            assert required <= properties.keys()


def test_relationships_are_those_that_neomodel_declares(memory: Memory) -> None:
    memory.ingest(GARDEN)
    declared = {
        definition.definition["relation_type"]
        for node_class in nodes.NODE_CLASSES
        for _, definition in node_class.defined_properties(aliases=False, properties=False).items()
    }
    rows = memory.cypher(
        "MATCH ({space: $space})-[r]->() RETURN DISTINCT type(r)",
        parameters={"space": memory.space},
    ).rows
    assert {row[0] for row in rows} <= declared


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
