"""A snapshot, looked up from every side, and what its statements are about."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeVar

from graphmem.language.keys import entity_key
from graphmem.model.memory import (
    KnownEntity,
    KnownOutcome,
    KnownPerson,
    KnownQuestion,
    KnownStatement,
    KnownTelling,
    Snapshot,
    key_uid,
)
from graphmem.tools.ordering import (
    entities_in_order,
    people_in_order,
    questions_in_order,
    statements_in_order,
)

_T = TypeVar("_T", KnownPerson, KnownEntity, KnownStatement, KnownQuestion)


class Index:
    """Lookups over one snapshot; ``canonical`` maps a Person to the one who stands for the human.

    Everything here is in the order of `graphmem.tools.ordering`, and ``place`` tells it by uid of
    Person, Entity, statement and question: neither the snapshot's order nor its uids mean anything.
    """

    def __init__(self, snapshot: Snapshot, canonical: Mapping[str, str] | None = None) -> None:
        self.snapshot = snapshot
        self._told_who(canonical or {})
        self.place: dict[str, int] = {}
        people = people_in_order(snapshot.people)
        self.people: dict[str, KnownPerson] = self._placed(people)
        entities = entities_in_order(snapshot.entities, self.place)
        self.entities: dict[str, KnownEntity] = self._placed(entities)
        statements = statements_in_order([*snapshot.roles, *snapshot.answers], self.place)
        self.statements: tuple[KnownStatement, ...] = tuple(self._placed(statements).values())
        questions = questions_in_order(snapshot.questions, self.place)
        self.questions: tuple[KnownQuestion, ...] = tuple(self._placed(questions).values())

    def _placed(self, items: Iterable[_T]) -> dict[str, _T]:
        found = {item.uid: item for item in items}
        self.place.update((uid, place) for place, uid in enumerate(found, len(self.place)))
        return found

    def _told_who(self, canonical: Mapping[str, str]) -> None:
        self._canonical = dict(canonical)
        self._meant: dict[str, frozenset[str]] = {}
        self._names_of: dict[frozenset[str], str] = {}
        found: defaultdict[str, set[str]] = defaultdict(set)
        for uid, human in self._canonical.items():
            found[human].update([uid, human])
        self._bearers = {human: frozenset(uids) for human, uids in found.items()}

    def human(self, person_uid: str | None) -> str | None:
        """The Person that stands for this one's human."""
        return self._canonical.get(person_uid, person_uid) if person_uid is not None else None

    def bearers(self, person_uid: str) -> frozenset[str]:
        """Every Person of the same human."""
        human = self.human(person_uid) or person_uid
        found = self._bearers.get(human, frozenset([human]))
        return found.intersection(self.people)

    def meant_by(self, person_id: str) -> frozenset[str]:
        """Every Person that is meant by a uid, a caller's ``person_id`` or else a name."""
        if person_id not in self._meant:
            known = self._called
            meant = known.get(("id", person_id)) or known.get(("name", person_id.casefold()), set())
            if person_id in self.people:
                meant = {person_id}
            humans = {self.human(uid) or uid for uid in meant}
            self._meant[person_id] = frozenset(uid for one in humans for uid in self.bearers(one))
        return self._meant[person_id]

    def names_of(self, people: frozenset[str]) -> str:
        """What these people are called, each name once: "Ida or Ida Ott"."""
        if people not in self._names_of:
            self._names_of[people] = " or ".join(sorted({self.person_name(uid) for uid in people}))
        return self._names_of[people]

    def person_name(self, person_uid: str) -> str:
        """The name, or the uid of somebody whom the snapshot does not hold."""
        known = self.people.get(person_uid)
        return known.name if known else person_uid

    def name(self, uid: str) -> str:
        """The name of a Person or an Entity."""
        known = self.entities.get(uid)
        return known.name if known else self.person_name(uid)

    def entity_name(self, entity: KnownEntity) -> str:
        """As people say it: "John's job", or plain "TechCorp" where nobody owns it."""
        if entity.owner_uid is None:
            return entity.name
        return f"{self.person_name(entity.owner_uid)}'s {entity.name}"

    @cached_property
    def about(self) -> Mapping[str, tuple[KnownStatement, ...]]:
        """Statements by the Person or Entity that is subject, bears the role or is named."""
        found: defaultdict[str, list[KnownStatement]] = defaultdict(list)
        for statement in self.statements:
            touched = {statement.subject_uid, *statement.names}
            if statement.entity_uid is not None:
                touched.add(statement.entity_uid)
            for uid in touched:
                found[uid].append(statement)
        return {uid: tuple(items) for uid, items in found.items()}

    def tellings_of(self, statement: KnownStatement) -> tuple[KnownTelling, ...]:
        """Everything that says the same as a statement, itself at least, in order."""
        known = self.snapshot.tellings.get(statement.uid)
        return known or (
            KnownTelling(
                statement.uid,
                statement.conversation_id,
                statement.turn_ids[0],
                statement.speaker_uid,
                statement.said_at,
            ),
        )

    def first_told(self, statement_uid: str) -> str:
        """The uid of the first that says the same as a statement; its own where none does."""
        known = self.snapshot.tellings.get(statement_uid)
        return known[0].uid if known else statement_uid

    def outcomes_of(self, uids: Iterable[str]) -> list[KnownOutcome]:
        """What became of these statements, as far as it was looked up."""
        outcomes = self.snapshot.outcomes
        return [outcomes[uid] for uid in uids if uid in outcomes]

    @cached_property
    def questions_of(self) -> Mapping[str, tuple[KnownQuestion, ...]]:
        """Questions by the statements that answer them."""
        found: defaultdict[str, list[KnownQuestion]] = defaultdict(list)
        for question in self.questions:
            for answer in question.answer_uids:
                found[answer].append(question)
        return {uid: tuple(items) for uid, items in found.items()}

    @cached_property
    def by_key(self) -> Mapping[str, tuple[KnownEntity, ...]]:
        """Entities by their exact key and by the keys of their aliases."""
        found: defaultdict[str, list[KnownEntity]] = defaultdict(list)
        for uid, keys in self.keys_of.items():
            for key in keys:
                found[key].append(self.entities[uid])
        return {key: tuple(items) for key, items in found.items()}

    @cached_property
    def keys_of(self) -> Mapping[str, frozenset[str]]:
        """The exact key of every entity, and those of its aliases."""
        return {
            uid: frozenset([item.key, *map(entity_key, item.aliases)])
            for uid, item in self.entities.items()
        }

    @cached_property
    def by_key_uid(self) -> Mapping[str, tuple[KnownEntity, ...]]:
        """Entities by the lasting uid of their conversation's exact key."""
        found: defaultdict[str, list[KnownEntity]] = defaultdict(list)
        space = self.snapshot.space
        for entity in self.entities.values():
            lasting = key_uid(space, entity.conversation_id, entity.owner_uid, entity.key)
            found[lasting].append(entity)
        return {uid: tuple(items) for uid, items in found.items()}

    @cached_property
    def in_conversation(self) -> Mapping[str, tuple[KnownPerson, ...]]:
        """Who takes part, by conversation."""
        found: defaultdict[str, list[KnownPerson]] = defaultdict(list)
        for person in self.people.values():
            for conversation_id in person.conversation_ids:
                found[conversation_id].append(person)
        return {conversation_id: tuple(items) for conversation_id, items in found.items()}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name of people, each once."""
        spoken = (name for person in self.people.values() for name in (person.name, *person.names))
        return tuple(dict.fromkeys(spoken))

    @cached_property
    def _called(self) -> Mapping[tuple[str, str], set[str]]:
        found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for person in self.people.values():
            if person.person_id is not None:
                found["id", person.person_id].add(person.uid)
            for name in (person.name, *person.names):
                found["name", name.casefold()].add(person.uid)
        return dict(found)

    def statements_about(self, uids: Iterable[str]) -> tuple[KnownStatement, ...]:
        """Each statement about any of them once, by when it was said."""
        found = {item.uid: item for uid in uids for item in self.about.get(uid, ())}
        return tuple(sorted(found.values(), key=lambda item: self.place[item.uid]))


class About:
    """What statements are about, by what reconciliation makes of it."""

    def __init__(self, index: Index, meant: Mapping[str, str]) -> None:
        self._index = index
        self._meant = meant

    def one(self, uid: str) -> str:
        """The uid of what a Person or a session-layer entity is in the end."""
        uid = self._meant.get(uid, uid)
        return self._index.human(uid) or uid

    def subject(self, statement: KnownStatement) -> str:
        """Of whom or what it is said."""
        return self.one(statement.subject_uid)

    def things(self, statement: KnownStatement) -> tuple[str, ...]:
        """What it names besides its subject and those who talk, each once, in order."""
        return tuple(self.named(statement))

    def named(self, statement: KnownStatement) -> dict[str, str]:
        """The `things` of a statement, each with the uid by which it is named first."""
        subject, people = self.subject(statement), self._index.people
        found: dict[str, str] = {}
        for uid in statement.names:
            thing = self.one(uid)
            if thing != subject and thing not in people:
                found.setdefault(thing, uid)
        return found

    def called(self, statement: KnownStatement, thing: str) -> str:
        """What a statement calls one of its `things`."""
        return self._index.name(self.named(statement)[thing])
