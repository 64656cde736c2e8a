"""No query of the store walks over all nodes, or all of one kind: every one goes by an index."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.queries import CypherQuery, packaged_queries
from tests.talk import GARDEN, HARBOUR

FOLDERS = (
    "workspace",
    "retract",
    "reconcile",
    "links",
    "portraits",
    "tools",
    "directory",
    "record",
    "retrieve",
    "analytics",
    "archive",
    "forget",
    "maintain",
    "schema",
)
# They tell of all that there are: they are for the database's owner, and scoped by nothing.
UNSCOPED = {"archive_spaces", "spaces"}
# Once for a database, they go through all of one kind in it: migrations, and a model's end.
WHOLE = {
    "await_all_links",
    "await_extraction",
    "forget_name_vectors",
    "mark_all_stale",
    "plan_all_anew",
    "renew_decisions",
    "tell_waiting_sessions",
}
# A procedure that the Community edition has not.
LACKING = {"checkpoint"}
QUERIES = [
    query
    for query in packaged_queries().values()
    if query.path.parent.name in FOLDERS and query.name not in UNSCOPED | LACKING
]
SCANS = {
    "AllNodesScan",
    "NodeByLabelScan",
    "NodeIndexScan",
    "UnionNodeByLabelsScan",
    "IntersectionNodeByLabelsScan",
    "DirectedAllRelationshipsScan",
    "UndirectedAllRelationshipsScan",
    "DirectedRelationshipTypeScan",
    "UndirectedRelationshipTypeScan",
}


@pytest.fixture(scope="module")
def database(live_settings: Settings, encoder: Encoder) -> Iterator[Database]:
    """A database of several spaces: of one alone, all that an index holds is what is sought."""
    spaces = [
        Memory(live_settings.model_copy(update={"space": f"plans-{number}"}), encoder=encoder)
        for number in range(3)
    ]
    for memory in spaces:
        memory.ingest(GARDEN, HARBOUR)
    with connect(live_settings) as opened:
        with opened.driver.session(database=opened.name) as session:
            session.run("CALL db.clearQueryCaches()").consume()
        yield opened
    for memory in spaces:
        memory.delete_space()
        memory.close()


def operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].partition("@")[0], str(plan["args"].get("Details", ""))
    for child in plan.get("children", ()):
        yield from operators(child)


def scans(database: Database, query: CypherQuery) -> list[tuple[str, str]]:
    parameters = dict.fromkeys(query.parameters)
    with database.driver.session(database=database.name) as session:
        text = query.text.replace("CYPHER 25\n", "")
        version = "CYPHER 25 " if text != query.text else ""
        explained = session.run(f"{version}EXPLAIN {text}", parameters).consume()
    assert explained.plan is not None
    return [found for found in operators(explained.plan) if found[0] in SCANS]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_every_query_goes_by_an_index(database: Database, query: CypherQuery) -> None:
    assert bool(scans(database, query)) is (query.name in WHOLE)


def test_a_scan_would_be_seen(database: Database) -> None:
    text = "MATCH (n:Answer) WHERE n.text = $text RETURN n"
    query = CypherQuery("x", "many", "", text, frozenset({"text"}), QUERIES[0].path)
    assert scans(database, query)
