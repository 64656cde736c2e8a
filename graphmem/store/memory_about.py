"""The part of a space's memory that one name or uid is about: what the four tools read."""

from collections.abc import Sequence

from graphmem.language.keys import entity_key
from graphmem.language.words import content_words, words
from graphmem.model.ids import token
from graphmem.model.memory import Snapshot
from graphmem.model.tools import MentioningTurn
from graphmem.store.database import Database, Work
from graphmem.store.directory import local_time
from graphmem.store.layers import canonical_people, load_layers
from graphmem.store.memory_part import LayeredMemory, MemoryPart
from graphmem.store.memory_snapshot import load_snapshot
from graphmem.store.outcomes import outcomes, tellings
from graphmem.store.sight import EVERYTHING, Sight, people_in_sight
from graphmem.store.workspace_rows import is_person
from graphmem.tools.clarifying_lookup import EntityReference
from graphmem.tools.slots import predicates_of, slot_asked_for

__all__ = [
    "LayeredMemory",
    "load_memory",
    "memory_about",
    "memory_named",
    "memory_on_topic",
    "people_of",
    "turns_mentioning",
]


def load_memory(database: Database, space: str) -> LayeredMemory:
    """All of a space."""
    return database.read(lambda work: _all(work, space))


def memory_about(
    database: Database,
    space: str,
    names: Sequence[str],
    *,
    owners: Sequence[str] = (),
    sight: Sight = EVERYTHING,
) -> LayeredMemory:
    """Everyone of the space, and everything that it holds of these entities or people.

    ``names`` are names ("job", "John's job", "garden/John/job"), aliases, or uids of any layer.
    What an entity was reconciled with comes along. Of ``owners`` only what fills the slot that a
    name asks for ("address").
    """
    return database.read(lambda work: _about(work, space, names, owners, sight))


def memory_on_topic(
    database: Database,
    space: str,
    topic: str,
    people: Sequence[str],
    *,
    sight: Sight = EVERYTHING,
) -> LayeredMemory:
    """Everyone of the space, and what these people say of a topic, or is said of them.

    ``people`` are names or uids.
    """
    return database.read(lambda work: _on_topic(work, space, topic, people, sight))


def memory_named(known: MemoryPart, name: str) -> LayeredMemory:
    """Everyone of a part and the entities that a name or uid may mean, but no statement."""
    if is_person(name):
        return known.load(known.entities_of(known.people_called([EntityReference(name)])), ())
    read = known.read(name)
    people = known.people_called([EntityReference(name), read])
    return known.load(known.entities_called(list(dict.fromkeys([name, read.name])), (), people), ())


def people_of(database: Database, space: str) -> LayeredMemory:
    """Everyone of the space, and nothing else."""

    def read(work: Work) -> LayeredMemory:
        everyone = people_in_sight(work, space, EVERYTHING)
        return LayeredMemory(
            Snapshot(space, everyone.people, (), (), ()), (), everyone.canonical, {}
        )

    return database.read(read)


def turns_mentioning(
    database: Database,
    space: str,
    conversation_id: str,
    entities: Sequence[str],
    sight: Sight,
) -> tuple[MentioningTurn, ...]:
    """The turns of a conversation that mention one of these session-layer entities (uids)."""
    records = database.query(
        "turns_mentioning",
        space=space,
        uids=list(entities),
        conversation_id=conversation_id,
        **sight.parameters,
    )
    return tuple(
        MentioningTurn(
            record["dia_id"],
            record["speaker_uid"],
            local_time(record["said_at"]),
            record["text"],
            record["caption"] or "",
            tuple(record["names"]),
        )
        for record in records
    )


def _all(work: Work, space: str) -> LayeredMemory:
    is_person = {
        record["source"]: record["target"]
        for record in work.run("layer_links", space=space)
        if record["type"] == "IS_PERSON"
    }
    known = load_snapshot(work, space)
    told = tellings(work, space, [one.uid for one in known.answers], EVERYTHING)
    said = [one.uid for one in (*known.roles, *known.answers)]
    return LayeredMemory(
        known._replace(tellings=told, outcomes=outcomes(work, space, said, EVERYTHING, told)),
        load_layers(work, space),
        canonical_people(work, space),
        is_person,
    )


def _about(
    work: Work, space: str, names: Sequence[str], owners: Sequence[str], sight: Sight
) -> LayeredMemory:
    known = MemoryPart(work, space, sight)
    read = [known.read(name) for name in names]
    wanted = list(dict.fromkeys([*names, *(one.name for one in read)]))
    slots_meant = {slot for one in read if (slot := slot_asked_for(entity_key(one.name)))}
    people = known.people_called([*map(EntityReference, names), *read])
    entities = known.entities_called(wanted, slots_meant, people)
    found = known.uids(
        "statements_about", space=space, uids=[*entities, *people], **sight.parameters
    )
    asked_of = known.people_called(
        [
            *map(EntityReference, owners),
            *map(known.read, owners),
            *(EntityReference(one.owner, None, one.conversation) for one in read if one.owner),
        ]
    )
    for slot in sorted(slots_meant):
        found += known.uids(
            "statements_of_slot",
            space=space,
            people=asked_of,
            predicates=list(predicates_of(slot)),
            **sight.parameters,
        )
    return known.load(entities, found)


def _on_topic(
    work: Work, space: str, topic: str, names: Sequence[str], sight: Sight
) -> LayeredMemory:
    known = MemoryPart(work, space, sight)
    people = known.people_called([*map(EntityReference, names), *map(known.read, names)])
    slot = slot_asked_for(entity_key(topic))
    entities = known.entities_called([topic], {slot} if slot else set(), [])
    terms = " ".join(f"+{word}" for word in content_words(topic) or words(topic))
    found = known.uids(
        "statements_on_topic",
        space=space,
        people=people,
        entities=entities,
        predicates=list(predicates_of(slot)) if slot else [],
        lucene=f"+space_key:{token(space)}^0 +text:({terms})" if terms else "",
        **sight.parameters,
    )
    return known.load(entities, found)
