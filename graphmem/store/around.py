"""The graph around a person or a thing."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from neo4j import Record

from graphmem.errors import NotFoundError
from graphmem.model.ids import turn_reference
from graphmem.model.listing import NearLink, NearNode, Neighbourhood, NodeSort, Tie
from graphmem.model.search import ActivationSettings
from graphmem.store.database import Database
from graphmem.store.directory import local_time

# The same closeness in time and meaning along which activation spreads.
_CLOSE = ActivationSettings()


class MergedNode(NamedTuple):
    """A human or a thing as a whole, and the uids of all its parts."""

    node: NearNode
    parts: tuple[str, ...]


def whole_of(database: Database, space: str, uid: str) -> MergedNode:
    """The human or the thing that a uid belongs to; raises `NotFoundError`."""
    records = database.query("whole_of", space=space, uid=uid)
    if not records:
        raise NotFoundError(
            f"The space {space!r} holds no person and no entity {uid!r}.",
            next_step="`graphmem people` and `graphmem entities list` show their uids.",
        )
    return MergedNode(_node(records[0]), tuple(sorted(records[0]["parts"])))


def neighbourhood(database: Database, space: str, uid: str, *, limit: int) -> Neighbourhood:
    """The neighbourhood of a person or a thing; raises `NotFoundError`.

    Up to ``limit`` of its latest statements with everybody and everything that they name, and up
    to ``limit`` people and things that are tied to it without one.
    """
    center, parts = whole_of(database, space, uid)
    told = database.query("around_statements", space=space, parts=parts, limit=limit)
    tied = database.query("around_things", space=space, parts=parts, limit=limit)
    nodes = {center.uid: center}
    nodes |= {record["uid"]: _node(record) for record in tied}
    links = [
        NearLink(
            source=center.uid,
            target=record["uid"],
            tie=Tie.ENTITY,
            relation=", ".join(record["relations"]),
        )
        for record in tied
    ]
    for record in told:
        nodes[record["uid"]] = _statement(record)
        links.append(_tells_of(record, center.uid))
        for named in record["named"]:
            if named["uid"] != center.uid:
                nodes.setdefault(named["uid"], _node(named))
                links.append(_tells_of(record, named["uid"]))
    links += _among(database, space, [record["uid"] for record in told])
    return Neighbourhood(
        center=center.uid,
        parts=parts,
        nodes=tuple(nodes.values()),
        links=tuple(links),
        statements=told[0]["total"] if told else 0,
    )


def decisions_on(database: Database, space: str, uid: str) -> frozenset[str]:
    """The uids of the decisions on a person or a thing, or a part of it; raises `NotFoundError`."""
    parts = whole_of(database, space, uid).parts
    records = database.query("decisions_on", space=space, parts=parts)
    return frozenset(record["uid"] for record in records)


def _among(database: Database, space: str, uids: Sequence[str]) -> Iterable[NearLink]:
    records = database.query(
        "links_among",
        space=space,
        uids=list(uids),
        hours=_CLOSE.hours,
        like_least=_CLOSE.like_least,
    )
    seen: set[tuple[str, str, Tie]] = set()
    for record in sorted(records, key=lambda one: -float(one["weight"])):
        tie = Tie(record["link"])
        pair = (*sorted((record["source"], record["target"])), tie)
        if pair in seen:  # of two links of one kind the stronger is drawn
            continue
        seen.add(pair)
        yield NearLink(
            source=record["source"],
            target=record["target"],
            tie=tie,
            relation=record["relation"],
            weight=min(1.0, record["weight"]),
        )


def _node(record: Record | dict[str, Any]) -> NearNode:
    return NearNode(
        uid=record["uid"],
        sort=NodeSort(record["kind"]),
        name=record["name"],
        type=record["type"],
    )


def _statement(record: Record) -> NearNode:
    return NearNode(
        uid=record["uid"],
        sort=NodeSort.STATEMENT,
        name=record["text"],
        speaker=record["speaker"],
        turn_id=turn_reference(record["conversation_id"], record["dia_id"]),
        said_at=local_time(record["said_at"]),
    )


def _tells_of(record: Record, uid: str) -> NearLink:
    return NearLink(source=record["uid"], target=uid, tie=Tie.ENTITY, relation="tells of")
