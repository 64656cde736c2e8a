"""What was said after a turn."""

from graphmem.model.assembly import RecordedTurn
from graphmem.model.scope import Scope
from graphmem.store.about import narrowed
from graphmem.store.database import Database
from graphmem.store.directory import local_time
from graphmem.store.record import turn_uid


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
    return tuple(
        RecordedTurn(*record.values())._replace(said_at=local_time(record["said_at"]))
        for record in records
    )
