"""Writing the record: conversations, sessions, people and turns."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from neo4j import Record

from graphmem.model.conversation import Conversation, Turn
from graphmem.model.ids import person_uid, token, uid
from graphmem.store.database import Database, Work, as_vector
from graphmem.store.directory import local_time, native
from graphmem.store.lock import changed
from graphmem.store.schema import MIGRATIONS, Mark, check_mark, read_mark


class KnownTurn(NamedTuple):
    """A recorded turn, as far as recording more needs to know it."""

    session_id: str
    dia_id: str
    digest: str
    position: int
    said_at: datetime
    zone: str


class Added(NamedTuple):
    """What became of one turn: stored after so many turns, or not, and which bears its id.

    ``forgotten`` tells when one of its id was taken back.
    """

    stored: bool
    turns: int
    known: KnownTurn | None
    forgotten: datetime | None = None


class NextTurn(NamedTuple):
    """Two turns of a session that follow each other, by ``dia_id``."""

    before: str
    after: str


class SessionChange(NamedTuple):
    """What one session's transaction writes; computed by `graphmem.ingest.plan`.

    ``positions`` places every turn of the session whose place is new or has changed.
    """

    session_id: str
    started_at: datetime
    new: tuple[Turn, ...]
    positions: Mapping[str, int]
    moved: tuple[str, ...]
    unlink: tuple[NextTurn, ...]
    link: tuple[NextTurn, ...]

    @property
    def last(self) -> str:
        """The ``dia_id`` at the end of the session."""
        return max(self.positions, key=self.positions.__getitem__)


def day_key(moment: datetime) -> str:
    """One full-text token for a day, in the order of time."""
    return f"d{moment:%Y%m%d}0" if moment.year >= 1000 else f"d{moment.year:04}{moment:%m%d}0"


def conversation_uid(space: str, conversation_id: str) -> str:
    """The uid of a conversation."""
    return uid(space, "conversation", conversation_id)


def session_uid(space: str, conversation_id: str, session_id: str) -> str:
    """The uid of a session."""
    return uid(space, "session", conversation_id, session_id)


def turn_uid(space: str, conversation_id: str, dia_id: str) -> str:
    """The uid of a turn."""
    return uid(space, "turn", conversation_id, dia_id)


def lock_conversation(
    work: Work, space: str, conversation: Conversation, *, embedding_model: str
) -> None:
    """Make sure that the conversation exists, and hold its write lock until the commit.

    Raises `ModelMismatchError` where the database has changed to another embedding model since
    this client connected.
    """
    (found,) = work.run(
        "lock_conversation",
        space=space,
        conversation_uid=conversation_uid(space, conversation.conversation_id),
        conversation_id=conversation.conversation_id,
        source=conversation.source,
    )
    check_mark(Mark.read(found), embedding_model)


def known_turns(
    work: Work, space: str, conversation_id: str, session_ids: Sequence[str]
) -> list[KnownTurn]:
    """The recorded turns of these sessions, in order."""
    records = work.run(
        "known_turns",
        conversation_uid=conversation_uid(space, conversation_id),
        session_ids=list(session_ids),
    )
    return [_known_turn(record) for record in records]


def _known_turn(record: Record) -> KnownTurn:
    return KnownTurn(
        session_id=record["session_id"],
        dia_id=record["dia_id"],
        digest=record["digest"],
        position=record["position"],
        said_at=local_time(record["said_at"]),
        zone=record["zone"],
    )


def known_elsewhere(
    work: Work, space: str, conversation_id: str, places: Sequence[tuple[str, str]]
) -> dict[str, str]:
    """Of these (session_id, dia_id), those recorded in another session: dia_id → its session_id."""
    records = work.run(
        "known_elsewhere",
        turns=[
            {"uid": turn_uid(space, conversation_id, dia_id), "session_id": session_id}
            for session_id, dia_id in places
        ],
    )
    return {record["dia_id"]: record["session_id"] for record in records}


def forgotten_turns(
    work: Work, space: str, conversation_id: str, dia_ids: Iterable[str]
) -> set[str]:
    """Of these turns, those that were taken back."""
    uids = {turn_uid(space, conversation_id, dia_id): dia_id for dia_id in dia_ids}
    records = work.run("forgotten_turns", space=space, turn_uids=list(uids))
    return {uids[record["uid"]] for record in records}


def restore_turns(work: Work, space: str, conversation_id: str, dia_ids: Iterable[str]) -> None:
    """Let turns that were taken back be recorded again."""
    uids = [turn_uid(space, conversation_id, dia_id) for dia_id in dia_ids]
    work.run("restore_turns", space=space, turn_uids=uids)


def write_sessions(
    work: Work,
    space: str,
    conversation_id: str,
    changes: Sequence[SessionChange],
    *,
    embeddings: Mapping[str, Sequence[float]],
) -> None:
    """Write sessions' new turns with their people, order and vectors (by ``dia_id``)."""
    place = {"space": space, "conversation_uid": conversation_uid(space, conversation_id)}
    work.run("write_people", **place, people=_people(space, conversation_id, changes))
    work.run(
        "write_sessions",
        **place,
        conversation_id=conversation_id,
        sessions=[
            {
                "uid": session_uid(space, conversation_id, change.session_id),
                "session_id": change.session_id,
                "started_at": change.started_at,
                "last_turn_uid": turn_uid(space, conversation_id, change.last),
            }
            for change in changes
        ],
    )
    work.run(
        "write_turns",
        space=space,
        conversation_id=conversation_id,
        turns=[
            {
                "session_uid": session_uid(space, conversation_id, change.session_id),
                "speaker_uid": _speaker_uid(space, conversation_id, turn),
                "properties": _properties(space, (conversation_id, change.session_id), turn)
                | {"position": change.positions[turn.dia_id]},
                "embedding": as_vector(embeddings[turn.dia_id]),
            }
            for change in changes
            for turn in change.new
        ],
    )
    _reorder(work, space, conversation_id, changes)


