"""Merges Person nodes of one human: candidates judged one by one, joined surest first."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
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
from graphmem.model.memory import Content, KnownPerson
from graphmem.model.sketch import Card
from graphmem.reconciliation.clusters import Clusters
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judging import CachedJudge, view
from graphmem.reconciliation.lives import Anchors, Lives
from graphmem.reconciliation.namesakes import PersonPairs, Two, candidates
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.person_agent import PersonAgent
from graphmem.reconciliation.rulings import as_judged, refused
from graphmem.tools import SnapshotTools
from graphmem.tools.ordering import person_order


class Humans(NamedTuple):
    """Who is one human with whom, as far as a change can reach, and why.

    ``bearers`` gives for everybody in reach all who are one human with them, the canonical first;
    ``moved`` are those whose human has others than before; ``touched`` the uids of standing
    decisions that ``decisions`` take the place of. ``sure`` gives for everybody those whom more
    than the policy makes one with them; None where nothing is by policy.
    """

    same_person: tuple[SamePerson, ...]
    decisions: tuple[Decision, ...]
    touched: frozenset[str]
    bearers: Mapping[str, tuple[str, ...]]
    moved: frozenset[str]
    sure: Mapping[str, tuple[str, ...]] | None

    def certainty(self, left: str, right: str) -> float:
        """True if two Persons of one human surely are, 1 or 0: policy alone makes nobody sure."""
        if self.sure is None or left == right:
            return 1.0
        return float(right in self.sure.get(left, ()))


def reconcile_people(
    known: PlanningView,
    ruled: Iterable[str],
    ledger: DecisionLog,
    policy: MergePolicy,
    weights: MergeWeights,
    judging: CachedJudge,
) -> Humans:
    """Decide every two people of one name in different conversations that are worth a look.

    ``ruled`` are people about whom a person has just decided. By name alone people are joined by
    as few decisions as do it, the surest first, and no model is asked. Two who talk to each other
    are never one, unless a person said so of the two.
    """
    if policy is MergePolicy.BY_NAME:
        judging = CachedJudge(ledger, None)
    changed = known.changed_people() | set(ruled)
    found = candidates(known, changed, ledger, policy)
    reach = _Reach(known, ledger, found, changed, ruled)
    judge = _PersonPairJudge(known, found, weights, policy, judging)
    standing = reach.standing
    decided = []
    anew = [pair for pair in found.proposed if pair in found.anew or pair not in standing]
    judge.load(anew)
    for pair in found.proposed:
        decided.append(judge.decide(*pair) if pair in set(anew) else standing[pair])
    decided += reach.context
    return _joined(known, reach, decided, ledger, policy, weights)


class _Reach:
    """The people whose humans a change can touch, with what stands between them.

    ``standing`` are decisions on pairs that are looked at, ``context`` those on others.
    """

    def __init__(
        self,
        known: PlanningView,
        ledger: DecisionLog,
        found: PersonPairs,
        changed: Iterable[str],
        ruled: Iterable[str],
    ) -> None:
        self.ruled = frozenset(ruled)
        looked_at = {frozenset(pair) for pair in found.looked_at}
        dirty = set(changed)
        start = {*known.here, *dirty, *found.groups, *chain.from_iterable(found.looked_at)}
        rulings = _merge_rulings(ledger)
        seen: set[str] = set()
        decisions: dict[str, Decision] = {}
        ahead = set(start)
        while ahead:
            seen |= ahead
            fresh = [
                item
                for item in known.decisions_on(ahead)
                if item.left.kind == item.right.kind == "person"
            ]
            decisions |= {item.uid: item for item in fresh}
            ties = [
                (item.left.uids[0], item.right.uids[0])
                for item in fresh
                if Verdict.MERGE in (item.verdict, item.judged)
            ]
            ties += [(one, other) for uid in ahead for one, other in rulings.get(uid, ())]
            ahead = {uid for pair in ties for uid in pair} - seen
        cards = known.cards(seen)
        self.people = sorted(cards, key=lambda uid: person_order(cards[uid].person))
        self.cards = cards
        self.touched: set[str] = set()
        self.standing: dict[Two, Decision] = {}
        self.context: list[Decision] = []
        self.merges: list[Decision] = []
        place = {uid: number for number, uid in enumerate(self.people)}
        for item in decisions.values():
            left, right = item.left.uids[0], item.right.uids[0]
            if left not in place or right not in place:
                # It keeps somebody in reach from somebody beyond, who has no way here.
                continue
            self.touched.add(item.uid)
            if item.verdict is Verdict.MERGE:
                self.merges.append(item)
            pair = (left, right) if place[left] < place[right] else (right, left)
            looked = (
                frozenset(pair) in looked_at
                or found.groups.issuperset(pair)
                or not dirty.isdisjoint(pair)
            )
            judged = as_judged(ledger.space, item)
            if looked:
                self.standing[pair] = judged
            else:
                self.context.append(judged)
        ledger.remember(item for item in decisions.values() if item.uid in self.touched)


def _merge_rulings(ledger: DecisionLog) -> dict[str, list[Two]]:
    found: dict[str, list[Two]] = {}
    for left, right, _ in ledger.ruled_pairs(Verdict.MERGE):
        for uid in (left, right):
            found.setdefault(uid, []).append((left, right))
    return {uid: pairs for uid, pairs in found.items() if uid.startswith("person:")}


class _PersonPairJudge:
    """The evidence and the tools for each two people, and what the policy makes of a judgement."""

    def __init__(
        self,
        known: PlanningView,
        found: PersonPairs,
        weights: MergeWeights,
        policy: MergePolicy,
        judging: CachedJudge,
    ) -> None:
        self._known, self._weights = known, weights
        self._policy, self._judging = policy, judging
        self._anchors = Anchors(known, found.holders)
        self._content = Content({}, {})
        self._cards: dict[str, Card] = {}
        self._beside: dict[str, tuple[str, ...]] = {}
        self._people: dict[str, Card] = {}

    def load(self, pairs: Iterable[Two]) -> None:
        """Read what is said of these people."""
        self._cards = self._known.cards({uid for pair in pairs for uid in pair})
        cards = self._cards.values()
        said = {uid for item in cards for sketch in item.sketches for uid in sketch.statements}
        self._content = self._known.content((), said)
        self._beside = self._known.participants(
            {place for item in cards for place in item.conversation_ids}
        )
        self._people = self._known.cards({uid for some in self._beside.values() for uid in some})

    def decide(self, left: str, right: str) -> Decision:
        """The decision about two Persons."""
        one, other = self._cards[left], self._cards[right]
        places = {*one.conversation_ids, *other.conversation_ids}
        said = [
            uid for item in (one, other) for sketch in item.sketches for uid in sketch.statements
        ]
        statements = self._content.statements
        # The tools show the two as one human, whose timeline is then one.
        index = view(
            self._known.space,
            [statements[uid] for uid in dict.fromkeys(said) if uid in statements],
            (),
            self._in_sight(places, one, other),
            self._content,
            places=places,
            canonical={left: left, right: left},
        )
        shared = self._anchors.shared(one, other)
        facts = Facts(index)
        return self._judging.decide(
            (_side(one), _side(other)),
            SnapshotTools(index),
            PersonAgent(facts, shared, Lives(facts), self._weights),
            content_digest(
                self._policy, *sorted(said), "|", *(f"{item.key} {item.value}" for item in shared)
            ),
            adapt=partial(_by_policy, policy=self._policy),
        )

    def _in_sight(self, places: Iterable[str], *cards: Card) -> list[KnownPerson]:
        uids = {uid for place in places for uid in self._beside.get(place, ())}
        found = {uid: self._people[uid].person for uid in uids if uid in self._people}
        found |= {item.person.uid: item.person for item in cards}
        return list(found.values())


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


def _side(item: Card) -> Side:
    return Side(
        kind="person",
        uids=(item.person.uid,),
        name=item.person.name,
        conversation_ids=item.conversation_ids,
    )


def _joined(
    known: PlanningView,
    reach: _Reach,
    decided: Sequence[Decision],
    ledger: DecisionLog,
    policy: MergePolicy,
    weights: MergeWeights,
) -> Humans:
    people = {uid: reach.cards[uid].person for uid in reach.people}
    ruled = _ruled(people, ledger, Verdict.MERGE)
    clusters = Clusters(
        _told_apart(people, ruled),
        [(left, right) for left, right, _ in _ruled(people, ledger, Verdict.SEPARATE)],
        places={uid: person.conversation_ids for uid, person in people.items()},
        allowed=[(left, right) for left, right, _ in ruled],
    )
    for left, right, decision_uid in ruled:
        clusters.join(left, right, decision_uid)
    made = [item for item in decided if item.verdict is not Verdict.MERGE]
    for item in made:
        left, right = item.left.uids[0], item.right.uids[0]
        if item.confident and not clusters.together(left, right):
            clusters.forbid(left, right)
    merges = [item for item in decided if item.verdict is Verdict.MERGE]
    place = {uid: number for number, uid in enumerate(people)}
    merges.sort(key=lambda it: (-it.score, place[it.left.uids[0]], place[it.right.uids[0]]))
    for item in merges:
        left, right = item.left.uids[0], item.right.uids[0]
        if not clusters.join(left, right, item.uid):
            made.append(refused(ledger.space, item))
            continue
        made.append(item)
    bearers = _bearers(clusters, people)
    moved = _moved(known.humans_before(people), bearers, people)
    sure = None
    if policy is MergePolicy.BY_NAME:
        before = [item for item in reach.merges if item.score >= weights.person_merge]
        now = [item for item in made if item.score >= weights.person_merge]
        sure = _sure(people, ruled, now)
        was_sure = {uid: frozenset(some) for uid, some in _sure(people, ruled, before).items()}
        moved |= _moved(was_sure, sure, people) | reach.ruled
    return Humans(
        tuple(_edges(clusters, people)),
        tuple(made),
        frozenset(reach.touched),
        bearers,
        moved,
        sure,
    )


def _sure(
    people: Mapping[str, KnownPerson],
    ruled: Iterable[tuple[str, str, str]],
    decisions: Iterable[Decision],
) -> dict[str, tuple[str, ...]]:
    """By Person: whom a person's word, or enough evidence, makes one with them."""
    clusters = Clusters(dict.fromkeys(people))
    for left, right, _ in ruled:
        clusters.join(left, right)
    for item in decisions:
        if item.verdict is Verdict.MERGE:
            clusters.join(item.left.uids[0], item.right.uids[0])
    return {uid: tuple(group) for group in clusters.groups() for uid in group}


