"""The part of a space's memory that one name or uid is about: what the four tools read."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownPerson, KnownStatement, Snapshot
from graphmem.store.database import Database, Work
from graphmem.store.layers import canonical_people, load_layers
from graphmem.store.memory_snapshot import (
    known_answers,
    known_entities,
    known_people,
    known_questions,
    known_roles,
    load_snapshot,
)
from graphmem.store.mentions import name_key
from graphmem.store.workspace_rows import is_person


class LayeredMemory(NamedTuple):
    """A snapshot with the layers over it and who stands for whom."""

    snapshot: Snapshot
    layers: tuple[LayerEntity, ...]
    canonical: Mapping[str, str]


def load_memory(database: Database, space: str) -> LayeredMemory:
    """All of a space."""
    return database.read(
        lambda work: LayeredMemory(
            load_snapshot(work, space), load_layers(work, space), canonical_people(work, space)
        )
    )


def memory_about(database: Database, space: str, names: Sequence[str]) -> LayeredMemory:
    """Everyone of the space, and everything that it holds of these entities or people.

    ``names`` are names ("job", "John's job"), aliases, or uids of any layer. What an entity was
    reconciled with comes along.
    """
    return database.read(lambda work: _about(work, space, names))


def _about(work: Work, space: str, names: Sequence[str]) -> LayeredMemory:
    people = known_people(work, space)
    canonical = canonical_people(work, space)
    spoken = sorted({name for person in people for name in (person.name, *person.names)})
    keys = {key for name in names for key in (entity_key(name), entity_key(name, owners=spoken))}
    found = _uids(work, "entities_meant", space=space, uids=list(names))
    if keys:
        tokens = " OR ".join(name_key(space, key) for key in sorted(keys))
        found += _uids(work, "entities_named", space=space, lucene=f"name_keys:({tokens})")
    above = _uids(work, "entities_above", uids=found)
    meant = sorted({*found, *_uids(work, "entities_below", uids=above)})
    about = [*meant, *_people(people, canonical, names)]
    statements = _uids(work, "statements_about", uids=about)
    answers = known_answers(work, space, _of_kind(statements, "answer"))
    roles = known_roles(work, space, _of_kind(statements, "role"))
    asked = _uids(work, "questions_answered", uids=[answer.uid for answer in answers])
    snapshot = Snapshot(
        space=space,
        people=people,
        entities=known_entities(work, space, sorted({*meant, *_named([*answers, *roles])})),
        roles=roles,
        answers=answers,
        questions=known_questions(work, space, asked),
    )
    return LayeredMemory(snapshot, load_layers(work, space, above), canonical)


def _uids(work: Work, query: str, **parameters: object) -> list[str]:
    return [record["uid"] for record in work.run(query, **parameters)]


def _of_kind(uids: Iterable[str], kind: str) -> list[str]:
    return [uid for uid in uids if uid.startswith(f"{kind}:")]


def _people(
    people: Iterable[KnownPerson], canonical: Mapping[str, str], names: Sequence[str]
) -> list[str]:
    """Everyone whom one of ``names`` means, with all who are one human with them."""
    wanted = {name.casefold() for name in names}
    everyone = list(people)
    humans = {
        canonical.get(person.uid, person.uid)
        for person in everyone
        if person.uid in names
        or person.person_id in names
        or wanted & {name.casefold() for name in (person.name, *person.names)}
    }
    return [person.uid for person in everyone if canonical.get(person.uid, person.uid) in humans]


def _named(statements: Iterable[KnownStatement]) -> set[str]:
    """The entities that statements speak of."""
    uids = {
        uid
        for statement in statements
        for uid in (statement.subject_uid, statement.entity_uid, *statement.names)
        if uid is not None
    }
    return {uid for uid in uids if not is_person(uid)}
