"""Compares two conversations, or two people on a topic, side by side."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from graphmem.errors import InputError
from graphmem.language.keys import entity_key
from graphmem.language.words import content_stems
from graphmem.model.memory import KnownStatement
from graphmem.model.tools import ComparedSide, Comparison, Order, PeopleComparison, PersonSide
from graphmem.tools import slots
from graphmem.tools.contradictions import opinions_among
from graphmem.tools.index import Index
from graphmem.tools.lookup import EntityLookup
from graphmem.tools.rendering import in_time, moment, said
from graphmem.tools.slot_values import SlotClaim, claims_of, told_slot


class _Timed(Protocol):
    @property
    def first_said_at(self) -> datetime | None: ...
    @property
    def last_said_at(self) -> datetime | None: ...


class _Side(NamedTuple):
    shown: ComparedSide
    claims: Sequence[SlotClaim]


def compare(
    found: EntityLookup, conversation_a: str, conversation_b: str, index: Index
) -> Comparison:
    """What both say of the entity, what differs, and what only one of them says."""
    statements = index.statements_about(found.uids)
    a = _side(conversation_a, found, statements, index)
    b = _side(conversation_b, found, statements, index)
    both, only_a, only_b = split(a.shown.named, b.shown.named)
    roles, roles_a, roles_b = split(a.shown.roles, b.shown.roles)
    return Comparison(
        entity_name=found.label,
        a=a.shown,
        b=b.shown,
        overlap=tuple([f"named {name}" for name in both] + [f"role {name}" for name in roles]),
        differences=tuple(differences(a.claims, b.claims)),
        only_a=tuple([f"named {name}" for name in only_a] + [f"role {name}" for name in roles_a]),
        only_b=tuple([f"named {name}" for name in only_b] + [f"role {name}" for name in roles_b]),
        order=order(a.shown, b.shown),
    )


def of_shared_owners(
    found: EntityLookup, conversation_a: str, conversation_b: str, index: Index
) -> EntityLookup:
    """John's job in one and John's job in the other, not Maria's in the first."""
    owners: list[set[str | None]] = [
        {
            index.human(entity.owner_uid)
            for entity in found.entities
            if entity.conversation_id == conversation_id
        }
        for conversation_id in (conversation_a, conversation_b)
    ]
    shared = owners[0] & owners[1]
    if not shared:
        return found
    kept = tuple(item for item in found.entities if index.human(item.owner_uid) in shared)
    return found._replace(entities=kept)


def _side(
    conversation_id: str, found: EntityLookup, statements: Iterable[KnownStatement], index: Index
) -> _Side:
    here = in_time((item for item in statements if item.conversation_id == conversation_id), index)
    moments = [moment(item) for item in here]
    # Its own roles, not those of what only names it.
    roles = [item for item in here if {item.entity_uid, item.subject_uid} & found.uids]
    shown = ComparedSide(
        conversation_id=conversation_id,
        roles=once(item.name for item in roles if item.name is not None),
        states=once(state.name for item in roles for state in item.states),
        named=_named(here, found, index),
        statements=tuple(said(item, index) for item in here),
        first_said_at=min(moments, default=None),
        last_said_at=max(moments, default=None),
    )
    return _Side(shown, claims_of(here, index))


def _named(
    statements: Sequence[KnownStatement], found: EntityLookup, index: Index
) -> tuple[str, ...]:
    """Names that stand in the statements beside the entity's own and its people's."""
    aside = found.uids | {uid for entity in found.entities if (uid := entity.owner_uid)}
    keys = {entity.key for entity in found.entities}
    called = [slots.value_key(entity.name) for entity in found.entities]
    names = names_in(statements, index, aside=aside, keys=keys)
    return tuple(name for name in names if slots.value_key(name) not in called)


def names_in(
    statements: Iterable[KnownStatement],
    index: Index,
    *,
    aside: Collection[str] = (),
    keys: Collection[str] = (),
) -> tuple[str, ...]:
    """Names of people and things in the statements; uids ``aside`` and exact ``keys`` left out."""
    names: list[str] = []
    for statement in statements:
        for uid in statement.names:
            entity = index.entities.get(uid)
            if uid in aside or (entity and (not entity.proper or entity.key in keys)):
                continue
            names.append(index.name(uid))
        names += [part for state in statement.states if (part := slots.named_part(state.name))]
    return once(names)


def differences(a: Sequence[SlotClaim], b: Sequence[SlotClaim]) -> list[str]:
    """The slots that the two sides fill with other values, a line each."""
    lines = []
    for slot in sorted({claim.slot for claim in a} & {claim.slot for claim in b}):
        values_a = once(claim.value for claim in a if claim.slot == slot)
        values_b = once(claim.value for claim in b if claim.slot == slot)
        _, only_a, only_b = split(values_a, values_b)
        if only_a and only_b:
            lines.append(f"{slot}: {', '.join(only_a)} / {', '.join(only_b)}")
    return lines


