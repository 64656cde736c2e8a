"""`get_entity_timeline`: roles, states and facts of an entity, in time."""

from collections.abc import Mapping
from types import MappingProxyType

from graphmem.model.memory import KnownStatement
from graphmem.model.tools import EntityTimeline, TimelineEntry
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import in_time, said
from graphmem.tools.slot_values import told_slot
from graphmem.tools.slots import told_of


def timeline(
    found: EntityLookup,
    people: frozenset[str],
    index: Index,
    meant: Mapping[str, str] = MappingProxyType({}),
) -> EntityTimeline:
    """Statements of the entities by or about these people (Person uids), in time.

    ``meant`` gives for session-layer uids the uid of what they are in the end.
    """
    owned = {entity.uid for entity in found.entities if entity.owner_uid in people}
    parts = [entity.uid for entity in found.entities if entity.uid in meant]
    entries = [
        _entry(statement, index, next((meant[uid] for uid in parts if tells(statement, uid)), None))
        for statement in in_time(index.statements_about(found.uids), index)
        if (found.slot is None or told_slot(statement, index) in told_of(found.slot))
        and (
            statement.speaker_uid in people
            or statement.subject_uid in people
            or any(tells(statement, uid) for uid in owned)
        )
    ]
    return EntityTimeline(
        entity_name=found.label, person=index.names_of(people), entries=tuple(entries)
    )


def tells(statement: KnownStatement, entity_uid: str) -> bool:
    """Tells whether the entity is what a statement is about, whose role it is, or named in it."""
    return entity_uid in {statement.subject_uid, statement.entity_uid, *statement.names}


def _entry(statement: KnownStatement, index: Index, entity_uid: str | None) -> TimelineEntry:
    told = [
        person.name
        for person in index.in_conversation.get(statement.conversation_id, ())
        if person.uid != statement.speaker_uid
    ]
    return TimelineEntry(
        **dict(said(statement, index)),
        entity_uid=entity_uid,
        role=statement.name,
        states=tuple(state.name for state in statement.states),
        partners=tuple(told),
    )
