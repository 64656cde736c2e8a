"""Values of single-valued attributes: claims of statements, and intervals of validity."""

import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.model.memory import KnownState, KnownStatement
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import EntityType, Modality, Polarity
from graphmem.tools import slots
from graphmem.tools.index import Index
from graphmem.tools.slots import same_value

_DAY = timedelta(days=1)
_NAMED_TYPES = {
    slots.EMPLOYER: {EntityType.ORG, EntityType.PROJECT, EntityType.SYSTEM},
    slots.HOME: {EntityType.PLACE},
    slots.PARTNER: {EntityType.PERSON},
}


class SlotClaim(NamedTuple):
    """A value of a slot, claimed from ``start`` to ``end``; ``over`` tells that it ended then."""

    slot: str
    value: str
    key: frozenset[str]
    start: datetime
    end: datetime
    dated: bool
    over: bool
    statement: KnownStatement

    def meets(self, other: "SlotClaim") -> bool:
        """Tells whether there is a moment for which both are claimed."""
        return self.start < other.end and other.start < self.end


def claims_of(statements: Iterable[KnownStatement], index: Index) -> list[SlotClaim]:
    """Every claim of what is said or denied to be so, in time; plans and ifs claim nothing."""
    found = [
        claim
        for statement in statements
        if statement.modality is Modality.SAID and statement.polarity is Polarity.POSITIVE
        for claim in _claims(statement, index)
    ]
    place = index.place
    return sorted(
        found, key=lambda item: (item.start, item.end, place[item.statement.uid], item.value)
    )


def valid_together(one: KnownStatement, other: KnownStatement) -> bool:
    """Tells whether there is a moment for which both are said to hold, as far as that was told."""
    start, end = _span(one.said_at, one.interval)
    other_start, other_end = _span(other.said_at, other.interval)
    return start < other_end and other_start < end


def told_slot(statement: KnownStatement, index: Index) -> str | None:
    """The slot of which a statement tells, whether it fills, plans or empties it."""
    if statement.name is None:
        return slots.slot_of_predicate(statement.predicate)
    entity = index.entities.get(statement.entity_uid or "")
    return slots.slot_of_key(entity.key) if entity else None


def _claims(statement: KnownStatement, index: Index) -> list[SlotClaim]:
    if statement.name is not None:
        return _role_claims(statement, statement.name, index)
    slot = slots.slot_of_predicate(statement.predicate)
    if slot is None:
        return []
    if slot in _NAMED_TYPES:
        values = named(statement, slot, index) or _capitalised(statement.object)
    else:
        values = [statement.object] if statement.object else []
    over = slots.ends(statement.predicate)
    return [_claim(slot, value, statement, statement.interval, over) for value in values]


def _role_claims(statement: KnownStatement, role: str, index: Index) -> list[SlotClaim]:
    slot = told_slot(statement, index)
    if slot is None:
        return []
    over = slots.ends(role) or slots.ends(statement.predicate)
    named_slot = slots.EMPLOYER if slot == slots.WORK else slot
    claims = [
        _claim(named_slot, value, statement, state.interval or statement.interval, ended)
        for state, value, ended in _stated(statement.states)
    ]
    heard = {claim.key for claim in claims}
    over_at_all = over or any(claim.over for claim in claims)
    claims += [
        _claim(named_slot, value, statement, statement.interval, over_at_all)
        for value in named(statement, named_slot, index)
        if slots.value_key(value) not in heard
    ]
    if slot == slots.WORK and slots.says_title(role):
        title = slots.title(role)
        claims.append(_claim(slots.WORK, title, statement, statement.interval, over))
    return claims


def _stated(states: Iterable[KnownState]) -> list[tuple[KnownState, str, bool]]:
    found = []
    for state in states:
        value = slots.named_part(state.name)
        if value is not None:
            found.append((state, value, slots.ends(state.name)))
    return found


def named(statement: KnownStatement, slot: str, index: Index) -> list[str]:
    """The names in a statement that can fill the slot: a firm for work, a person for a partner."""
    types, found = _NAMED_TYPES[slot], []
    subject = index.human(statement.subject_uid)
    for uid in statement.names:
        entity = index.entities.get(uid)
        if entity is not None:
            beside = slot == slots.EMPLOYER and _is_beside(entity.name, statement.text)
            if entity.proper and entity.type in types and not beside:
                found.append(entity.name)
        elif slot == slots.PARTNER and uid in index.people and index.human(uid) != subject:
            found.append(index.person_name(uid))
    return found


def _is_beside(name: str, text: str) -> bool:
    # "Founded a company with Tern": whom one works with is not whom one works for.
    return re.search(rf"\bwith\s+{re.escape(name)}\b", text) is not None


def _capitalised(value: str) -> list[str]:
    return [value] if value[:1].isupper() else []


def _claim(
    slot: str,
    value: str,
    statement: KnownStatement,
    interval: TimeInterval | None,
    over: bool,
) -> SlotClaim:
    start, end = _span(statement.said_at, interval)
    key = slots.value_key(value)
    return SlotClaim(slot, value, key, start, end, interval is not None, over, statement)


def _span(said_at: datetime, interval: TimeInterval | None) -> tuple[datetime, datetime]:
    # What has no end is claimed up to when it was said, and no further: it may change after.
    if interval is None:
        return said_at, _next_day(said_at)
    start = said_at if interval.open_start else interval.start
    end = _next_day(max(said_at, start)) if interval.open_end else interval.end
    return (start if start < end else max(end, datetime.min + _DAY) - _DAY), end


def _next_day(moment: datetime) -> datetime:
    return min(moment, datetime.max - _DAY) + _DAY


class ValidityInterval(NamedTuple):
    """A value from ``first`` to ``end``, None while it lasts; ``begin`` where that was told."""

    value: str
    key: frozenset[str]
    first: datetime
    end: datetime | None
    begin: TimeInterval | None
    statements: tuple[KnownStatement, ...]

    def lies_in(self, time: TimeInterval) -> bool:
        """Tells whether it was so at some moment of a time."""
        return self.first < time.end and (self.end is None or time.start < self.end)


def validity_intervals(claims: Iterable[SlotClaim], until: datetime) -> list[ValidityInterval]:
    """Values in time, each until the next or until somebody tells that it is over.

    What begins after ``until`` is not so yet, though it was announced.
    """
    found: list[ValidityInterval] = []
    for claim in sorted(claims, key=lambda one: one.start):
        last = found[-1] if found else None
        again = last is not None and same_value(last.key, claim.key)
        if claim.start > until or (claim.over and not again):
            continue
        interval = claim.statement.interval
        begin = interval if claim.dated and interval and not interval.open_start else None
        if last is not None and again:
            fuller = claim.value if len(claim.key) > len(last.key) else last.value
            found[-1] = last._replace(
                value=last.value if claim.over else fuller,
                key=last.key | claim.key,
                end=claim.start if claim.over else None,
                begin=last.begin if claim.over else last.begin or begin,
                statements=(*last.statements, claim.statement),
            )
            continue
        if last is not None and last.end is None:
            found[-1] = last._replace(end=claim.start)
        first = (claim.value, claim.key, claim.start, None, begin, (claim.statement,))
        found.append(ValidityInterval(*first))
    return found
