"""Writing chunks: what goes first, then chunks, entities, statements, and what links them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.model.time import TimeInterval
from graphmem.model.workspace import Answer, Entity, Question, Workspace
from graphmem.store.counted import run_counted
from graphmem.store.database import Work, as_vector
from graphmem.store.lock import changed, count_change
from graphmem.store.mentions import (
    Mentioned,
    fixed_properties,
    mentioned,
    summed_properties,
    turns_in_order,
)
from graphmem.store.record import session_uid
from graphmem.store.workspace_rows import (
    RelationshipRows,
    Row,
    SaidTurn,
    answer_properties,
    evidence_of,
    question_properties,
    role_properties,
    state_properties,
    statement_links,
    statements,
    times,
)


class StoredChunk(NamedTuple):
    """A chunk and what it says; ``embeddings`` are of its answers and questions, by uid.

    A ``workspace`` of None stands for what the graph holds of the chunk already.
    """

    uid: str
    digest: str
    extracted_by: str
    first_dia_id: str
    last_dia_id: str
    place: int
    workspace: Workspace | None
    embeddings: Mapping[str, Sequence[float]]


class Writing(NamedTuple):
    """A chunk to be written, with its session."""

    conversation_id: str
    session_id: str
    chunk: StoredChunk
    workspace: Workspace
    facts: bool

    @property
    def order(self) -> tuple[bool, int, str]:
        """Sort key of a session's chunks."""
        return (self.facts, self.chunk.place, self.chunk.uid)


def write_chunks(
    work: Work, space: str, *, gone: list[str], moved: list[Row], new: Sequence[Writing]
) -> None:
    """Remove the chunks ``gone``, place those ``moved``, write the ``new``; under the lock."""
    touched: set[str] = set()
    if gone:
        work.run("leave_link_places", chunk_uids=gone)
        work.run("delete_given_statements", chunk_uids=gone)
        touched = {record["uid"] for record in work.run("delete_chunks", chunk_uids=gone)}
    if moved:
        work.run("place_chunks", rows=moved)
    run_counted(work, "create_chunks", [_chunk_row(space, item) for item in new])
    given = _mentions(work, touched, new)
    wanted = {turn for mention in given for turn in mention.turn_uids}
    wanted |= {item.turn_uid for each in new for _, item in evidence_of(each.workspace)}
    turns = _said_turns(work, wanted)
    _write_entities(work, space, touched, new, given, turns)
    _write_statements(work, space, new, turns)
    sessions = {session_uid(space, item.conversation_id, item.session_id) for item in new}
    work.run("await_links", session_uids=sorted(sessions))
    if gone or new or moved:
        count_change(work, space)


def _chunk_row(space: str, item: Writing) -> Row:
    return {
        "session_uid": session_uid(space, item.conversation_id, item.session_id),
        "properties": {
            "uid": item.chunk.uid,
            "space": space,
            "conversation_id": item.conversation_id,
            "session_id": item.session_id,
            "digest": item.chunk.digest,
            "extracted_by": item.chunk.extracted_by,
            "first_dia_id": item.chunk.first_dia_id,
            "last_dia_id": item.chunk.last_dia_id,
            "place": item.chunk.place,
            "facts": item.facts,
        },
    }


def _mentions(work: Work, touched: set[str], new: Sequence[Writing]) -> list[Mentioned]:
    """All that chunks, standing and new, contribute to the entities that change."""
    given = [mentioned(entity, item.order) for item in new for entity in item.workspace.entities]
    uids = touched | {mention.entity_uid for mention in given}
    standing = [
        Mentioned(
            entity_uid=record["entity_uid"],
            key=record["key"],
            chunk=(record["facts"], record["place"], record["chunk_uid"]),
            name=record["name"],
            type=record["type"],
            aliases=tuple(record["aliases"]),
            proper=record["proper"],
            turn_uids=tuple(record["turn_uids"]),
            type_scores=tuple(record["type_scores"]),
        )
        for record in work.run("entity_mentions", uids=sorted(uids))
    ]
    return standing + given


