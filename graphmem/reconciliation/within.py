"""Layers 1 and 2: one conversation's sessions, then the conversation."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from graphmem.model.decision import (
    Decider,
    Decision,
    Judgement,
    Layer,
    MergeWeights,
    Reconciled,
    Side,
    Verdict,
)
from graphmem.model.memory import KnownEntity
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import reasons, wording
from graphmem.reconciliation.blocking import CandidatePair, Vectors, pairs
from graphmem.reconciliation.clusters import Clusters
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.names import NameRelation, clash
from graphmem.reconciliation.rulings import decision
from graphmem.reconciliation.scoring import Score, alike, hangs_on_meaning, score_within
from graphmem.reconciliation.things import EntityCluster, as_thing
from graphmem.reconciliation.units import KeySplit, Units

_PARTICULAR = frozenset(
    [EntityType.EVENT, EntityType.ORG, EntityType.PLACE, EntityType.PROJECT, EntityType.SYSTEM]
)


class ConversationPairs(NamedTuple):
    """The pairs of one conversation that are worth a look, by session and over all."""

    conversation_id: str
    units: Units
    by_session: tuple[CandidatePair, ...]
    by_conversation: tuple[CandidatePair, ...]

    def texts(self, facts: Facts, weights: MergeWeights) -> Iterator[str]:
        """The texts whose vectors can make a difference."""
        for found, enough in (
            (self.by_session, weights.session_merge),
            (self.by_conversation, weights.conversation_merge),
        ):
            for pair in found:
                if hangs_on_meaning(score_within(pair, facts, weights), weights, enough):
                    yield facts.text(pair.left)
                    yield facts.text(pair.right)


class Within(NamedTuple):
    """One conversation reconciled: clusters of units, how sessions were, and why."""

    clusters: tuple[tuple[EntityCluster, ...], ...]
    reconciled: tuple[Reconciled, ...]
    decisions: tuple[Decision, ...]


def candidates(
    conversation_id: str,
    units: Units,
    entities: Sequence[KnownEntity],
    facts: Facts,
    vectors: Vectors,
    weights: MergeWeights,
) -> ConversationPairs:
    """The pairs to look at; ``vectors`` must know the names."""

    def may(left: EntityCluster, right: EntityCluster) -> bool:
        return left.owner_uid == right.owner_uid or (
            weights.adopt_named and _adopts(left, right) != _adopts(right, left)
        )

    def linked(things: Sequence[EntityCluster]) -> Iterator[CandidatePair]:
        for pair in pairs(things, vectors, similar=weights.similar_names, may=may):
            if _worth_a_look(pair, facts):
                yield pair

    sessions: defaultdict[str, list[EntityCluster]] = defaultdict(list)
    for entity in entities:
        sessions[entity.session_id].append(as_thing(entity.uid, [entity], facts.index))
    return ConversationPairs(
        conversation_id,
        units,
        tuple(pair for things in sessions.values() for pair in linked(things)),
        tuple(pair for pair in linked(units.things) if _is_particular(pair)),
    )


def _worth_a_look(pair: CandidatePair, facts: Facts) -> bool:
    if pair.likeness.relation is NameRelation.NARROWER:
        # "The race" may be the charity race of before; "a race" is another, or any.
        short = min(pair.left, pair.right, key=lambda thing: len(thing.parts))
        return facts.is_pointed_at(short)
    return pair.likeness.relation is not NameRelation.KEY


def _is_particular(pair: CandidatePair) -> bool:
    """Whether a later session can mean the same by less: the pride event, her studio.

    "The country" of one month is not "the fourth country" of another.
    """
    if pair.likeness.relation is not NameRelation.NARROWER or pair.left.owner_uid is not None:
        return True
    return {pair.left.type, pair.right.type} <= _PARTICULAR


def _adopts(owned: EntityCluster, free: EntityCluster) -> bool:
    """Whether a name that nobody owns is an alias of what somebody does."""
    return (
        owned.owner_uid is not None
        and free.owner_uid is None
        and free.proper
        and free.key in owned.proper_keys
    )


class ConversationReconciler:
    """Decides one conversation's pairs, the sessions' first, the surest first."""

    def __init__(
        self,
        found: ConversationPairs,
        facts: Facts,
        vectors: Vectors,
        weights: MergeWeights,
        ledger: DecisionLog,
    ) -> None:
        self._found, self._facts, self._vectors = found, facts, vectors
        self._weights, self._ledger = weights, ledger
        self._unit_of = {base: thing.uid for thing in found.units.things for base in thing.bases}
        self._things = {thing.uid: thing for thing in found.units.things}
        # A person's ruling may name a unit or what lies in it.
        self._unit_of |= {uid: uid for uid in self._things}
        owners = {thing.uid: thing.owner_uid for thing in found.units.things}
        self._clusters = Clusters(owners, self._forbidden())
        self._decisions: list[Decision] = []
        self._absorbed: list[tuple[str, str, str]] = []

    def reconcile(self) -> Within:
        """Do it; to be called once."""
        for split in self._found.units.splits:
            self._keep_split(split)
        for left, right, decision_uid in self._ledger.ruled_pairs(Verdict.MERGE):
            if left in self._unit_of and right in self._unit_of:
                self._join_ruled(left, right, decision_uid)
        self._decide(self._found.by_session, Layer.SESSION, self._weights.session_merge)
        self._decide(
            self._found.by_conversation, Layer.CONVERSATION, self._weights.conversation_merge
        )
        groups = self._clusters.groups()
        return Within(
            tuple(tuple(self._things[uid] for uid in group) for group in groups),
            tuple(self._edges(groups)),
            tuple(self._decisions),
        )

    def _forbidden(self) -> list[tuple[str, str]]:
        apart = self._ledger.ruled_pairs(Verdict.SEPARATE)
        kept = [
            (self._unit_of[left], self._unit_of[right])
            for left, right, _ in apart
            if left in self._unit_of and right in self._unit_of
        ]
        kept += [(split.left.uid, split.right.uid) for split in self._found.units.splits]
        return [(left, right) for left, right in kept if left != right]

    def _join_ruled(self, left: str, right: str, decision_uid: str) -> None:
        joined = self._clusters.join(self._unit_of[left], self._unit_of[right], decision_uid)
        entities = self._facts.index.entities
        one, other = entities.get(left), entities.get(right)
        if joined and one and other and one.session_id == other.session_id:
            self._absorbed.append((left, right, decision_uid))

    def _decide(self, found: Iterable[CandidatePair], layer: Layer, enough: float) -> None:
        scored = [(self._score(pair, enough), pair) for pair in found]
        scored.sort(key=lambda item: (-item[0].value, item[1].left.place, item[1].right.place))
        for score, pair in scored:
            left, right = self._unit_of[pair.left.uid], self._unit_of[pair.right.uid]
            if left == right or self._ledger.ruling(
                {left, *pair.left.bases}, {right, *pair.right.bases}
            ):
                continue
            if layer is Layer.CONVERSATION and self._clusters.together(left, right):
                continue
            self._decide_pair(pair, score, layer, enough)

    def _score(self, pair: CandidatePair, enough: float) -> Score:
        score = score_within(pair, self._facts, self._weights)
        if not hangs_on_meaning(score, self._weights, enough):
            return score
        meaning = alike(pair.left, pair.right, self._facts, self._vectors)
        return score_within(pair, self._facts, self._weights, meaning=meaning)

    def _decide_pair(self, pair: CandidatePair, score: Score, layer: Layer, enough: float) -> None:
        left, right = self._unit_of[pair.left.uid], self._unit_of[pair.right.uid]
        sides = wording.side([pair.left], self._facts), wording.side([pair.right], self._facts)
        merge = score.value >= enough
        against = self._against(left, right) if merge else None
        if merge and against is None:
            made = self._make(layer, sides, reasons.merged(pair, score, self._facts))
            self._clusters.join(left, right, made.uid)
            if layer is Layer.SESSION:
                self._absorbed.append((pair.left.uid, pair.right.uid, made.uid))
        elif layer is Layer.CONVERSATION:
            # What one session leaves open, the conversation looks at again.
            self._make(layer, sides, reasons.kept_apart(pair, score, against, self._facts))

    def _against(self, left: str, right: str) -> str | None:
        """Why the clusters of the two cannot be one although the two could."""
        if not self._clusters.may_join(left, right):
            return "that would bring together what is kept apart"
        for one in self._clusters.members(left):
            for other in self._clusters.members(right):
                if clash(self._things[one], self._things[other]):
                    names = f"“{self._things[one].name}” and “{self._things[other].name}”"
                    return f"that would bring together {names}"
        return None

    def _keep_split(self, split: KeySplit) -> None:
        sides = (
            wording.side([split.left], self._facts, bases=True),
            wording.side([split.right], self._facts, bases=True),
        )
        self._make(Layer.CONVERSATION, sides, reasons.split(split, self._facts))

    def _make(self, layer: Layer, sides: tuple[Side, Side], judgement: Judgement) -> Decision:
        made = decision(self._ledger.space, layer, sides, judgement, Decider.RULE)
        self._decisions.append(made)
        return made

    def _edges(self, groups: Sequence[Sequence[str]]) -> Iterable[Reconciled]:
        bases = (base for thing in self._things.values() for base in thing.bases)
        sessions = Clusters(dict.fromkeys(bases))
        for left, right, decision_uid in self._absorbed:
            sessions.join(left, right, decision_uid)
        into = {uid: group[0] for group in groups for uid in group}
        whys, reasons = self._whys(groups), sessions.reasons()
        for first, *others in sessions.groups():
            unit = self._unit_of[first]
            yield Reconciled(uid=first, into=into[unit], decision_uid=whys[unit])
            for base in others:
                yield Reconciled(uid=base, into=first, decision_uid=reasons[base])

    def _whys(self, groups: Iterable[Sequence[str]]) -> dict[str, str | None]:
        """Why each unit stands in its conversation's entity; None where it gave the name."""
        whys, entities = self._clusters.reasons(), self._facts.index.entities
        for first, *others in groups:
            if not others:
                continue
            units = [self._things[uid] for uid in (first, *others)]
            bases = [entities[base] for unit in units for base in unit.bases]
            key = as_thing(first, bases, self._facts.index).key
            if units[0].key != key:
                # The others joined the first; it stands under their name by what joined that one.
                whys[first] = next(whys[unit.uid] for unit in units if unit.key == key)
        return whys
