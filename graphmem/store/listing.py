"""Listings of a space: its entities, and the talk around and after a turn."""

from collections.abc import Iterable, Sequence

from neo4j import Record

from graphmem.errors import NotFoundError
from graphmem.model.assembly import RecordedTurn
from graphmem.model.decision import Layer
from graphmem.model.ids import turn_reference
from graphmem.model.listing import (
    Dialogue,
    EntityDetails,
    EntityPart,
    EntitySummary,
    SessionSummary,
    StatedInTurn,
    TalkTurn,
    TurnInTalk,
)
from graphmem.model.scope import Scope
from graphmem.model.workspace import EntityType
from graphmem.store.about import narrowed
from graphmem.store.database import Database
from graphmem.store.directory import local_time
from graphmem.store.layer_rows import read_profile
from graphmem.store.record import conversation_uid, session_uid, turn_uid


def entities(
    database: Database,
    space: str,
    *,
    conversation: str | None = None,
    owners: Sequence[str] | None = None,
    type: EntityType | None = None,
    named: str | None = None,
    limit: int,
    offset: int = 0,
) -> tuple[EntitySummary, ...]:
    """Up to ``limit`` entities as wholes after the first ``offset``, those of most facts first.

    ``owners`` are Person uids; ``named`` a part of a name or alias, in any case.
    """
    records = database.query(
        "entities",
        space=space,
        conversation=conversation,
        owners=None if owners is None else list(owners),
        type=None if type is None else type.value,
        named=named,
        limit=limit,
        offset=offset,
    )
    return tuple(
        _summary(record, tuple(sorted(record["conversation_ids"])), record["facts"])
        for record in records
    )


def entity(database: Database, space: str, uid: str) -> EntityDetails:
    """The entity that a uid of any layer stands in; raises `NotFoundError`."""
    records = database.query("entity", space=space, uid=uid)
    if not records:
        raise NotFoundError(
            f"The space {space!r} holds no entity {uid!r}.",
            next_step="`graphmem entities list` lists those that it holds.",
        )
    record = records[0]
    parts = tuple(EntityPart(**part) for part in record["parts"])
    places = {part.conversation_id for part in parts} | {record["conversation_id"]}
    return EntityDetails(
        entity=_summary(record, tuple(sorted(filter(None, places))), len(record["profile"])),
        profile=read_profile(record),
        tags=tuple(record["tags"]),
        parts=parts,
        person_uid=record["person_uid"],
    )


def turn_in_talk(database: Database, space: str, turn_id: str, *, around: int) -> TurnInTalk:
    """A turn (``CONVERSATION/TURN``), up to ``around`` before and after it, and what it states.

    Raises `NotFoundError` for a turn that the space does not hold.
    """
    # Both ids may hold slashes, so every way to part them is looked up.
    parts = turn_id.split("/")
    uids = [
        turn_uid(space, "/".join(parts[:place]), "/".join(parts[place:]))
        for place in range(1, len(parts))
    ]
    records = database.query("turn_in_talk", space=space, uids=uids, around=around)
    if not records:
        raise NotFoundError(
            f"The space {space!r} holds no turn {turn_id!r}.",
            next_step="Name it as CONVERSATION/TURN, such as garden/D1:1.",
        )
    here = next(record for record in records if record["distance"] == 0)
    uid = turn_uid(space, here["conversation_id"], here["dia_id"])
    stated = database.query("stated_in_turn", space=space, uid=uid)
    return TurnInTalk(
        conversation_id=here["conversation_id"],
        session_id=here["session_id"],
        turn=_turn(here),
        before=tuple(_turn(record) for record in records if record["distance"] < 0),
        after=tuple(_turn(record) for record in records if record["distance"] > 0),
        statements=tuple(StatedInTurn(uid=one["uid"], text=one["text"]) for one in stated),
    )


def dialogue(
    database: Database,
    space: str,
    conversation_id: str,
    session_id: str | None = None,
    *,
    limit: int,
    offset: int = 0,
) -> Dialogue:
    """Up to ``limit`` turns of a session, of the first unless one is named; all sessions' names.

    Raises `NotFoundError` for a conversation or session that the space does not hold.
    """
    records = database.query(
        "sessions_of", space=space, conversation_uid=conversation_uid(space, conversation_id)
    )
    sessions = tuple(
        SessionSummary(
            session_id=record["session_id"],
            started_at=local_time(record["started_at"]),
            turns=record["turns"],
        )
        for record in records
    )
    if not sessions:
        raise NotFoundError(
            f"The space {space!r} holds no conversation {conversation_id!r}.",
            next_step="`graphmem conversations` lists those that it holds.",
        )
    names = [session.session_id for session in sessions]
    if session_id is not None and session_id not in names:
        raise NotFoundError(
            f"{conversation_id!r} has no session {session_id!r}.",
            next_step=f"Name one of its {len(names)}, the first of which is {names[0]!r}.",
        )
    chosen = names[0] if session_id is None else session_id
    turns = database.query(
        "turns_of_session",
        space=space,
        session_uid=session_uid(space, conversation_id, chosen),
        limit=limit,
        offset=offset,
    )
    return Dialogue(
        conversation_id=conversation_id,
        sessions=sessions,
        session_id=chosen,
        turns=tuple(_turn(record) for record in turns),
    )


def _summary(record: Record, conversation_ids: tuple[str, ...], facts: int) -> EntitySummary:
    return EntitySummary(
        uid=record["uid"],
        name=record["name"],
        type=EntityType(record["type"]),
        layer=Layer(record["layer"]),
        aliases=tuple(record["aliases"]),
        owners=tuple(sorted(record["owners"])),
        owner_uids=tuple(record["owner_uids"]),
        conversation_ids=conversation_ids,
        facts=facts,
    )


def _turn(record: Record) -> TalkTurn:
    return TalkTurn(
        turn_id=turn_reference(record["conversation_id"], record["dia_id"]),
        dia_id=record["dia_id"],
        speaker=record["speaker"],
        speaker_uid=record["speaker_uid"],
        said_at=local_time(record["said_at"]),
        zone=record["zone"],
        text=record["text"],
        caption=record["caption"],
    )


def following_turns(
    database: Database, scope: Scope, conversation_id: str, dia_id: str, *, limit: int
) -> tuple[RecordedTurn, ...]:
    """The next turns of the same session that the scope holds, in order."""
    records = database.query(
        "following_turns",
        turn_uid=turn_uid(scope.space, conversation_id, dia_id),
        limit=limit,
        **narrowed(scope),
    )
    return _recorded(records)


def turns_by_uid(database: Database, space: str, uids: Sequence[str]) -> tuple[RecordedTurn, ...]:
    """These turns of a space as they were said, in time."""
    records = database.query("turns_by_uid", space=space, uids=list(uids)) if uids else ()
    return _recorded(records)


def _recorded(records: Iterable[Record]) -> tuple[RecordedTurn, ...]:
    return tuple(
        RecordedTurn(*record.values())._replace(said_at=local_time(record["said_at"]))
        for record in records
    )
