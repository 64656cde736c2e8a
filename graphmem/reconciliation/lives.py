"""Two people's lives: work and couple in the same months, and the names that they share.

What a name that two people share tells is *weight × share / (1 + strangers)*: the weight is by how
the name is tied to them and by what bears it, the share how surely it is used as a name at all (1
where a tie says whose it is), and strangers are the people who speak of it without being near
either of the two. So a sister's name tells much, a city little, and what more than a dozen speak
of nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.language.words import stems
from graphmem.model.memory import KnownStatement
from graphmem.model.sketch import Anchor, Card
from graphmem.model.workspace import EntityType, Modality, Polarity
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.vocabulary import is_married, is_unmarried
from graphmem.tools import slots
from graphmem.tools.slot_values import claims_of

_MONTHS = timedelta(days=92)  # as near as this, and it is the same time of a life
_NO_FIRM = frozenset(stems("job work career role position company firm"))
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


class Shared(NamedTuple):
    """One name in two people's lives, and how much that tells, 0 to 1.

    A side is None where that one talks to somebody of the name.
    """

    key: str
    left: Anchor | None
    right: Anchor | None
    value: float

    @property
    def name(self) -> str:
        """As it was said."""
        said = self.left or self.right
        return said.name if said else self.key

    @property
    def ties(self) -> set[str]:
        """Statements of whose it is."""
        return {side.tie for side in (self.left, self.right) if side and side.tie is not None}


class Anchors:
    """What two people share; ``holders`` tells who speaks of a name, None where too many do."""

    def __init__(self, known: PlanningView, holders: Mapping[str, frozenset[str] | None]) -> None:
        self._holders = holders
        self._cards = known.cards({uid for some in holders.values() for uid in some or ()})

    def shared(self, left: Card, right: Card) -> list[Shared]:
        """Names that two people share, the most telling first."""
        found = [self._shared(key, left, right) for key in shared_keys(left, right)]
        return sorted(
            (item for item in found if item is not None), key=lambda item: (-item.value, item.key)
        )

    def _shared(self, key: str, left: Card, right: Card) -> Shared | None:
        here, there = left.anchors.get(key), right.anchors.get(key)
        holders = self._holders.get(key)
        if holders is None:
            return None
        if here is None or there is None:
            return Shared(key, here, there, _MET)
        share = max(here.share, there.share)
        value = _weight(here, there) * share / (1 + self._strangers(holders, left, right))
        return Shared(key, here, there, round(value, 4))

    def _strangers(self, holders: frozenset[str], left: Card, right: Card) -> int:
        near = {*left.person.conversation_ids, *right.person.conversation_ids}
        names = left.names | right.names
        return sum(
            near.isdisjoint(item.person.conversation_ids) and names.isdisjoint(item.names)
            for uid in holders
            if (item := self._cards.get(uid)) is not None
        )


class LifeState(NamedTuple):
    """What somebody says of their work or couple, and from when to when it is taken to last."""

    slot: str
    key: frozenset[str]
    start: datetime
    end: datetime
    statement: KnownStatement


class ProfileDifference(NamedTuple):
    """Two statements, one of each life, that hardly go together at one time."""

    slot: str
    left: KnownStatement
    right: KnownStatement


class Lives:
    """What two people say of their own lives."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def differences(self, left: str, right: str) -> list[ProfileDifference]:
        """Other work, or another couple, of two Persons within three months.

        A state lasts from when it is told to the next of its kind, or as long as that one talks
        there. This is softer than a contradiction: people have two jobs. At most one a slot.
        """
        found, place = [], self._facts.index.place
        for states in (_works, _couples):
            pairs = [
                (_gap(one, other), place[one.statement.uid], place[other.statement.uid], one, other)
                for one in states(left, self._facts)
                for other in states(right, self._facts)
                if not one.key & other.key and _gap(one, other) <= _MONTHS
            ]
            if pairs:
                *_, one, other = min(pairs, key=lambda item: item[:3])
                found.append(ProfileDifference(one.slot, one.statement, other.statement))
        return found


