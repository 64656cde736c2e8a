"""Anchors: the names in somebody's life that only the same human would share.

What a name that two people share tells is *weight × share / (1 + strangers)*: the weight is by how
the name is tied to them and by what bears it, the share how surely it is used as a name at all
(`graphmem.reconciliation.naming.Naming`; 1 where a tie says whose it is), and strangers are the
people who speak of it without being near either of the two. So a sister's name tells much, a city
little, and what everybody speaks of next to nothing.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import Thing
from graphmem.reconciliation.vocabulary import is_pet, kin
from graphmem.tools import slots
from graphmem.tools.claims import claims_of

_TIED_TWICE = 0.5  # both say whose sister she is
_TIED_ONCE = 0.35
_MET = 0.35  # a name in one conversation, somebody to talk to in the other
_BY_TYPE = {
    EntityType.PERSON: 0.3,
    EntityType.THING: 0.25,
    EntityType.ORG: 0.2,
    EntityType.PROJECT: 0.2,
    EntityType.SYSTEM: 0.1,
    EntityType.PLACE: 0.1,
}
_ELSE = 0.05
_HOME_TIED = 0.2  # very many live in one city
_CLAIM_TYPES = {
    slots.EMPLOYER: EntityType.ORG,
    slots.HOME: EntityType.PLACE,
    slots.PARTNER: EntityType.PERSON,
}


class Anchor(NamedTuple):
    """A name that somebody speaks of, the tie to them if one is told, and where."""

    key: str
    name: str
    tie: str | None
    type: EntityType
    statement: KnownStatement | None


class Shared(NamedTuple):
    """One name in two people's lives, and how much that tells, 0 to 1."""

    left: Anchor
    right: Anchor
    value: float

    @property
    def tied(self) -> bool:
        """Whether it is told whose it is."""
        return self.left.tie is not None or self.right.tie is not None


class Anchors:
    """The anchors of every Person, and what two of them share."""

    def __init__(self, things: Iterable[Thing], facts: Facts) -> None:
        self._facts = facts
        self.people = facts.index.people
        self._of: defaultdict[str, dict[str, Anchor]] = defaultdict(dict)
        for thing in things:
            if thing.proper_keys:
                self._add_thing(thing)
        for person_uid in facts.index.people:
            for anchor in _claimed(person_uid, facts):
                self._add(person_uid, anchor)
        self._bearers: defaultdict[str, set[str]] = defaultdict(set)
        for person_uid in facts.index.people:
            for name in self._names([person_uid]):
                self._bearers[name].add(person_uid)
        self._holders: defaultdict[str, set[str]] = defaultdict(set)
        for person_uid, anchors in self._of.items():
            for key in anchors:
                self._holders[key].add(person_uid)

    def spoken(self, person_uid: str) -> frozenset[str]:
        """The names that somebody speaks of, as keys."""
        return frozenset(self._of.get(person_uid, ()))

    def shared(self, left: str, right: str) -> list[Shared]:
        """What two people share, the most telling first.

        Nobody's own name, and nobody to whom both talk.
        """
        here, there = self._of.get(left, {}), self._of.get(right, {})
        met_left, met_right = self.partners(left), self.partners(right)
        aside = self._names([left, right]) | (met_left & met_right)
        found = [
            Shared(here[key], there[key], self._value(key, left, right))
            for key in (here.keys() & there.keys()) - aside
        ]
        found += [
            Shared(_met(key), there[key], _MET)
            for key in (met_left & there.keys()) - aside - here.keys()
        ]
        found += [
            Shared(here[key], _met(key), _MET)
            for key in (met_right & here.keys()) - aside - there.keys()
        ]
        return sorted(found, key=lambda item: (-item.value, item.left.key))

    def _add_thing(self, thing: Thing) -> None:
        statements = self._facts.statements(thing.bases)
        for person_uid in _speakers(thing, statements):
            said = next((s for s in statements if s.speaker_uid == person_uid), None)
            if said is None:
                continue
            tie = _tie(thing) if thing.owner_uid == person_uid else None
            for key in thing.proper_keys:
                name = next((n for n in thing.names if entity_key(n) == key), thing.name)
                if self._share(name, thing.type, tie):
                    self._add(person_uid, Anchor(key, name, tie, thing.type, said))

    def _add(self, person_uid: str, anchor: Anchor) -> None:
        known = self._of[person_uid].get(anchor.key)
        if known is None or (known.tie is None and anchor.tie is not None):
            self._of[person_uid][anchor.key] = anchor

    def _value(self, key: str, left: str, right: str) -> float:
        """What a name tells, less where people speak of it who know neither of the two."""
        anchors = self._of[left][key], self._of[right][key]
        weight = _weight(*anchors) * max(self._share(a.name, a.type, a.tie) for a in anchors)
        namesakes = (self._bearers[name] for name in self._names([left, right]))
        strangers = self._holders[key].difference(
            self._circle(left), self._circle(right), *namesakes
        )
        return round(weight / (1 + len(strangers)), 4)

    def _share(self, name: str, type: EntityType, tie: str | None) -> float:
        return 1.0 if tie is not None else self._facts.naming.share(name, type)

    def _circle(self, person_uid: str) -> set[str]:
        index = self._facts.index
        return {
            other.uid
            for conversation_id in index.people[person_uid].conversation_ids
            for other in index.in_conversation.get(conversation_id, ())
        }

    def partners(self, person_uid: str) -> frozenset[str]:
        """The names of whom somebody talks to, as keys."""
        return frozenset(self._names(self._circle(person_uid) - {person_uid}))

    def _names(self, people: Iterable[str]) -> set[str]:
        known = self._facts.index.people
        return {entity_key(name) for uid in people for name in (known[uid].name, *known[uid].names)}


def _speakers(thing: Thing, statements: Sequence[KnownStatement]) -> set[str]:
    if thing.owner_uid is not None:
        return {thing.owner_uid}
    return {item.speaker_uid for item in statements} | thing.mentioned_by


def _tie(thing: Thing) -> str | None:
    for key in sorted(thing.keys - thing.proper_keys):
        if is_pet(key):
            return "pet"
        kinship = kin(key)
        if kinship:
            return kinship
    return None


def _claimed(person_uid: str, facts: Facts) -> list[Anchor]:
    found = []
    for claim in claims_of(facts.index.about.get(person_uid, ()), facts.index):
        if claim.statement.speaker_uid != person_uid or claim.slot not in _CLAIM_TYPES:
            continue
        if claim.statement.subject_uid != person_uid:
            continue
        kind = _CLAIM_TYPES[claim.slot]
        found.append(
            Anchor(entity_key(claim.value), claim.value, claim.slot, kind, claim.statement)
        )
    return found


def _met(key: str) -> Anchor:
    return Anchor(key, key.replace("_", " ").title(), None, EntityType.PERSON, None)


def _weight(left: Anchor, right: Anchor) -> float:
    ties = {anchor.tie for anchor in (left, right)}
    if ties <= {slots.HOME, None} and slots.HOME in ties:
        return _HOME_TIED
    if left.tie is not None and left.tie == right.tie:
        return _TIED_TWICE
    if ties != {None}:
        return _TIED_ONCE
    return max(_BY_TYPE.get(left.type, _ELSE), _BY_TYPE.get(right.type, _ELSE))
