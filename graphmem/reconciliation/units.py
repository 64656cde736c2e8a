"""Units: what one conversation calls by one exact key, split where the key calls several things.

"My sister Nina" and "my sister Joan" share the key ``sister`` and are two; so are two
relationships with two partners.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.model.decision import Verdict
from graphmem.model.memory import KnownEntity, key_uid
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import EntityCluster, as_thing, own_names
from graphmem.tools import slots
from graphmem.tools.slot_values import claims_of


class KeySplit(NamedTuple):
    """Two units of one exact key, and the names that keep them apart (none: left unsaid)."""

    left: EntityCluster
    right: EntityCluster
    left_names: frozenset[str]
    right_names: frozenset[str]


class Units(NamedTuple):
    """The units of one conversation, and why keys are split; splits by people are not told."""

    things: tuple[EntityCluster, ...]
    splits: tuple[KeySplit, ...]


class _KeyGroupPart(NamedTuple):
    entities: list[KnownEntity]
    names: frozenset[str]


def units_of(
    entities: Iterable[KnownEntity], facts: Facts, ledger: DecisionLog, space: str
) -> Units:
    """The units of one conversation's session-layer entities, in order."""
    place_of = facts.index.place
    groups: defaultdict[tuple[str, str], list[KnownEntity]] = defaultdict(list)
    for entity in sorted(entities, key=lambda item: place_of[item.uid]):
        groups[entity.owner_uid or "", entity.key].append(entity)
    things: list[EntityCluster] = []
    splits: list[KeySplit] = []
    for group in groups.values():
        parts = _parts(group, facts, ledger)
        found = [
            as_thing(_uid(part, place, space), part.entities, facts.index)
            for place, part in enumerate(parts)
        ]
        things += found
        splits += [
            KeySplit(found[i], found[j], parts[i].names, parts[j].names)
            for i in range(len(parts))
            for j in range(i + 1, len(parts))
            if ledger.ruling(found[i].bases, found[j].bases) is None
        ]
    return Units(tuple(sorted(things, key=lambda item: item.place)), tuple(splits))


def _uid(part: _KeyGroupPart, place: int, space: str) -> str:
    first = part.entities[0]
    # The part that was spoken of first keeps the key's own uid, so that a later split moves least.
    own = first.key if place == 0 else f"{first.key}|{first.uid}"
    return key_uid(space, first.conversation_id, first.owner_uid, own)


def _parts(group: Sequence[KnownEntity], facts: Facts, ledger: DecisionLog) -> list[_KeyGroupPart]:
    """The group in parts, each in order; nearly always one."""
    place = facts.index.place
    if len(group) == 1:
        return [_KeyGroupPart(list(group), frozenset())]
    couple = slots.slot_of_key(group[0].key) == slots.PARTNER
    named: list[_KeyGroupPart] = []
    nameless: list[KnownEntity] = []
    for entity in group:
        names = _partners(entity, facts) if couple else _aliases(entity)
        if names:
            _place(_KeyGroupPart([entity], names), named, ledger)
        else:
            nameless.append(entity)
    unnamed: list[_KeyGroupPart] = []
    for entity in nameless:
        near = _nearest(entity, named, facts) if couple else (named if len(named) == 1 else [])
        if not _accepted(entity, near, ledger):
            _place(_KeyGroupPart([entity], frozenset()), unnamed, ledger, anyway=True)
    parts = _merged_by_people([*named, *unnamed], ledger)
    for part in parts:
        part.entities.sort(key=lambda item: place[item.uid])
    return sorted(parts, key=lambda part: place[part.entities[0].uid])


def _place(
    part: _KeyGroupPart, parts: list[_KeyGroupPart], ledger: DecisionLog, *, anyway: bool = False
) -> None:
    """Join the first part that shares a name (or any, ``anyway``) and that it may join."""
    for place, other in enumerate(parts):
        if (anyway or part.names & other.names) and not _kept_apart(part, other, ledger):
            parts[place] = _together(other, part)
            return
    parts.append(part)


def _accepted(entity: KnownEntity, parts: Sequence[_KeyGroupPart], ledger: DecisionLog) -> bool:
    for part in parts:
        if not _kept_apart(_KeyGroupPart([entity], frozenset()), part, ledger):
            part.entities.append(entity)
            return True
    return False


def _nearest(
    entity: KnownEntity, parts: Sequence[_KeyGroupPart], facts: Facts
) -> list[_KeyGroupPart]:
    """By time: whoever was spoken of last before, then whoever came next."""

    def far(part: _KeyGroupPart) -> tuple[bool, float, int]:
        gaps = [
            (
                item.first_said_at > entity.first_said_at,
                abs((item.first_said_at - entity.first_said_at).total_seconds()),
                facts.index.place[item.uid],
            )
            for item in part.entities
        ]
        return min(gaps)

    return sorted(parts, key=far)


def _merged_by_people(parts: list[_KeyGroupPart], ledger: DecisionLog) -> list[_KeyGroupPart]:
    merged: list[_KeyGroupPart] = []
    for part in parts:
        for place, other in enumerate(merged):
            ruling = ledger.ruling(_uids(other), _uids(part))
            if ruling is not None and ruling.verdict is Verdict.MERGE:
                merged[place] = _together(other, part)
                break
        else:
            merged.append(part)
    return merged


def _kept_apart(one: _KeyGroupPart, other: _KeyGroupPart, ledger: DecisionLog) -> bool:
    ruling = ledger.ruling(_uids(one), _uids(other))
    return ruling is not None and ruling.verdict is Verdict.SEPARATE


def _together(one: _KeyGroupPart, other: _KeyGroupPart) -> _KeyGroupPart:
    return _KeyGroupPart([*one.entities, *other.entities], one.names | other.names)


def _uids(part: _KeyGroupPart) -> list[str]:
    return [entity.uid for entity in part.entities]


def _aliases(entity: KnownEntity) -> frozenset[str]:
    """The one name of what is called by a common word; of several at once, none."""
    if entity.proper:
        return frozenset()
    names = own_names([entity])
    return names if len(names) == 1 else frozenset()


def _partners(entity: KnownEntity, facts: Facts) -> frozenset[str]:
    claims = claims_of(facts.statements([entity.uid]), facts.index)
    keys = {
        "_".join(sorted(claim.key)) for claim in claims if claim.slot == slots.PARTNER and claim.key
    }
    own = {name.replace(" ", "_") for name in own_names([entity])}
    found = keys or own
    return frozenset(found) if len(found) == 1 else frozenset()
