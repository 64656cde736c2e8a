"""Reads statements about the slots of people's lives: their work, their home, who is theirs."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.model.assembly import RecordedTurn
from graphmem.model.memory import KnownEntity, KnownStatement
from graphmem.model.scope import Scope
from graphmem.store.about import narrowed, statements
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.memory_snapshot import known_entities
from graphmem.store.workspace_rows import is_person


class SlotMemory(NamedTuple):
    """Roles and answers of slots, the entities that they name, and the turns that state them.

    ``turns`` are by conversation and ``dia_id``.
    """

    statements: tuple[KnownStatement, ...]
    entities: tuple[KnownEntity, ...]
    turns: Mapping[tuple[str, str], RecordedTurn]


def statements_of_slots(
    database: Database,
    scope: Scope,
    people: Sequence[str],
    *,
    keys: Sequence[str],
    predicates: Sequence[str],
) -> SlotMemory:
    """Statements on these people (uids) in a scope: roles by key of the slot, answers by predicate.

    Keys are those of `graphmem.language.keys.entity_key` (``job``).
    """

    def read(work: Work) -> SlotMemory:
        records = work.run(
            "statements_of_slots",
            about=list(people),
            keys=list(keys),
            predicates=list(predicates),
            **narrowed(scope),
        )
        known = statements(work, scope, (record["statement"] for record in records))
        turns = {}
        for record in records:
            turn = RecordedTurn(*record.values()[1:])
            turns[turn.conversation_id, turn.dia_id] = turn._replace(
                said_at=local_time(turn.said_at)
            )
        named = {
            uid
            for one in known.values()
            for uid in (one.subject_uid, one.entity_uid, *one.names)
            if uid is not None and not is_person(uid)
        }
        found = known_entities(work, scope.space, sorted(named)) if named else ()
        return SlotMemory(tuple(known.values()), found, turns)

    return database.in_turn(read)
