"""A space as pages of plain values, and such values as a space again: for its archive."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import neo4j
from neo4j.vector import Vector

from graphmem.store.archive_values import NODE_SORTS, RELATIONSHIP_TYPES, read, written
from graphmem.store.database import Database, Work, patiently
from graphmem.store.lock import changed, changes_so_far, ledger_uid, lock_space
from graphmem.store.queries import packaged_queries
from graphmem.store.schema import Mark, check_mark

_NODES_AT_ONCE = 500
# One session may have thousands of turns, and a row of a page holds all links of a node.
_SESSIONS_AT_ONCE = 20

Properties = Mapping[str, Any]


class ArchivedLink(NamedTuple):
    """A relationship of a node to another, with its properties as JSON holds them."""

    type: str
    target: str
    properties: Properties


class ArchivedNode(NamedTuple):
    """A node with its properties as JSON holds them, and its links to others."""

    uid: str
    properties: Properties
    links: tuple[ArchivedLink, ...] = ()


class LinkRow(NamedTuple):
    """The relationships of one type between two nodes, by their properties as JSON holds them."""

    source: str
    target: str
    links: tuple[Properties, ...]


class SpaceState(NamedTuple):
    """How many nodes of each label a space holds, and how many changes its layers have seen."""

    nodes: Mapping[str, int]
    changes: int


def space_state(database: Database, space: str) -> SpaceState:
    """Counts of a space's contents; labels of which it has none are left out."""
    (record,) = database.query("archive_counts", space=space)
    nodes = {label: count for label, count in record.data().items() if count}
    return SpaceState(nodes, database.read(lambda work: changes_so_far(work, space)))


def spaces_held(database: Database) -> tuple[str, ...]:
    """Every space that holds anything, by name; never to be told to a guest of one."""
    return tuple(record["space"] for record in database.query("archive_spaces"))


@contextmanager
def writers_held_off(database: Database, space: str, *, embedding_model: str) -> Iterator[None]:
    """Let whoever changes a space or records into a conversation that stands there wait.

    Readers are not held off, nor is a conversation that begins meanwhile. Raises
    `ModelMismatchError` where the database takes another model's vectors.
    """
    with database.session(neo4j.WRITE_ACCESS) as session:

        def hold() -> neo4j.Transaction:
            transaction = session.begin_transaction()

            def run(name: str, **given: Any) -> list[neo4j.Record]:
                return packaged_queries()[name].run(transaction, **given)

            try:
                # In the order in which reconciliation takes them, so that nobody waits in a ring.
                lock_space(Work(run), space, embedding_model=embedding_model)
                run("archive_hold_conversations", space=space)
            except BaseException:
                transaction.close()
                raise
            return transaction

        held = patiently(hold)
        try:
            yield
        finally:
            held.close()


def nodes_of(database: Database, space: str, label: str) -> Iterator[ArchivedNode]:
    """All nodes of a label by uid, a page at a time.

    Raises `ConflictError` where a relationship is of no type of the schema.
    """
    limit = _SESSIONS_AT_ONCE if label == "Session" else _NODES_AT_ONCE
    after = ""
    while True:
        records = database.query("archive_page", space=space, label=label, after=after, limit=limit)
        for record in records:
            yield ArchivedNode(
                record["uid"], written(record["properties"]), _links(record["links"])
            )
        if len(records) < limit:
            return
        after = records[-1]["uid"]


def _links(found: Iterable[Sequence[Any]]) -> tuple[ArchivedLink, ...]:
    made = tuple(ArchivedLink(kind, target, written(held)) for kind, target, held in found)
    if not {link.type for link in made} <= set(RELATIONSHIP_TYPES):
        raise changed("schema of the database")
    return made


def standing_nodes(database: Database, uids: Collection[str]) -> dict[str, ArchivedNode]:
    """Of these nodes those that stand in the database, without their links."""
    records = database.query("archive_standing", uids=list(uids))
    return {
        record["uid"]: ArchivedNode(record["uid"], written(record["properties"]))
        for record in records
    }


class ArchiveStore:
    """Writes what an archive holds into one space; what stands there is left as it is.

    Each call is one transaction, and raises `ModelMismatchError` where the database has changed
    to another embedding model meanwhile.
    """

    def __init__(self, database: Database, space: str, *, embedding: tuple[str, int]) -> None:
        self._database = database
        self._space = space
        self._model, self._dimension = embedding

    def write_nodes(self, label: str, nodes: Sequence[ArchivedNode]) -> int:
        """Make those nodes of one label that do not stand; how many these are."""
        rows = [self._node_row(label, node) for node in nodes]
        made = self._write("archive_create_nodes", rows=rows, space=self._space)[0]["made"]
        return len(made)

    def _node_row(self, label: str, node: ArchivedNode) -> dict[str, Any]:
        held = read(node.properties, dimension=self._dimension)
        vectors = {key: value for key, value in held.items() if isinstance(value, Vector)}
        return {
            "uid": node.uid,
            "labels": list(NODE_SORTS[label].labels),
            "properties": {key: value for key, value in held.items() if key not in vectors},
            "vectors": [{"key": key, "numbers": value} for key, value in vectors.items()],
        }

    def write_links(self, kind: str, links: Sequence[LinkRow]) -> int:
        """Make those relationships of one type that do not stand; how many these are.

        Raises `ConflictError` where a node that one is of has gone meanwhile.
        """
        rows = [
            {
                "type": kind,
                "source": link.source,
                "target": link.target,
                "links": [read(held, dimension=self._dimension) for held in link.links],
            }
            for link in links
        ]
        (record,) = self._write("archive_create_links", rows=rows, space=self._space)
        if record["found"] != len(rows):
            raise changed("space")
        made: int = record["made"]
        return made

    def await_extraction(self, sessions: Iterable[ArchivedNode]) -> None:
        """Let these sessions wait for extraction, where they do in the archive."""
        wanted = ("waiting_since", "revision", "extracted_revision")
        held = ((one.uid, read(one.properties, dimension=self._dimension)) for one in sessions)
        rows = [{"uid": uid} | {name: values.get(name) for name in wanted} for uid, values in held]
        self._write("archive_await_extraction", rows=rows)

    def plan_anew(self) -> None:
        """Let the next reconciliation plan all that the space holds."""
        # Of one person's archive the ledger is none, and the lock makes it.
        self._database.write(
            lambda work: lock_space(work, self._space, embedding_model=self._model)
        )
        self._write("archive_plan_anew", ledger_uid=ledger_uid(self._space))

    def _write(self, query: str, /, **given: Any) -> list[Any]:
        def work(work: Work) -> list[Any]:
            check_mark(Mark.read(work.run("read_mark")[0]), self._model, self._dimension)
            return work.run(query, **given)

        return self._database.write(work)