def _ruled(
    people: Mapping[str, KnownPerson], ledger: DecisionLog, verdict: Verdict
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


def _edges(clusters: Clusters, people: Mapping[str, KnownPerson]) -> Iterable[SamePerson]:
    whys = clusters.reasons()
    for group in clusters.groups():
        if len(group) < 2:
            continue
        canonical = _canonical(group, people)
        for uid in group:
            if uid != canonical:
                # The first of a group has no reason of its own: it shares the canonical one's.
                why = whys[uid] or whys[canonical]
                yield SamePerson(uid=uid, canonical_uid=canonical, decision_uid=why)


def _canonical(group: Sequence[str], people: Mapping[str, KnownPerson]) -> str:
    return next((uid for uid in group if people[uid].person_id is not None), group[0])


def _bearers(clusters: Clusters, people: Mapping[str, KnownPerson]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in clusters.groups():
        canonical = _canonical(group, people)
        in_order = (canonical, *(uid for uid in group if uid != canonical))
        found |= dict.fromkeys(group, in_order)
    return found


def _moved(
    before: Mapping[str, frozenset[str]],
    bearers: Mapping[str, Sequence[str]],
    people: Mapping[str, KnownPerson],
) -> frozenset[str]:
    """Whoever is one with others than before; of two humans that became one, the smaller."""
    found: set[str] = set()
    for group in set(map(tuple, bearers.values())):
        parts: dict[frozenset[str], set[str]] = {}
        for uid in group:
            parts.setdefault(before[uid], set()).add(uid)

        def size(part: set[str]) -> tuple[int, str]:
            return sum(len(people[uid].conversation_ids) for uid in part), min(part)

        most = max(parts.values(), key=size)
        for old, part in parts.items():
            if part is not most:
                found |= part
            if not old <= set(group):
                # Others left: whatever was known through them as well is looked at again.
                found |= old | part
    return frozenset(found)