def _said_turns(work: Work, uids: Iterable[str]) -> dict[str, SaidTurn]:
    records = work.run("evidence_turns", uids=sorted(uids))
    turns = {
        record["uid"]: SaidTurn(*(record[name] for name in SaidTurn._fields))._replace(
            said_at=datetime.fromisoformat(record["said_at"])
        )
        for record in records
    }
    missing = set(uids) - turns.keys()
    if missing:
        raise changed(f"turn {min(missing)}")
    return turns


def _write_entities(
    work: Work,
    space: str,
    touched: set[str],
    new: Sequence[Writing],
    given: Sequence[Mentioned],
    turns: Mapping[str, SaidTurn],
) -> None:
    by_entity: dict[str, list[Mentioned]] = {}
    for mention in given:
        by_entity.setdefault(mention.entity_uid, []).append(mention)
    orphans = sorted(touched - by_entity.keys())
    if orphans:
        work.run("delete_entities", uids=orphans)
    entities: dict[str, Entity] = {
        entity.uid: entity for item in new for entity in item.workspace.entities
    }
    rows, links = [], RelationshipRows({})
    for uid, mentions in by_entity.items():
        fixed = fixed_properties(space, entities[uid]) if uid in entities else {}
        said = turns_in_order(mentions, turns)
        rows.append(
            {
                "uid": uid,
                "properties": fixed | summed_properties(space, mentions, said),
                "first_said_at": said[0].said_at.isoformat(),
                "last_said_at": said[-1].said_at.isoformat(),
            }
        )
        for turn in said:
            links.add("link_entity_mentions", uid, turn.uid)
    for entity in entities.values():
        if entity.owner_uid is not None:
            links.add("link_entity_owners", entity.uid, entity.owner_uid)
    for item in new:
        for entity in item.workspace.entities:
            properties = mentioned(entity, item.order).properties
            links.add("link_chunk_mentions", item.chunk.uid, entity.uid, **properties)
    run_counted(work, "write_entities", rows)
    work.run("unlink_entity_mentions", uids=sorted(by_entity))
    for query, linked in links.rows.items():
        run_counted(work, query, linked)


def _write_statements(
    work: Work, space: str, new: Sequence[Writing], turns: Mapping[str, SaidTurn]
) -> None:
    uids = [uid for item in new for uid in _given_uids(item.workspace)]
    known = {record["uid"] for record in work.run("standing_statements", uids=uids)}
    rows: dict[str, list[Row]] = {}
    links = RelationshipRows({})
    for item in new:
        fresh: set[str] = set()
        for uid in dict.fromkeys(_given_uids(item.workspace)):
            if uid in known:
                links.add("link_given", item.chunk.uid, uid)
            else:
                fresh.add(uid)
        known |= fresh
        for query, row in _statement_rows(space, item, turns):
            if row["properties"]["uid"] in fresh:
                rows.setdefault(query, []).append(row)
        statement_links(item.workspace, fresh, links)
    for query in ("create_answers", "create_questions", "create_roles", "create_states"):
        run_counted(work, query, rows.get(query, ()))
    for query, linked in links.rows.items():
        run_counted(work, query, linked)


def _given_uids(workspace: Workspace) -> list[str]:
    states = (state.uid for role in workspace.roles for state in role.states)
    return [*(statement.uid for statement in statements(workspace)), *states]


def _statement_rows(
    space: str, item: Writing, turns: Mapping[str, SaidTurn]
) -> Iterator[tuple[str, Row]]:
    chunk, workspace = item.chunk, item.workspace

    def row(properties: Row, said_at: datetime, interval: TimeInterval | None) -> Row:
        return {
            "chunk_uid": chunk.uid,
            "properties": properties,
            "times": times(said_at, interval),
        }

    def embedded(statement: Answer | Question, properties: Row) -> Row:
        vector = as_vector(chunk.embeddings[statement.uid])
        return row(properties, statement.said_at, statement.interval) | {"embedding": vector}

    for answer in workspace.answers:
        yield "create_answers", embedded(answer, answer_properties(space, answer, turns))
    for question in workspace.questions:
        yield "create_questions", embedded(question, question_properties(space, question, turns))
    for role in workspace.roles:
        properties = role_properties(space, role, turns)
        yield "create_roles", row(properties, role.said_at, role.interval)
        for state in role.states:
            properties = state_properties(space, role, state, turns)
            yield "create_states", row(properties, role.said_at, state.interval)
