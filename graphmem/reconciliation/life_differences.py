"""Conflicts between two people's lives: work and couple in the same months."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.language.words import stems
from graphmem.model.memory import KnownStatement
from graphmem.model.workspace import Modality, Polarity
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.vocabulary import is_married, is_unmarried
from graphmem.tools import slots
from graphmem.tools.slot_values import claims_of

_MONTHS = timedelta(days=92)  # as near as this, and it is the same time of a life
_NO_FIRM = frozenset(stems("job work career role position company firm"))


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
