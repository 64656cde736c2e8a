"""The person layer: things of different conversations that are one, as far as a change reaches."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from graphmem.model.decision import (
    Decision,
    Layer,
    LayerEntity,
    MergeWeights,
    Reconciled,
    Side,
    Verdict,
)
from graphmem.model.ids import content_digest, uid
from graphmem.model.memory import Content, KnownStatement
from graphmem.reconciliation.agent import RuleAgent
from graphmem.reconciliation.blocking import CandidatePair
from graphmem.reconciliation.blocks import Human, TouchedPairs, Two, candidate_pairs
from graphmem.reconciliation.clusters import Clusters
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.evidence import PairEvidence, evidence
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judging import CachedJudge, view
from graphmem.reconciliation.layers import person_entity
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.people import Humans
from graphmem.reconciliation.rulings import as_judged, refused
from graphmem.reconciliation.things import EntityCluster, from_layer
from graphmem.tools import SnapshotTools
from graphmem.tools.ordering import person_order


class Across(NamedTuple):
    """The person layer in reach and why.

    ``reach`` are the entities of the conversation layer that stand in these or in nothing,
    ``gone`` the uids of the person layer and ``touched`` those of decisions that may not stand
    any more.
    """

    entities: tuple[LayerEntity, ...]
    reconciled: tuple[Reconciled, ...]
    decisions: tuple[Decision, ...]
    reach: frozenset[str]
    gone: frozenset[str]
    touched: frozenset[str]


class PersonClusters:
    """Who is one human with whom: in reach as planned, elsewhere as it stands."""

    def __init__(self, known: PlanningView, humans: Humans) -> None:
        self._known = known
        self._bearers: dict[str, Human] = dict(humans.bearers)

    def bearers(self, uids: Collection[str]) -> Mapping[str, Human]:
        """Everybody who is one human with each of these; equal for all of one human."""
        missing = set(uids) - self._bearers.keys()
        if missing:
            before = self._known.humans_before(missing)
            cards = self._known.cards({one for some in before.values() for one in some})
            for some in set(before.values()):
                in_order = sorted(
                    some, key=lambda one: person_order(cards[one].person) if one in cards else (2,)
                )
                known = [one for one in in_order if one in cards and cards[one].person.person_id]
                canonical = (known or in_order)[0]
                human = (canonical, *(one for one in in_order if one != canonical))
                self._bearers |= dict.fromkeys(human, human)
        return {one: self._bearers.get(one, (one,)) for one in uids}

    def canonical(self, one: str) -> str:
        """The Person that stands for this one's human."""
        return self.bearers([one])[one][0]


def reconcile_across(
    known: PlanningView,
    humans: Humans,
    people: PersonClusters,
    ruled: Collection[str],
    ledger: DecisionLog,
    weights: MergeWeights,
    judging: CachedJudge,
) -> Across:
    """Decide every candidate in reach and build the person layer over it.

    ``ruled`` are uids of things about which a person has just decided.
    """
    old, new = known.changed_entities()
    dirty = {**new, **_known_through(humans.moved, known, people)}
    dirty |= {item.uid: item for item in known.entities(ruled).values()}
    found = candidate_pairs(known, people.bearers, dirty.values(), old.values())
    changed = {*dirty, *old}
    looked_at = set(map(frozenset, found.looked_at))
    beside = _entity_decisions(known, {*changed, *chain.from_iterable(found.looked_at)})
    standing: dict[Two, Decision] = {}
    touched: dict[str, Decision] = {}
    for item in beside:
        two = _ends(item)
        if frozenset(two) in looked_at or not changed.isdisjoint(two):
            touched[item.uid] = item
            standing[two] = standing[two[1], two[0]] = as_judged(ledger.space, item)
    ledger.remember(touched.values())
    decided = _decided(known, people, humans, found, changed, standing, ledger, weights, judging)
    return _Layer(known, people, ledger).build(changed, touched, decided)


def _known_through(
    moved: Collection[str], known: PlanningView, people: PersonClusters
) -> dict[str, LayerEntity]:
    """Where these took part: what they own, now or before, and the names that nobody owns."""
    if not moved:
        return {}
    cards = known.cards(moved).values()
    places = {place for item in cards for place in item.person.conversation_ids}
    owners = {uid for human in people.bearers(moved).values() for uid in human}
    owners |= {uid for human in known.humans_before(moved).values() for uid in human}
    return {
        item.uid: item
        for item in known.entities_of(places)
        if (not owners.isdisjoint(item.owner_uids) if item.owner_uids else item.named)
    }


def _entity_decisions(known: PlanningView, uids: Iterable[str]) -> list[Decision]:
    return [
        item
        for item in known.decisions_on(uids)
        if item.layer is Layer.PERSON and item.left.kind == item.right.kind == "entity"
    ]


def _ends(item: Decision) -> Two:
    # A side begins with the uid of its entity.
    return item.left.uids[0], item.right.uids[0]


