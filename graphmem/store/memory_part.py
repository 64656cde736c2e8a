"""Parts of a space's memory, loaded by names or by uid with what their statements name."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownPerson, KnownState, KnownStatement, Snapshot
from graphmem.store.database import Work
from graphmem.store.layers import load_layers
from graphmem.store.memory_snapshot import (
    known_answers,
    known_entities,
    known_questions,
    known_roles,
)
from graphmem.store.mentions import name_key
from graphmem.store.outcomes import outcomes, tellings
from graphmem.store.sight import Sight, people_in_sight
from graphmem.store.workspace_rows import is_person
from graphmem.tools import Index
from graphmem.tools.clarifying_lookup import EntityReference, read_reference
from graphmem.tools.index import About
from graphmem.tools.slots import keys_of


class LayeredMemory(NamedTuple):
    """A snapshot with the layers over it, who stands for whom, and who is spoken of.

    ``canonical`` maps Person to Person, ``is_person`` entities of the conversation layer to the
    Person that they are (uids).
    """

    snapshot: Snapshot
    layers: tuple[LayerEntity, ...]
    canonical: Mapping[str, str]
    is_person: Mapping[str, str]


class MemoryPart:
    """Looks up and loads, in one transaction, the part of a memory that is in sight."""

    def __init__(self, work: Work, space: str, sight: Sight) -> None:
        self._work = work
        self._space = space
        self._sight = sight
        self._people = people_in_sight(work, space, sight)
        self._spoken = self._people.spoken

    def read(self, name: str) -> EntityReference:
        """A name as people write it, read against who and what is in sight."""
        return read_reference(name, self._spoken, self._people.conversations)

    def uids(self, query: str, **parameters: object) -> list[str]:
        """Uids that a query finds."""
        return [record["uid"] for record in self._work.run(query, **parameters)]

    def people_called(self, references: Iterable[EntityReference]) -> list[str]:
        """Everyone who is meant, by name or uid, with all who are one human with them."""
        canonical = self._people.canonical
        wanted = tuple(references)
        humans = {
            canonical.get(person.uid, person.uid)
            for person in self._people.people
            if any(_is_called(person, reference) for reference in wanted)
        }
        return [
            person.uid
            for person in self._people.people
            if canonical.get(person.uid, person.uid) in humans
        ]

    def entities_called(
        self, names: Sequence[str], slots_meant: Iterable[str], people: Sequence[str]
    ) -> list[str]:
        """Session-layer entities of these names or uids, or that people are; each as a whole."""
        space = self._space
        keys = {entity_key(name) for name in names}
        keys.update(entity_key(name, owners=self._spoken) for name in names)
        keys.update(key for slot in slots_meant for key in keys_of(slot))
        tokens = " OR ".join(name_key(space, key) for key in sorted(keys))
        found = [
            *self.uids("entities_meant", space=space, uids=list(names)),
            *(self.uids("entities_named", space=space, lucene=f"name_keys:({tokens})")),
            *self.uids("entities_that_are", space=space, uids=list(people)),
        ]
        return self._wholes(found)

    def entities_of(self, people: Sequence[str]) -> list[str]:
        """Session-layer entities that these people (uids) are; each as a whole."""
        return self._wholes(self.uids("entities_that_are", space=self._space, uids=list(people)))

    def _wholes(self, found: Sequence[str]) -> list[str]:
        if not found:
            return []
        above = self.uids("entities_above", space=self._space, uids=list(found))
        return sorted({*found, *self.uids("entities_below", space=self._space, uids=above)})

    def load(self, entities: Sequence[str], statements: Sequence[str]) -> LayeredMemory:
        """These entities and statements, and whatever the statements name."""
        work, space = self._work, self._space
        # Every query is a trip to the server: none is made for nothing.
        said, played = _of_kind(statements, "answer"), _of_kind(statements, "role")
        answers = known_answers(work, space, said) if said else ()
        roles = tuple(
            role._replace(states=tuple(one for one in role.states if self._has_begun(one)))
            for role in (known_roles(work, space, played) if played else ())
        )
        replied = [answer.uid for answer in answers]
        asked = (
            self.uids("questions_answered", space=space, uids=replied, **self._sight.parameters)
            if replied
            else []
        )
        told = tellings(work, space, replied, self._sight) if replied else {}
        wanted = sorted({*entities, *_named([*answers, *roles])})
        snapshot = Snapshot(
            space=space,
            people=self._people.people,
            entities=tuple(
                entity
                for entity in (known_entities(work, space, wanted) if wanted else ())
                if self._sight.sees(entity)
            ),
            roles=roles,
            answers=answers,
            questions=known_questions(work, space, asked) if asked else (),
            tellings=told,
            outcomes=outcomes(work, space, [*said, *played], self._sight, told),
        )
        above = self.uids("entities_above", space=space, uids=list(entities)) if entities else []
        is_person = {
            record["entity"]: person
            for record in (work.run("who_they_are", space=space, uids=above) if above else ())
            if (person := self._people.standing(record["person"])) is not None
        }
        layers = load_layers(work, space, above) if above else ()
        return LayeredMemory(snapshot, layers, self._people.canonical, is_person)

    def _has_begun(self, state: KnownState) -> bool:
        return state.interval is None or state.interval.start <= self._sight.until


def _of_kind(uids: Iterable[str], kind: str) -> list[str]:
    return [uid for uid in uids if uid.startswith(f"{kind}:")]


def _is_called(person: KnownPerson, reference: EntityReference) -> bool:
    name, _, conversation = reference
    if conversation is not None and conversation not in person.conversation_ids:
        return False
    called = {known.casefold() for known in (person.name, *person.names)}
    return name in (person.uid, person.person_id) or name.casefold() in called


def _named(statements: Iterable[KnownStatement]) -> set[str]:
    """The entities that statements speak of."""
    uids = {
        uid
        for statement in statements
        for uid in (statement.subject_uid, statement.entity_uid, *statement.names)
        if uid is not None
    }
    return {uid for uid in uids if not is_person(uid)}


# The part of a memory that the links of some statements depend on, loaded by uid.

LinkPart = tuple[Index, About]
"""Statements with all that they are about, and what that is by what reconciliation makes of it."""


def load_link_part(work: Work, space: str, uids: Collection[str]) -> LinkPart:
    """These answers and roles, what they name and who says them, and what that is in the end."""
    answers = known_answers(work, space, [uid for uid in uids if not is_role(uid)])
    roles = known_roles(work, space, [uid for uid in uids if is_role(uid)])
    named = _uids_named((*answers, *roles))
    things = sorted(uid for uid in named if not is_person(uid))
    meant = {
        record["uid"]: record["meant"]
        for record in work.run("things_meant", space=space, uids=things)
    }
    wanted = {uid for uid in (*named, *meant.values()) if is_person(uid)}
    people, canonical = _people(work, space, wanted)
    snapshot = Snapshot(
        space=space,
        people=people,
        entities=known_entities(work, space, things),
        roles=roles,
        answers=answers,
    )
    index = Index(snapshot, canonical)
    return index, About(index, meant)


def is_role(uid: str) -> bool:
    """Tells whether a uid is a role's."""
    return uid.startswith("role:")


def _uids_named(statements: Iterable[KnownStatement]) -> set[str]:
    return {
        uid
        for item in statements
        for uid in (item.subject_uid, item.speaker_uid, item.entity_uid, *item.names)
        if uid is not None
    }


def _people(
    work: Work, space: str, uids: Collection[str]
) -> tuple[tuple[KnownPerson, ...], dict[str, str]]:
    """These people and those who stand for them; conversations apart, which can be very many."""
    people: dict[str, KnownPerson] = {}
    canonical: dict[str, str] = {}
    missing = set(uids)
    while missing:
        for record in work.run("people_meant", space=space, uids=sorted(missing)):
            uid, names = record["uid"], tuple(record["names"])
            people[uid] = KnownPerson(uid, record["name"], names, record["person_id"], ())
            if record["human"] is not None:
                canonical[uid] = record["human"]
        missing = canonical.values() - people.keys() - missing
    return tuple(people.values()), canonical
