"""A user's own Cypher: what only reads the graph runs, everything else is refused."""

import math

import pytest

from graphmem.errors import QueryRefusedError, StoreError
from graphmem.memory import Memory
from tests.talk import GARDEN

REFUSED = [
    "CREATE (n:Turn)",
    "MATCH (n) SET n.space = 'x'",
    "MATCH (n) DETACH DELETE n",
    "MERGE (n:Turn {uid: 'x'})",
    "MATCH (n) REMOVE n.uid",
    "MATCH (n) CALL (n) { CREATE (m:X) } IN TRANSACTIONS RETURN 1",
    "FOREACH (i IN [1] | CREATE (:X))",
    "LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "LOAD CSV FROM 'http://127.0.0.1:1/x' AS line RETURN line",
    "CYPHER 25 LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line",
    "CALL dbms.listConfig()",
    "CALL dbms.listConfig() YIELD name RETURN name",
    "CALL db.create.setNodeVectorProperty(null, 'a', [1.0])",
    "CALL db.clearQueryCaches()",
    "CALL dbms.killConnection('x')",
    "CREATE INDEX x FOR (n:X) ON (n.y)",
    "DROP INDEX turn_text",
    "SHOW USERS",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS",
    "TERMINATE TRANSACTIONS 'x'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "CREATE USER mallory SET PASSWORD 'password'",
]
ALLOWED = [
    "MATCH (n) RETURN count(n)",
    "CYPHER 25 MATCH (t:Turn) RETURN t.text LIMIT 3",
    "SHOW INDEXES",
    "CALL db.labels()",
    "CALL db.index.fulltext.queryNodes('turn_text', 'tulips') YIELD node RETURN node.text",
    "CALL () { MATCH (n) RETURN n LIMIT 1 } RETURN n",
    "// CREATE (n)\nRETURN 'CREATE (n)' AS text",
]


@pytest.mark.parametrize("query", REFUSED)
def test_what_does_more_than_read_the_graph_is_refused(memory: Memory, query: str) -> None:
    with pytest.raises(QueryRefusedError):
        memory.cypher(query)


@pytest.mark.parametrize("query", ALLOWED)
def test_what_only_reads_runs(memory: Memory, query: str) -> None:
    assert memory.cypher(query).columns


@pytest.mark.parametrize("query", ["PROFILE MATCH (n) RETURN n", "RETURN 1; RETURN 2", "MATCH ("])
def test_what_is_no_single_query_is_an_error(memory: Memory, query: str) -> None:
    with pytest.raises(StoreError):
        memory.cypher(query)


def test_rows_are_plain_values(memory: Memory) -> None:
    memory.ingest(GARDEN)
    found = memory.cypher(
        "MATCH path = (t:Turn {space: $space, dia_id: 'D1:1'})-[r:SPOKEN_BY]->(p) "
        "RETURN t, r, path, t.said_at AS said_at, [1, {a: date('2024-01-02')}] AS mixed",
        parameters={"space": memory.space},
    )
    turn, link, path, said_at, mixed = found.rows[0]
    assert turn["labels"] == ["Turn"]
    assert "embedding" not in turn["properties"]
    assert (link["type"], said_at) == ("SPOKEN_BY", "2024-03-01T18:01:00")
    assert len(path["nodes"]) == 2
    assert mixed == [1, {"a": "2024-01-02"}]
    odd = memory.cypher(
        "RETURN duration('P1DT2H') AS d, point({x: 1.0, y: 2.0}) AS p, 0.0/0.0 AS n"
    )
    assert odd.rows[0][0] == "P1DT2H"
    assert odd.rows[0][1]["coordinates"] == [1.0, 2.0]
    assert math.isnan(odd.rows[0][2])


def test_rows_over_the_limit_are_cut_and_said_so(memory: Memory) -> None:
    found = memory.cypher("UNWIND range(1, 10) AS n RETURN n", limit=3)
    assert (len(found.rows), found.truncated) == (3, True)
    assert not memory.cypher("UNWIND range(1, 3) AS n RETURN n", limit=3).truncated
