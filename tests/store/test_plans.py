"""No query of the store walks over all nodes, or all of one kind: every one goes by an index."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from graphmem.connection import connect
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.queries import Query, packaged_queries
from tests.conftest import OpenMemory

FOLDERS = ("workspace", "reconcile", "tools", "directory", "record", "retrieve", "analytics")
QUERIES = [query for query in packaged_queries().values() if query.path.parent.name in FOLDERS]
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
def database(live_settings: Settings) -> Iterator[Database]:
    with connect(live_settings) as opened:
        yield opened


def operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    yield plan["operatorType"].partition("@")[0], str(plan["args"].get("Details", ""))
    for child in plan.get("children", ()):
        yield from operators(child)


def scans(database: Database, query: Query) -> list[tuple[str, str]]:
    parameters = dict.fromkeys(query.parameters)
    with database.driver.session(database=database.name) as session:
        text = query.text.replace("CYPHER 25\n", "")
        version = "CYPHER 25 " if text != query.text else ""
        explained = session.run(f"{version}EXPLAIN {text}", parameters).consume()
    assert explained.plan is not None
    return [found for found in operators(explained.plan) if found[0] in SCANS]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_every_query_goes_by_an_index(
    database: Database, open_memory: OpenMemory, query: Query
) -> None:
    open_memory()  # so that the schema is there
    assert scans(database, query) == []


def test_a_scan_would_be_seen(database: Database, open_memory: OpenMemory) -> None:
    open_memory()
    text = "MATCH (n:Answer) WHERE n.text = $text RETURN n"
    query = Query("x", "many", "", text, frozenset({"text"}), QUERIES[0].path)
    assert scans(database, query)