def _own(person_uid: str, facts: Facts) -> list[KnownStatement]:
    return [
        item
        for item in facts.index.about.get(person_uid, ())
        if item.speaker_uid == person_uid
        and item.subject_uid == person_uid
        and item.modality is Modality.SAID
        and item.polarity is Polarity.POSITIVE
    ]


def _works(person_uid: str, facts: Facts) -> list[LifeState]:
    own = _own(person_uid, facts)
    claims = [
        claim for claim in claims_of(own, facts.index) if claim.slot in {slots.WORK, slots.EMPLOYER}
    ]
    by_statement: dict[str, list[tuple[frozenset[str], datetime, bool]]] = {}
    statements = {claim.statement.uid: claim.statement for claim in claims}
    for claim in claims:
        key = claim.key if claim.slot == slots.EMPLOYER or not claim.over else frozenset()
        by_statement.setdefault(claim.statement.uid, []).append((key, claim.start, claim.over))
    told = []
    for uid, found in by_statement.items():
        key = frozenset().union(*(item[0] for item in found), _named(statements[uid], facts))
        if key - _NO_FIRM:
            start, over = min(item[1] for item in found), all(item[2] for item in found)
            told.append((start, over, key - _NO_FIRM, statements[uid]))
    return _lasting(slots.WORK, told, own, facts)


def _named(statement: KnownStatement, facts: Facts) -> frozenset[str]:
    known = facts.index.entities
    return frozenset().union(*(stems(known[uid].name) for uid in statement.names if uid in known))


def _couples(person_uid: str, facts: Facts) -> list[LifeState]:
    own = _own(person_uid, facts)
    told = []
    for statement in own:
        for uid in statement.names:
            entity = facts.index.entities.get(uid)
            # "The wife", said of oneself, is one's own.
            if entity is None or entity.owner_uid not in {None, person_uid}:
                continue
            if is_married(entity.key) or is_unmarried(entity.key):
                word = "married" if is_married(entity.key) else "unmarried"
                told.append((statement.said_at, False, frozenset([word]), statement))
    return _lasting(slots.PARTNER, told, own, facts)


def _lasting(
    slot: str,
    told: Iterable[tuple[datetime, bool, frozenset[str], KnownStatement]],
    own: Sequence[KnownStatement],
    facts: Facts,
) -> list[LifeState]:
    if not own:
        return []
    first, last = own[0].said_at, own[-1].said_at
    in_order = sorted(told, key=lambda item: (item[0], facts.index.place[item[3].uid]))
    found = []
    for place, (start, over, key, statement) in enumerate(in_order):
        ends = [item[0] for item in in_order[place + 1 :] if not item[2] & key]
        end = start if over else max(start, min(ends, default=last))
        found.append(LifeState(slot, key, min(first, start) if over else start, end, statement))
    return found


def _gap(one: LifeState, other: LifeState) -> timedelta:
    return max(max(one.start, other.start) - min(one.end, other.end), timedelta())


def shared_keys(left: Card, right: Card) -> set[str]:
    """The names that two people share, their own and those to whom both talk left out."""
    aside = left.names | right.names | (left.partners & right.partners)
    spoken, others = left.anchors.keys(), right.anchors.keys()
    return ((spoken & others) | (left.partners & others) | (right.partners & spoken)) - aside


def _weight(left: Anchor, right: Anchor) -> float:
    ties = {left.tie, right.tie}
    if ties <= {slots.HOME, None} and slots.HOME in ties:
        return _HOME_TIED
    if left.tie is not None and left.tie == right.tie:
        return _TIED_TWICE
    if ties != {None}:
        return _TIED_ONCE
    return max(_BY_TYPE.get(left.type, _ELSE), _BY_TYPE.get(right.type, _ELSE))