def split(
    a: Sequence[str], b: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What both hold, what only ``a`` holds, what only ``b`` holds."""
    keys_a, keys_b = [slots.value_key(name) for name in a], [slots.value_key(name) for name in b]

    def held(key: frozenset[str], others: list[frozenset[str]]) -> bool:
        return any(slots.same_value(key, other) for other in others)

    both = tuple(name for name, key in zip(a, keys_a, strict=True) if held(key, keys_b))
    only_a = tuple(name for name, key in zip(a, keys_a, strict=True) if not held(key, keys_b))
    only_b = tuple(name for name, key in zip(b, keys_b, strict=True) if not held(key, keys_a))
    return both, only_a, only_b


def once(names: Iterable[str]) -> tuple[str, ...]:
    """Each of them once, in order."""
    return tuple(dict.fromkeys(names))


def order(a: _Timed, b: _Timed) -> Order:
    """Which of two sides was said first, as far as they are dated."""
    if not (a.first_said_at and a.last_said_at and b.first_said_at and b.last_said_at):
        return Order.UNKNOWN
    if a.last_said_at < b.first_said_at:
        return Order.A_FIRST
    if b.last_said_at < a.first_said_at:
        return Order.B_FIRST
    return Order.OVERLAPPING


class Topic(NamedTuple):
    """What a topic is told by: the exact key of a thing, words of a statement, or a slot."""

    name: str
    key: str
    stems: frozenset[str]
    slot: str | None

    @classmethod
    def read(cls, name: str) -> "Topic":
        """From the words of whoever asks."""
        key = entity_key(name)
        return cls(name, key, content_stems(name), slots.slot_asked_for(key))

    def touches(self, statement: KnownStatement, index: Index) -> bool:
        """Tells whether a statement speaks of the topic."""
        if self.slot is not None and told_slot(statement, index) in slots.told_of(self.slot):
            return True
        spoken_of = (statement.subject_uid, statement.entity_uid or "", *statement.names)
        if any(self.key in index.keys_of.get(uid, ()) for uid in spoken_of):
            return True
        return bool(self.stems) and self.stems <= content_stems(statement.text)


def compare_people(
    topic: str, person_a: frozenset[str], person_b: frozenset[str], index: Index
) -> PeopleComparison:
    """What each says, or is said to be, in what touches the topic.

    Each is given by the Person uids of one human; raises `InputError` where both are the same.
    """
    if person_a & person_b:
        raise InputError(
            f"{index.names_of(person_a)} and {index.names_of(person_b)} are one human.",
            next_step="Name two people.",
        )
    read = Topic.read(topic)
    touching = [item for item in index.statements if read.touches(item, index)]
    told_a, told_b = _told(touching, person_a, person_b), _told(touching, person_b, person_a)
    people = person_a | person_b
    a, b = (
        _person_side(told, person, people, read, index)
        for told, person in ((told_a, person_a), (told_b, person_b))
    )
    both, only_a, only_b = split(a.named, b.named)
    claims_a = claims_of((item for item in told_a if item.subject_uid in person_a), index)
    claims_b = claims_of((item for item in told_b if item.subject_uid in person_b), index)
    either = {item.uid for item in (*told_a, *told_b)}
    told = [item for item in touching if item.uid in either]
    return PeopleComparison(
        topic=topic,
        a=a,
        b=b,
        overlap=tuple(f"named {name}" for name in both),
        differences=tuple(differences(claims_a, claims_b)),
        only_a=tuple(f"named {name}" for name in only_a),
        only_b=tuple(f"named {name}" for name in only_b),
        order=order(a, b),
        disagreements=tuple(opinions_among(told, index)),
    )


def _told(
    statements: Sequence[KnownStatement], person: frozenset[str], other: frozenset[str]
) -> list[KnownStatement]:
    """Of the person, or by the person and not of the other."""
    return [
        item
        for item in statements
        if item.subject_uid in person
        or (item.speaker_uid in person and item.subject_uid not in other)
    ]


def _person_side(
    told: Sequence[KnownStatement],
    person: frozenset[str],
    people: frozenset[str],
    topic: Topic,
    index: Index,
) -> PersonSide:
    here = in_time(told, index)
    moments = [moment(item) for item in here]
    return PersonSide(
        person=index.names_of(person),
        conversation_ids=tuple(dict.fromkeys(item.conversation_id for item in here)),
        named=tuple(
            name
            for name in names_in(here, index, aside=people, keys=[topic.key])
            if slots.value_key(name) != slots.value_key(topic.name)
        ),
        statements=tuple(said(item, index) for item in here),
        first_said_at=min(moments, default=None),
        last_said_at=max(moments, default=None),
    )
