"""Which Person nodes are one human: by policy and evidence, and who is spoken of."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import NamedTuple

from graphmem.model.decision import (
    Decision,
    Judgement,
    MergePolicy,
    MergeWeights,
    SamePerson,
    Side,
    Verdict,
)
from graphmem.model.ids import content_digest
from graphmem.model.memory import KnownPerson
from graphmem.reconciliation.anchors import Anchors
from graphmem.reconciliation.clusters import Clusters
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judging import Judging
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.lives import Lives
from graphmem.reconciliation.made import refused
from graphmem.reconciliation.namesakes import proposed
from graphmem.reconciliation.person_agent import PersonAgent
from graphmem.reconciliation.sureness import SURE, Sureness
from graphmem.tools import SnapshotTools


class Humans(NamedTuple):
    """Who is one human with whom, and why; ``sureness`` is of those whom a policy makes one."""

    same_person: tuple[SamePerson, ...]
    decisions: tuple[Decision, ...]
    sureness: Sureness

    def certainty(self, left: str, right: str) -> float:
        """How surely two Persons of one human are, 0 to 1: policy alone makes nobody sure."""
        return self.sureness.between(left, right)

    @property
    def canonical(self) -> Mapping[str, str]:
        """The Person that stands for each who is not it."""
        return {item.uid: item.canonical_uid for item in self.same_person}


def reconcile_people(
    facts: Facts,
    anchors: Anchors,
    ledger: Ledger,
    policy: MergePolicy,
    weights: MergeWeights,
    judging: Judging,
) -> Humans:
    """Decide every two people of one name in different conversations that are worth a look.

    By name alone people are joined by as few decisions as do it, the surest first, and no model
    is asked. Two who talk to each other are never one, unless a person said so of the two.
    """
    people = facts.index.people
    ruled = _ruled(people, ledger, Verdict.MERGE)
    clusters = Clusters(
        _told_apart(people, ruled),
        [(left, right) for left, right, _ in _ruled(people, ledger, Verdict.SEPARATE)],
        places={uid: person.conversation_ids for uid, person in people.items()},
        allowed=[(left, right) for left, right, _ in ruled],
    )
    for left, right, decision_uid in ruled:
        clusters.join(left, right, decision_uid)
    if policy is MergePolicy.BY_NAME:
        judging = Judging(ledger, None)
    judges = _Judges(facts, anchors, weights, policy, judging)
    made: list[Decision] = []
    merges: list[Decision] = []
    for left, right in proposed(facts.index, anchors, ledger, policy):
        found = judges.decide(left, right)
        (merges if found.verdict is Verdict.MERGE else made).append(found)
        apart = found.verdict is Verdict.SEPARATE and found.confident
        if apart and not clusters.together(left, right):
            clusters.forbid(left, right)
    sureness = Sureness(people)
    if policy is MergePolicy.BY_NAME:
        for left, right, _ in ruled:
            sureness.link(left, right, SURE)
    made += _join(merges, clusters, ledger, weights, sureness, few=policy is MergePolicy.BY_NAME)
    return Humans(tuple(_edges(clusters, people)), tuple(made), sureness)


def _ruled(
    people: Mapping[str, KnownPerson], ledger: Ledger, verdict: Verdict
) -> list[tuple[str, str, str]]:
    return [
        (left, right, decision_uid)
        for left, right, decision_uid in ledger.ruled_pairs(verdict)
        if left in people and right in people
    ]


def _told_apart(
    people: Mapping[str, KnownPerson], ruled: Iterable[tuple[str, str, str]]
) -> dict[str, str | None]:
    """Whom the caller's id makes somebody of their own; a person's word goes above the ids."""
    one = Clusters(dict.fromkeys(people))
    for left, right, _ in ruled:
        one.join(left, right)
    known = {one.root(uid) for uid, person in people.items() if person.person_id is not None}
    return {uid: one.root(uid) if one.root(uid) in known else None for uid in people}


class _Judges:
    """The evidence and the tools for each two people, and what the policy makes of a judgement."""

    def __init__(
        self,
        facts: Facts,
        anchors: Anchors,
        weights: MergeWeights,
        policy: MergePolicy,
        judging: Judging,
    ) -> None:
        self._index, self._anchors = facts.index, anchors
        self._policy, self._judging = policy, judging
        self._rules = PersonAgent(facts, anchors, Lives(facts), weights)

    def decide(self, left: str, right: str) -> Decision:
        """The decision about two Persons."""
        people = self._index.people
        # The tools show the two as one human, whose timeline is then one.
        tools = SnapshotTools.over(self._index.as_one({left: left, right: left}))
        return self._judging.decide(
            (_side(people[left]), _side(people[right])),
            tools,
            self._rules,
            self._digest(left, right),
            adapt=partial(_by_policy, policy=self._policy),
        )

    def _digest(self, *people: str) -> str:
        """Of what is said of the two and of the names that they know."""
        parts = [
            [
                *sorted(item.uid for item in self._index.statements_about([uid])),
                "|",
                *sorted(self._anchors.spoken(uid)),
            ]
            for uid in people
        ]
        return content_digest(self._policy, *(word for part in sorted(parts) for word in part))


def _by_policy(judgement: Judgement, *, policy: MergePolicy) -> Judgement:
    if policy is MergePolicy.BY_NAME:
        seen = f"By the evidence alone: {judgement.reason}"
        reason = f"The policy is by_name: one name is one person. {seen}"
        return judgement.model_copy(
            update={"verdict": Verdict.MERGE, "confident": True, "reason": reason}
        )
    if policy is MergePolicy.ASK and judgement.verdict is Verdict.MERGE:
        reason = f"Recommended: merge. {judgement.reason} The policy is ask: a person decides."
        return judgement.model_copy(
            update={"verdict": Verdict.SEPARATE, "confident": False, "reason": reason}
        )
    if policy is MergePolicy.ASK:
        reason = f"Recommended: keep apart. {judgement.reason} The policy is ask: a person decides."
        return judgement.model_copy(update={"confident": False, "reason": reason})
    return judgement


def _side(person: KnownPerson) -> Side:
    return Side(
        kind="person",
        uids=(person.uid,),
        name=person.name,
        conversation_ids=tuple(sorted(person.conversation_ids)),
    )


def _join(
    merges: Iterable[Decision],
    clusters: Clusters,
    ledger: Ledger,
    weights: MergeWeights,
    sureness: Sureness,
    *,
    few: bool,
) -> list[Decision]:
    """Merges, the surest first; with ``few`` none of what is one already, and each as a link."""
    made = []
    for item in sorted(merges, key=lambda item: -item.score):
        left, right = item.left.uids[0], item.right.uids[0]
        if few and clusters.together(left, right):
            continue
        if not clusters.join(left, right, item.uid):
            made.append(refused(ledger.space, item))
            continue
        made.append(item)
        if few:
            sure = item.score >= weights.person_merge
            sureness.link(left, right, SURE if sure else max(0.0, item.score))
    return made


def _edges(clusters: Clusters, people: Mapping[str, KnownPerson]) -> Iterable[SamePerson]:
    whys = clusters.reasons()
    for group in clusters.groups():
        if len(group) < 2:
            continue
        canonical = next((uid for uid in group if people[uid].person_id is not None), group[0])
        for uid in group:
            if uid != canonical:
                # The first of a group has no reason of its own: it shares the canonical one's.
                why = whys[uid] or whys[canonical]
                yield SamePerson(uid=uid, canonical_uid=canonical, decision_uid=why)
