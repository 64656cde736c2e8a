"""`get_entity_timeline`: roles, states and facts of an entity, in time."""

from graphmem.model.memory import KnownStatement
from graphmem.model.tools import EntityTimeline, TimelineEntry
from graphmem.tools.index import Index
from graphmem.tools.lookup import Found
from graphmem.tools.said import in_time, said


def timeline(found: Found, people: frozenset[str], index: Index) -> EntityTimeline:
    """What is said of the entities by or about these people (Person uids), in time."""
    owned = {entity.uid for entity in found.entities if entity.owner_uid in people}
    entries = [
        _entry(statement, index)
        for statement in in_time(index.statements_about(found.uids), index)
        if statement.speaker_uid in people
        or statement.subject_uid in people
        or owned & {statement.subject_uid, statement.entity_uid, *statement.names}
    ]
    return EntityTimeline(
        entity_name=found.label, person=index.names_of(people), entries=tuple(entries)
    )


def _entry(statement: KnownStatement, index: Index) -> TimelineEntry:
    told = [
        person.name
        for person in index.in_conversation.get(statement.conversation_id, ())
        if person.uid != statement.speaker_uid
    ]
    return TimelineEntry(
        **dict(said(statement, index)),
        role=statement.name,
        states=tuple(state.name for state in statement.states),
        partners=tuple(told),
    )