def _decided(
    known: PlanningView,
    people: PersonClusters,
    humans: Humans,
    found: TouchedPairs,
    changed: Collection[str],
    standing: Mapping[Two, Decision],
    ledger: DecisionLog,
    weights: MergeWeights,
    judging: CachedJudge,
) -> list[Decision]:
    entities = known.entities({uid for pair in found.candidates for uid in _uids(pair)})
    pairs = [
        pair
        for pair in found.candidates
        if ledger.ruling(_parts(entities[pair.left.uid]), _parts(entities[pair.right.uid])) is None
    ]
    anew = [
        pair
        for pair in pairs
        if _uids(pair) not in standing or not set(changed).isdisjoint(_uids(pair))
    ]
    judge = _EntityPairJudge(known, people, humans, weights, judging, anew)
    fresh = {_uids(pair): judge.decide(pair, entities) for pair in anew}
    return [fresh.get(_uids(pair)) or standing[_uids(pair)] for pair in pairs]


def _uids(pair: CandidatePair) -> Two:
    return pair.left.uid, pair.right.uid


def _parts(entity: LayerEntity) -> list[str]:
    return [*entity.units, *entity.members]


class _EntityPairJudge:
    """The evidence and the tools for each pair of things."""

    def __init__(
        self,
        known: PlanningView,
        people: PersonClusters,
        humans: Humans,
        weights: MergeWeights,
        judging: CachedJudge,
        pairs: Sequence[CandidatePair],
    ) -> None:
        self._known, self._people, self._humans = known, people, humans
        self._weights, self._judging = weights, judging
        bases = {base for pair in pairs for it in (pair.left, pair.right) for base in it.bases}
        self._content: Content = known.content(bases, ()) if pairs else Content({}, {})
        self._about: defaultdict[str, list[KnownStatement]] = defaultdict(list)
        for item in self._content.statements.values():
            for one in {item.subject_uid, item.entity_uid, *item.names}:
                if one in bases:
                    self._about[one].append(item)
        places = {it.conversation_id for pair in pairs for it in (pair.left, pair.right)}
        self._beside = known.participants(places) if pairs else {}
        self._cards = known.cards({one for some in self._beside.values() for one in some})

    def decide(self, pair: CandidatePair, entities: Mapping[str, LayerEntity]) -> Decision:
        """The decision about a pair: one that a model made on the same evidence, or a new one."""
        left, right = entities[pair.left.uid], entities[pair.right.uid]
        bases = (*pair.left.bases, *pair.right.bases)
        places = {pair.left.conversation_id, pair.right.conversation_id}
        here = sorted(
            {uid for place in places for uid in self._beside.get(place, ()) if uid in self._cards},
            key=lambda uid: person_order(self._cards[uid].person),
        )
        human = self._human(pair, here)
        one = self._people.bearers([human])[human]
        index = view(
            self._known.space,
            {item.uid: item for base in bases for item in self._about.get(base, ())}.values(),
            bases,
            [self._cards[uid].person for uid in here],
            self._content,
            places=places,
            # Who else of them is one is no matter of this pair.
            canonical={uid: human for uid in here if uid in one and uid != human},
        )
        facts = Facts(index)

        def signs(_left: Side, _right: Side) -> PairEvidence:
            return evidence(pair, human, facts, self._humans.certainty)

        return self._judging.decide(
            (self._side(left), self._side(right)),
            SnapshotTools(index, {left.uid: left, right.uid: right}, frozenset(bases)),
            RuleAgent(self._weights, signs),
            content_digest(left.evidence_digest, right.evidence_digest),
        )

    def _human(self, pair: CandidatePair, here: Sequence[str]) -> str:
        """A Person of the first human through whom both are known."""
        if pair.left.owner_uid is not None:
            return pair.left.owner_uid
        bearers = self._people.bearers(here)
        sides = [
            {bearers[uid] for uid in self._beside.get(place, ()) if uid in bearers}
            for place in (pair.left.conversation_id, pair.right.conversation_id)
        ]
        return next(uid for uid in here if bearers[uid] in sides[0] & sides[1])

    def _side(self, entity: LayerEntity) -> Side:
        owner = next(iter(entity.owner_uids), None)
        known = self._cards.get(owner) if owner is not None else None
        name = known.person.name if known else owner
        return Side(
            kind="entity",
            uids=entity.units,
            name=entity.name if owner is None or entity.proper else f"{name}'s {entity.name}",
            conversation_ids=(entity.conversation_id or "",),
            owner=owner,
            owner_name=name,
        )


