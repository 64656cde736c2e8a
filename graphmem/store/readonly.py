"""A user's own Cypher, judged by its plan before it runs."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime, time
from typing import Any

import neo4j
from neo4j import unit_of_work
from neo4j.exceptions import ClientError
from neo4j.graph import Node, Path, Relationship
from neo4j.spatial import Point
from neo4j.time import Duration

from graphmem.errors import InputError, QueryRefusedError, StoreError
from graphmem.model.listing import Table
from graphmem.store.database import Database, patiently
from graphmem.store.directory import native

ALLOWED_PROCEDURES = frozenset(
    {
        "db.labels",
        "db.relationshipTypes",
        "db.propertyKeys",
        "db.schema.visualization",
        "db.schema.nodeTypeProperties",
        "db.schema.relTypeProperties",
        "db.index.fulltext.queryNodes",
        "db.index.fulltext.queryRelationships",
        "db.index.fulltext.listAvailableAnalyzers",
        "db.index.vector.queryNodes",
        "db.index.vector.queryRelationships",
    }
)
ALLOWED_COMMANDS = frozenset({"ShowIndexes", "ShowConstraints", "ShowFunctions", "ShowProcedures"})

_SECONDS = 60.0
_NEXT = "graphmem runs only queries that read this database's graph."


def run_readonly(
    database: Database, query: str, parameters: Mapping[str, Any], *, limit: int
) -> Table:
    """Run a user's query if its plan only reads the graph; at most ``limit`` rows.

    The plan is judged, not the words: a query that writes, loads a file or an address, changes
    the server or calls a procedure outside the allowlist is refused with `QueryRefusedError`. The
    session has READ access besides, and a query may take 60 s.
    """
    if limit < 1:
        raise InputError(f"limit={limit} is out of range.", next_step="Ask for 1 row or more.")
    with database.session(neo4j.READ_ACCESS) as session, _their_mistakes():
        explained = session.run(f"EXPLAIN {query}", dict(parameters)).consume()
        judge_plan(explained.query_type, explained.plan)

        @unit_of_work(timeout=_SECONDS)
        def work(transaction: neo4j.ManagedTransaction) -> Table:
            result = transaction.run(query, dict(parameters))
            records = result.fetch(limit + 1)
            return Table(
                columns=tuple(result.keys()),
                rows=tuple(tuple(plain(value) for value in record) for record in records[:limit]),
                truncated=len(records) > limit,
            )

        return patiently(lambda: session.execute_read(work))


@contextmanager
def _their_mistakes() -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        if not (error.code or "").startswith("Neo.ClientError.Statement"):
            raise
        raise StoreError(
            f"Neo4j cannot run the query: {error.message}", next_step="Correct the query."
        ) from error


def judge_plan(query_type: str | None, plan: Mapping[str, Any] | None) -> None:
    """Raise `QueryRefusedError` unless the explained query only reads the graph."""
    if query_type != "r" or plan is None:
        raise QueryRefusedError("The query writes or administers.", next_step=_NEXT)
    for operator, details in _operators(plan):
        if operator == "ProcedureCall":
            procedure = details.split("(")[0].strip()
            if procedure not in ALLOWED_PROCEDURES:
                raise QueryRefusedError(
                    f"The query calls the procedure {procedure}.", next_step=_NEXT
                )
        elif operator == "LoadCSV":
            raise QueryRefusedError("The query loads a file or an address.", next_step=_NEXT)
        elif operator.startswith(("Show", "Terminate")) and operator not in ALLOWED_COMMANDS:
            raise QueryRefusedError(f"The query runs {operator}.", next_step=_NEXT)


def _operators(plan: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    # An operator is named with the database that it runs on: "LoadCSV@neo4j".
    yield plan["operatorType"].split("@")[0], str(plan.get("args", {}).get("Details", ""))
    for child in plan.get("children", ()):
        yield from _operators(child)


def plain(value: Any) -> Any:
    """A driver's value as plain Python that JSON can hold.

    Nodes and relationships become maps; a whole node leaves its vector out.
    """
    match value:
        case Node():
            properties = {k: plain(v) for k, v in sorted(value.items()) if k != "embedding"}
            return {"labels": sorted(value.labels), "properties": properties}
        case Relationship():
            start, end = value.nodes
            return {
                "type": value.type,
                "properties": {k: plain(v) for k, v in sorted(value.items())},
                "start": start.get("uid") if start else None,
                "end": end.get("uid") if end else None,
            }
        case Path():
            return {
                "nodes": [plain(node) for node in value.nodes],
                "relationships": [plain(step) for step in value.relationships],
            }
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case Duration():
            return value.iso_format()
        case Point():
            return {"srid": value.srid, "coordinates": list(value)}
        case list() | tuple():
            return [plain(item) for item in value]
        case None | bool() | int() | float() | str():
            return value
        case _:
            return _plain_scalar(native(value))


def _plain_scalar(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | bytearray):
        return bytes(value).hex()
    return str(value)
