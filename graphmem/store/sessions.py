"""Reads the input of extraction: sessions that wait, their turns, and the chunks that stand."""

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple

from graphmem.model.chunk import ChunkParticipant, ChunkTurn, KnownName
from graphmem.model.workspace import EntityType
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.record import session_uid


class PendingSession(NamedTuple):
    """A session that waits for extraction.

    ``extracted`` tells that only the layers are to be brought up to date; ``attempts`` how often
    it was begun and did not get to an end; ``turns`` counts what there is to read, where a bound
    was given.
    """

    conversation_id: str
    session_id: str
    revision: int
    extracted: bool = False
    attempts: int = 0
    turns: int = 0

    @property
    def place(self) -> tuple[str, str]:
        """The conversation and the session."""
        return self.conversation_id, self.session_id


class SessionTurns(NamedTuple):
    """A session's turns in order, with their vectors by uid and everyone who takes part.

    ``revision`` tells what was read: `replace_chunks` wants it back, so that what is added
    meanwhile still waits.
    """

    conversation_id: str
    session_id: str
    turns: tuple[ChunkTurn, ...]
    embeddings: dict[str, list[float]]
    people: tuple[ChunkParticipant, ...]
    revision: int


class StandingChunk(NamedTuple):
    """A chunk that is in the graph; ``facts`` are a caller's and outlive every extraction."""

    session_id: str
    uid: str
    digest: str
    extracted_by: str
    place: int
    facts: bool


class Revision(NamedTuple):
    """How often a session has changed, and which revision of it was extracted last, if any."""

    now: int
    extracted: int | None


def pending_sessions(database: Database, space: str) -> list[PendingSession]:
    """The sessions of a space that wait for extraction, by conversation and in time."""
    records = database.query("pending_sessions", space=space)
    return [PendingSession(*record.values()) for record in records]


def due_sessions(database: Database, space: str, *, turns: int) -> list[PendingSession]:
    """Those that may be tried now and were told something last, of at most so many turns together.

    What somebody just said is read before the rest of an import that was recorded before it, and
    a look costs the same however much waits. The one that has waited longest comes along, so that
    talk that never pauses keeps nothing waiting for ever.
    """
    newest = [
        PendingSession(*record.values())
        for record in database.query("newest_pending_sessions", space=space, most=turns)
    ]
    read = accumulate(0 if item.extracted else item.turns for item in newest)
    taken = [item for item, so_far in zip(newest, read, strict=True) if so_far <= turns]
    oldest = [
        PendingSession(*record.values())
        for record in database.query("oldest_pending_session", space=space)
    ]
    places = {item.place: item for item in (*(taken or newest[:1]), *oldest)}
    return sorted(places.values(), key=lambda item: item.place)


def session_revisions(
    work: Work, space: str, sessions: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Revision]:
    """The revisions of each of these sessions (conversation_id, session_id) that is recorded."""
    uids = [session_uid(space, *place) for place in sessions]
    records = work.run("session_revisions", space=space, session_uids=uids)
    return {
        (record["conversation_id"], record["session_id"]): Revision(
            record["revision"], record["extracted_revision"]
        )
        for record in records
    }


def session_turns(
    database: Database, space: str, conversation_id: str, session_ids: Sequence[str]
) -> list[SessionTurns]:
    """Read sessions of one conversation for extraction; one that is not recorded is left out."""

    def read(work: Work) -> list[SessionTurns]:
        # The revisions first: what is added while the rest is read makes a later one, and waits.
        places = [(conversation_id, session_id) for session_id in session_ids]
        revisions = session_revisions(work, space, places)
        people = conversation_people(work, space, conversation_id)
        uids = [session_uid(space, *place) for place in places]
        turns: dict[str, list[ChunkTurn]] = {}
        embeddings: dict[str, dict[str, list[float]]] = {}
        for record in work.run("session_turns", session_uids=uids):
            turn = ChunkTurn(
                **{name: record[name] for name in _TURN_FIELDS},
                said_at=local_time(record["said_at"]),
            )
            turns.setdefault(turn.session_id, []).append(turn)
            vectors = embeddings.setdefault(turn.session_id, {})
            vectors[turn.uid] = record["embedding"].to_native()
        return [
            SessionTurns(
                conversation_id=conversation_id,
                session_id=session_id,
                turns=tuple(turns[session_id]),
                embeddings=embeddings[session_id],
                people=people,
                revision=revisions[conversation_id, session_id].now,
            )
            for session_id in session_ids
            if (conversation_id, session_id) in revisions
        ]

    return database.read(read)


_TURN_FIELDS = ("uid", "session_id", "dia_id", "speaker", "speaker_uid", "text", "caption")


def conversation_people(
    work: Work, space: str, conversation_id: str
) -> tuple[ChunkParticipant, ...]:
    """Everyone who takes part in a conversation, by name."""
    records = work.run("participants", space=space, conversation_ids=[conversation_id])
    return tuple(
        ChunkParticipant(uid=record["uid"], name=record["name"], names=tuple(record["names"]))
        for record in records
    )


def named_things(database: Database, space: str, conversation_id: str) -> list[KnownName]:
    """Named people and things of a conversation's extracted sessions."""
    records = database.query("named_things", space=space, conversation_id=conversation_id)
    return [
        KnownName(
            name=record["name"],
            type=EntityType(record["type"]),
            owner_uid=record["owner_uid"],
            aliases=tuple(record["aliases"]),
            mentions=record["mentions"],
        )
        for record in records
    ]


def stored_chunks(
    work: Work, space: str, sessions: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], list[StandingChunk]]:
    """The chunks that stand of these sessions (conversation_id, session_id), in order."""
    places = {session_uid(space, *place): place for place in sessions}
    found: dict[tuple[str, str], list[StandingChunk]] = {place: [] for place in sessions}
    for record in work.run("stored_chunks", session_uids=list(places)):
        found[places[record["session_uid"]]].append(
            StandingChunk(*(record[name] for name in StandingChunk._fields))
        )
    return found
