"""A space as a plan left it, in memory: what the next plan stands beside, and how it is applied."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from graphmem.model.decision import Decider, Decision, Layer, LayerEntity, Plan, Verdict
from graphmem.model.memory import Content, Snapshot, split_by_conversation
from graphmem.model.sketch import Card, PersonSketch, as_sketched
from graphmem.reconciliation.neighbourhood import person_blocks
from graphmem.reconciliation.plan import plan_changes
from graphmem.reconciliation.rulings import standing_rulings
from graphmem.tools.ordering import by_number


class Space:
    """What stands; `plan` plans and applies what has changed."""

    def __init__(self) -> None:
        self.snapshot = Snapshot("test", (), (), (), ())
        self.layer: dict[str, LayerEntity] = {}
        self.reconciled: dict[str, Any] = {}
        self.is_person: set[Any] = set()
        self.same_person: dict[str, Any] = {}
        self.sketches: dict[tuple[str, str], PersonSketch] = {}
        self.decisions: dict[str, Decision] = {}

    def update(
        self,
        snapshot: Snapshot,
        changed: Collection[str],
        *,
        said: Sequence[Decision] = (),
        **how: Any,
    ) -> Plan:
        """The snapshot as it is now, of which these conversations have changed."""
        ledger = [*self.decisions.values(), *said]
        ruled = {uid for item in said for side in (item.left, item.right) for uid in side.uids}
        things = {
            place
            for item in said
            for side in (item.left, item.right)
            if side.kind == "entity"
            for place in side.conversation_ids
        }
        wanted = {*changed, *things}
        parts = {
            place: part
            for place, part in split_by_conversation(snapshot).items()
            if place in wanted
        }
        here = {person.uid for part in parts.values() for person in part.people}
        rulings = [item for item in ledger if item.decided_by is Decider.PERSON]
        within = [
            item
            for item in self.decisions.values()
            if item.decided_by is not Decider.PERSON
            and item.left.kind == item.right.kind == "entity"
            and item.layer is not Layer.PERSON
            and item.left.conversation_ids[0] in parts
        ]
        plan = plan_changes(
            parts,
            [person for person in snapshot.people if person.uid in here],
            self,
            [*rulings, *within],
            space=snapshot.space,
            ruled=ruled,
            **how,
        )
        self.snapshot = snapshot
        self.apply(plan)
        return plan

    def apply(self, plan: Plan) -> None:
        reach = plan.reach
        assert reach is not None
        places = set(reach.conversations)
        planned = {item.uid for item in plan.entities}
        gone = {
            uid
            for uid, item in self.layer.items()
            if (item.conversation_id in places or uid in set(reach.above)) and uid not in planned
        }
        for uid in gone:
            del self.layer[uid]
        self.layer |= {item.uid: item for item in plan.entities}
        bases = {item.uid: item.conversation_id for item in self.snapshot.entities}
        self.reconciled = {
            uid: edge
            for uid, edge in self.reconciled.items()
            if uid not in reach.entities
            and (uid in self.layer or (uid in bases and bases[uid] not in places))
        }
        self.reconciled |= {edge.uid: edge for edge in plan.reconciled}
        self.is_person = {
            edge for edge in self.is_person if edge.entity_uid not in {*reach.mentioned, *gone}
        } | set(plan.is_person)
        for uid in reach.people:
            self.same_person.pop(uid, None)
        self.same_person |= {edge.uid: edge for edge in plan.same_person}
        self.sketches |= {
            (item.person_uid, item.conversation_id): PersonSketch.model_validate_json(item.sketch)
            for item in plan.sketches
        }
        for uid in reach.decisions:
            self.decisions.pop(uid, None)
        people = {u for u, d in self.decisions.items() if d.decided_by is Decider.PERSON}
        for uid in people:
            del self.decisions[uid]
        self.decisions |= {item.uid: item for item in (*plan.decisions, *plan.withdrawals)}

    def whole(self) -> dict[str, Any]:
        """All that stands, to be compared with a plan from nothing."""
        return {
            "entities": self.layer,
            "reconciled": {(e.uid, e.into, e.decision_uid) for e in self.reconciled.values()},
            "is_person": {(e.entity_uid, e.person_uid, e.decision_uid) for e in self.is_person},
            "same_person": {
                (e.uid, e.canonical_uid, e.decision_uid) for e in self.same_person.values()
            },
            "decisions": _plain(self.decisions.values()),
            "sketches": {key: item.model_dump_json() for key, item in self.sketches.items()},
        }

    # ---- what a plan looks up

    def cards(self, uids: Collection[str], without: Collection[str] = ()) -> Mapping[str, Card]:
        found: defaultdict[str, list[PersonSketch]] = defaultdict(list)
        for (uid, place), sketch in self.sketches.items():
            if uid in uids and place not in without:
                found[uid].append(sketch)
        return {
            item.uid: as_sketched(item, found[item.uid])
            for item in self.snapshot.people
            if item.uid in uids and any(uid == item.uid for uid, _ in self.sketches)
        }

    def _all(self) -> Mapping[str, Card]:
        return self.cards([item.uid for item in self.snapshot.people])

    def people_in(self, blocks: Collection[str], given: Collection[str] = ()) -> Collection[str]:
        return [
            uid
            for uid, item in self._all().items()
            if set(blocks) & person_blocks(item) and (not given or set(given) & person_blocks(item))
        ]

    def count_people(self, blocks: Collection[str], without: Collection[str]) -> Mapping[str, int]:
        return {block: len(set(self.people_in([block])) - set(without)) for block in blocks}

    def participants(self, conversation_ids: Collection[str]) -> Mapping[str, Sequence[str]]:
        return {
            place: [p.uid for p in self.snapshot.people if place in p.conversation_ids]
            for place in conversation_ids
        }

    def humans(self, uids: Collection[str]) -> Mapping[str, frozenset[str]]:
        of: defaultdict[str, set[str]] = defaultdict(set)
        for edge in self.same_person.values():
            of[edge.canonical_uid] |= {edge.uid, edge.canonical_uid}
        return {uid: frozenset(group) for group in of.values() for uid in group if uid in uids}

    def _conversation_layer(self) -> Iterable[LayerEntity]:
        return (item for item in self.layer.values() if item.layer is Layer.CONVERSATION)

    def entities(self, uids: Collection[str]) -> Mapping[str, LayerEntity]:
        return {
            uid: item
            for item in self._conversation_layer()
            for uid in {item.uid, *item.units, *item.members} & set(uids)
        }

    def entities_of(self, conversation_ids: Collection[str]) -> Sequence[LayerEntity]:
        return [i for i in self._conversation_layer() if i.conversation_id in conversation_ids]

    def entities_in(
        self, blocks: Collection[str], owners: Collection[str]
    ) -> Sequence[LayerEntity]:
        return [
            item
            for item in self.entities_anywhere(blocks)
            if not set(owners).isdisjoint(item.owner_uids)
        ]

    def names_in(self, blocks: Collection[str], people: Collection[str]) -> Sequence[LayerEntity]:
        found = [i for i in self.entities_anywhere(blocks) if i.named and not i.owner_uids]
        among = self.participants({item.conversation_id or "" for item in found})
        return [i for i in found if not set(people).isdisjoint(among[i.conversation_id or ""])]

    def entities_anywhere(self, blocks: Collection[str]) -> Sequence[LayerEntity]:
        return [i for i in self._conversation_layer() if set(blocks) & set(i.blocks)]

    def above(self, uids: Collection[str]) -> Collection[str]:
        return [
            edge.into for uid, edge in self.reconciled.items() if uid in uids and uid in self.layer
        ]

    def decisions_on(self, uids: Collection[str]) -> Sequence[Decision]:
        wanted = set(uids)
        return [
            item
            for item in self.decisions.values()
            if item.decided_by is not Decider.PERSON
            and not wanted.isdisjoint((*item.left.uids, *item.right.uids))
        ]

    def content(self, bases: Collection[str], statements: Collection[str]) -> Content:
        wanted = set(bases)
        said = {
            item.uid: item
            for item in (*self.snapshot.roles, *self.snapshot.answers)
            if item.uid in statements or wanted & {item.subject_uid, item.entity_uid, *item.names}
        }
        named = wanted | {
            uid for it in said.values() for uid in (it.subject_uid, it.entity_uid, *it.names) if uid
        }
        return Content({i.uid: i for i in self.snapshot.entities if i.uid in named}, said)


def told(plan: Plan) -> dict[str, Any]:
    """A plan from nothing, as `Space.whole` tells it."""
    return {
        "entities": {item.uid: item for item in plan.entities},
        "reconciled": {(e.uid, e.into, e.decision_uid) for e in plan.reconciled},
        "is_person": {(e.entity_uid, e.person_uid, e.decision_uid) for e in plan.is_person},
        "same_person": {(e.uid, e.canonical_uid, e.decision_uid) for e in plan.same_person},
        "decisions": _plain((*plan.decisions, *plan.withdrawals)),
        "sketches": {
            (item.person_uid, item.conversation_id): item.sketch for item in plan.sketches
        },
    }


def _plain(decisions: Iterable[Decision]) -> dict[str, Decision]:
    # What a decision took the place of is history.
    return {item.uid: item.model_copy(update={"replaces": None}) for item in decisions}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """What is not the same in two, a line each."""
    found = []
    for part, items in one.items():
        left, right = items, other[part]
        if isinstance(items, dict):
            for key in sorted(left.keys() | right.keys(), key=str):
                if left.get(key) != right.get(key):
                    found.append(f"{part} {key}: {_unlike(left.get(key), right.get(key))}")
        else:
            found += [f"{part}: only first {item}" for item in left - right]
            found += [f"{part}: only second {item}" for item in right - left]
    return found


def _unlike(one: Any, other: Any) -> str:
    if one is None or other is None or isinstance(one, str):
        return f"only {'second' if one is None else 'first'}: {other if one is None else one}"
    parts = [name for name in type(one).model_fields if getattr(one, name) != getattr(other, name)]
    return "; ".join(f"{name}: {getattr(one, name)} / {getattr(other, name)}" for name in parts)


__all__ = ["Space", "Verdict", "by_number", "differences", "standing_rulings", "told"]