class _Layer:
    """The person layer over what merges, standing or new, can bring together."""

    def __init__(self, known: PlanningView, people: PersonClusters, ledger: DecisionLog) -> None:
        self._known, self._people, self._ledger = known, people, ledger

    def build(
        self,
        changed: Collection[str],
        touched: Mapping[str, Decision],
        decided: Sequence[Decision],
    ) -> Across:
        seen, context = self._closure(changed, touched, decided)
        entities = {item.uid: item for item in self._known.entities(seen).values()}
        things = sorted(map(from_layer, entities.values()), key=lambda item: item.place)
        here = {thing.uid for thing in things}
        part_of = {part: item.uid for item in entities.values() for part in _parts(item)}
        reused = [
            as_judged(self._ledger.space, item)
            for item in context
            if here.issuperset(_ends(item)) and item.uid not in touched
        ]
        replaced = {item.uid for item in context if here.issuperset(_ends(item))}
        self._ledger.remember(item for item in context if item.uid in replaced)
        clusters, made = self._joined(things, [*decided, *reused], part_of)
        layer, reconciled = self._entities(clusters, entities)
        return Across(
            tuple(layer),
            tuple(reconciled),
            tuple(made),
            frozenset(here | set(changed)),
            frozenset(self._known.above(seen | set(changed))),
            frozenset(replaced | touched.keys()),
        )

    def _closure(
        self,
        changed: Collection[str],
        touched: Mapping[str, Decision],
        decided: Sequence[Decision],
    ) -> tuple[set[str], list[Decision]]:
        """All that merges can tie to what changed, and the standing decisions about them."""
        ruled: defaultdict[str, set[str]] = defaultdict(set)
        for left, right, _ in self._ledger.ruled_pairs(Verdict.MERGE):
            if not left.startswith("person:") and not right.startswith("person:"):
                ruled[left].add(right)
                ruled[right].add(left)
        merges = [
            item
            for item in (*touched.values(), *decided)
            if Verdict.MERGE in (item.verdict, item.judged)
        ]
        ahead = {*changed, *(uid for item in merges for uid in _ends(item))}
        seen: set[str] = set()
        context: dict[str, Decision] = {}
        while ahead:
            seen |= ahead
            fresh = _entity_decisions(self._known, ahead)
            context |= {item.uid: item for item in fresh}
            near = {
                uid
                for item in fresh
                if Verdict.MERGE in (item.verdict, item.judged)
                for uid in _ends(item)
            }
            if ruled:
                # What is no more may have held others together by a person's word.
                before = [it for uid, it in self._known.old_entities.items() if uid in ahead]
                here = [*self._known.entities(ahead).values(), *before]
                parts = {part for item in here for part in _parts(item)}
                others = {other for part in parts & ruled.keys() for other in ruled[part]}
                near |= {item.uid for item in self._known.entities(others).values()}
            ahead = near - seen
        return seen, list(context.values())

    def _joined(
        self,
        things: Sequence[EntityCluster],
        decided: Sequence[Decision],
        part_of: Mapping[str, str],
    ) -> tuple[Clusters, list[Decision]]:
        """Merges, the surest first; one that others exclude is written as undecided instead."""
        owners = {
            thing.uid: None if thing.owner_uid is None else self._people.canonical(thing.owner_uid)
            for thing in things
        }
        clusters = Clusters(
            owners,
            [(left, right) for left, right, _ in self._ruled(Verdict.SEPARATE, part_of)],
        )
        for left, right, decision_uid in self._ruled(Verdict.MERGE, part_of):
            clusters.join(left, right, decision_uid)
        made = [item for item in decided if item.verdict is not Verdict.MERGE]
        for item in made:
            left, right = _ends(item)
            both = {left, right} <= owners.keys()
            if item.confident and both and not clusters.together(left, right):
                clusters.forbid(left, right)
        place = {thing.uid: thing.place for thing in things}
        merges = [item for item in decided if item.verdict is Verdict.MERGE]
        merges.sort(key=lambda item: (-item.score, *(place[uid] for uid in _ends(item))))
        for item in merges:
            joined = clusters.join(*_ends(item), item.uid)
            made.append(item if joined else refused(self._ledger.space, item))
        return clusters, made

    def _ruled(self, verdict: Verdict, part_of: Mapping[str, str]) -> list[tuple[str, str, str]]:
        return [
            (part_of[left], part_of[right], decision_uid)
            for left, right, decision_uid in self._ledger.ruled_pairs(verdict)
            if left in part_of and right in part_of and part_of[left] != part_of[right]
        ]

    def _entities(
        self, clusters: Clusters, entities: Mapping[str, LayerEntity]
    ) -> tuple[list[LayerEntity], list[Reconciled]]:
        whys = clusters.reasons()
        groups = [group for group in clusters.groups() if len(group) > 1]
        spoken = {
            person for group in groups for one in group for person in entities[one].mentioned_by
        }
        owners = {owner for group in groups for one in group for owner in entities[one].owner_uids}
        cards = self._known.cards(spoken | owners)
        self._people.bearers(spoken)
        layer, reconciled = [], []
        for group in groups:
            entity = person_entity(
                uid(self._ledger.space, "entity", "person", group[0]),
                [entities[one] for one in group],
                human=self._people.canonical,
                people={one: item.person for one, item in cards.items()},
            )
            layer.append(entity)
            # Every member stands here by a decision; the first shares its neighbour's.
            some = next((why for one in group if (why := whys[one])), None)
            reconciled += [
                Reconciled(uid=one, into=entity.uid, decision_uid=whys[one] or some)
                for one in group
            ]
        return layer, reconciled