def add_turn(
    database: Database,
    space: str,
    place: tuple[str, str],
    turn: Turn,
    *,
    source: str,
    embedding: Sequence[float],
    embedding_model: str,
    expected: int | None,
) -> Added:
    """Write one turn at the end of the session ``place`` (conversation_id, session_id).

    Nothing is written where a turn of its id is recorded, nor where the session has other than
    ``expected`` turns (None: any number). Raises `ModelMismatchError` as `lock_conversation` does.
    """
    conversation_id, session_id = place
    properties = _properties(space, place, turn)
    write = partial(
        database.write_at_once,
        "add_turn",
        space=space,
        conversation_uid=conversation_uid(space, conversation_id),
        conversation_id=conversation_id,
        source=source,
        session={"uid": session_uid(space, conversation_id, session_id), "session_id": session_id},
        person={
            "uid": properties["speaker_uid"],
            "name": turn.speaker,
            "person_id": turn.person_id,
            "conversation_id": None if turn.person_id else conversation_id,
        },
        turn_uid=properties["uid"],
        said_at=turn.said_at,
        properties=properties,
        embedding=as_vector(embedding),
        expected=expected,
    )
    records, again = write(embedding_model=embedding_model, schema_version=len(MIGRATIONS))
    if not records:
        # Another model, or another name of the same one: only the mark's own reader knows.
        mark = read_mark(database)
        check_mark(mark, embedding_model)
        records, again = write(
            embedding_model=mark.embedding_model, schema_version=mark.schema_version
        )
    if not records:
        raise changed("embedding model of the database")
    (found,) = records
    known = None if found["dia_id"] is None else _known_turn(found)
    # What a lost connection kept from being told may have been written by the first attempt.
    ours = again and known is not None and known.digest == turn.digest
    return Added(found["stored"] or ours, found["turns"], known, native(found["forgotten"]))


def _people(
    space: str, conversation_id: str, changes: Sequence[SessionChange]
) -> list[dict[str, object]]:
    people: dict[str, dict[str, object]] = {}
    names: dict[str, list[str]] = {}
    for turn in (turn for change in changes for turn in change.new):
        uid = _speaker_uid(space, conversation_id, turn)
        names.setdefault(uid, []).append(turn.speaker)
        people[uid] = {
            "uid": uid,
            "names": names[uid],
            "person_id": turn.person_id,
            "conversation_id": None if turn.person_id else conversation_id,
        }
    return list(people.values())


def _properties(space: str, place: tuple[str, str], turn: Turn) -> dict[str, object]:
    conversation_id, session_id = place
    speaker_uid = _speaker_uid(space, conversation_id, turn)
    return {
        "uid": turn_uid(space, conversation_id, turn.dia_id),
        "session_id": session_id,
        "dia_id": turn.dia_id,
        "speaker": turn.speaker,
        "speaker_uid": speaker_uid,
        "text": turn.text,
        "caption": turn.caption,
        "content": turn.content,
        "said_at": turn.said_at,
        "zone": turn.zone,
        "digest": turn.digest,
        "space_key": token(space),
        "conversation_key": token(space, conversation_id),
        "session_key": token(space, conversation_id, session_id),
        "speaker_key": token(speaker_uid),
        "day_key": day_key(turn.said_at),
    }


def _speaker_uid(space: str, conversation_id: str, turn: Turn) -> str:
    return person_uid(
        space, conversation_id=conversation_id, name=turn.speaker, person_id=turn.person_id
    )


def _reorder(
    work: Work, space: str, conversation_id: str, changes: Sequence[SessionChange]
) -> None:
    def at(dia_id: str) -> str:
        return turn_uid(space, conversation_id, dia_id)

    def links(pairs: Iterable[NextTurn]) -> list[dict[str, str]]:
        return [{"before": at(pair.before), "after": at(pair.after)} for pair in pairs]

    moves = [
        {"uid": at(dia_id), "position": change.positions[dia_id]}
        for change in changes
        for dia_id in change.moved
    ]
    if moves:
        work.run("move_turns", moves=moves)
    unlinked = links(pair for change in changes for pair in change.unlink)
    if unlinked:
        work.run("unlink_turns", links=unlinked)
    work.run("link_turns", links=links(pair for change in changes for pair in change.link))


def remove_if_empty(database: Database, space: str, conversation_id: str) -> None:
    """Remove a conversation in which nothing is recorded."""
    places = [conversation_uid(space, conversation_id)]
    database.write(lambda work: work.run("sweep_conversations", places=places))


def delete_space(database: Database, space: str) -> int:
    """Remove every node of a space with its relationships; how many nodes there were."""
    deleted: int = database.command("delete_space", space=space)[0]["deleted"]
    return deleted
