"""Reads who and what bears a name: where each is spoken of, and what is said of it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.scope import Scope
from graphmem.store.about import narrowed, statements
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.directory import local_time
from graphmem.tools.mentions import UnreadTurn


class Member(NamedTuple):
    """A session-layer entity of a ``thing``; ``position`` is its first turn's in the session."""

    thing: str
    uid: str
    name: str
    aliases: tuple[str, ...]
    conversation_id: str
    session_id: str
    position: int


class StatementHit(NamedTuple):
    """A statement about a ``bearer`` (uid of a person or session-layer entity).

    ``cosine`` is that of the statement to the question, None for a role; ``position`` is that of
    its first turn in the session.
    """

    bearer: str
    statement: KnownStatement
    cosine: float | None
    position: int


class Unread(NamedTuple):
    """A turn of somebody who bears a name that waits for extraction, and its cosine."""

    turn: UnreadTurn
    cosine: float


def members(database: Database, scope: Scope, things: Sequence[str]) -> tuple[Member, ...]:
    """The session-layer entities of these things (uids of any layer), in order of talk."""
    if not things:
        return ()
    parameters = narrowed(scope)
    del parameters["people"]
    records = database.query("bearers", things=list(things), **parameters)
    return tuple(
        Member(
            record["thing"],
            record["uid"],
            record["name"],
            tuple(record["aliases"]),
            record["conversation_id"],
            record["session_id"],
            record["position"],
        )
        for record in records
    )


def kept_apart(database: Database, space: str, things: Sequence[str]) -> frozenset[frozenset[str]]:
    """The pairs of these things that a decision in force keeps apart for sure."""
    if len(things) < 2:
        return frozenset()
    records = database.query("kept_apart", space=space, things=list(things))
    return frozenset(frozenset((record["thing"], record["other"])) for record in records)


def told_of(
    database: Database,
    scope: Scope,
    bearers: Sequence[str],
    vector: Sequence[float],
    *,
    limit: int,
) -> tuple[StatementHit, ...]:
    """Up to ``limit`` statements about each of these, roles first, then the nearest."""
    if not bearers:
        return ()

    def read(work: Work) -> tuple[StatementHit, ...]:
        [record] = work.run(
            "bearer_statements",
            bearers=list(bearers),
            vector=as_vector(vector),
            limit=limit,
            **narrowed(scope),
        )
        near = record["statements"]
        known = statements(work, scope, (uid for _, uid, _, _ in near))
        return tuple(
            StatementHit(bearer, known[uid], cosine, position)
            for bearer, uid, cosine, position in near
            if uid in known
        )

    return database.in_turn(read)


def unread_of(
    database: Database,
    scope: Scope,
    people: Iterable[str],
    places: Iterable[str],
    vector: Sequence[float],
    *,
    limit: int,
) -> tuple[Unread, ...]:
    """Up to ``limit`` turns of each of these people that wait for extraction, the nearest first.

    ``places`` are the conversations in which they take part.
    """
    parameters = narrowed(scope)
    del parameters["people"]
    reach = parameters["conversations"]
    parameters["conversations"] = sorted(
        place for place in set(places) if reach is None or place in reach
    )
    speakers = sorted(people)
    if not (speakers and parameters["conversations"]):
        return ()
    records = database.query(
        "bearer_waiting_turns",
        speakers=speakers,
        vector=as_vector(vector),
        limit=limit,
        **parameters,
    )
    return tuple(
        Unread(
            UnreadTurn(
                record["conversation_id"],
                record["dia_id"],
                record["speaker_uid"],
                local_time(record["said_at"]),
                record["text"],
                record["caption"] or "",
            ),
            record["cosine"],
        )
        for record in records
    )
