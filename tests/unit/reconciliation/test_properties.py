from collections.abc import Iterable, Mapping

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.model.decision import Decider, Layer, MergePolicy, Plan, Verdict
from graphmem.model.memory import Snapshot
from graphmem.reconciliation import make_plan, undo_decision
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.units import units_of
from graphmem.tools import Index
from tests.examples import examples
from tests.unit.reconciliation.build import SPACE, humans, layers, vectors
from tests.unit.reconciliation.worlds import shuffled, snapshots

_POLICIES = st.sampled_from(MergePolicy)
_SETTINGS = settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_planning_twice_changes_nothing(snapshot: Snapshot, policy: MergePolicy) -> None:
    once = make_plan(snapshot, (), vectors=vectors, policy=policy)
    assert make_plan(snapshot, once.decisions, vectors=vectors, policy=policy) == once


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_order_does_not_matter(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    other = data.draw(shuffled(snapshot))
    assert make_plan(other, (), vectors=vectors, policy=policy) == make_plan(
        snapshot, (), vectors=vectors, policy=policy
    )


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_nothing_of_one_human_is_merged_into_anothers(
    snapshot: Snapshot, policy: MergePolicy
) -> None:
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy)
    human = {item.uid: item.canonical_uid for item in plan.same_person}
    owners = {item.uid: item.owner_uid for item in snapshot.entities}
    for top, bases in bases_of(plan).items():
        humans = {human.get(owner, owner) for base in bases if (owner := owners[base])}
        assert len(humans) <= 1, top


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_two_who_talk_to_each_other_are_never_one(snapshot: Snapshot, policy: MergePolicy) -> None:
    people = [
        item._replace(names=(*item.names, "Ada")) if item.person_id else item
        for item in snapshot.people
    ]
    # Whoever is known by an id is called Ada besides, whatever the other one is called.
    plan = make_plan(snapshot._replace(people=tuple(people)), (), vectors=vectors, policy=policy)
    human = {item.uid: item.canonical_uid for item in plan.same_person}
    for conversation in {place for item in people for place in item.conversation_ids}:
        here = [item.uid for item in people if conversation in item.conversation_ids]
        assert len({human.get(uid, uid) for uid in here}) == len(here)


@_SETTINGS
@given(snapshots())
def test_every_entity_ends_in_exactly_one_of_its_conversation(snapshot: Snapshot) -> None:
    plan = make_plan(snapshot, (), vectors=vectors)
    conversations = {item.uid: item for item in plan.entities if item.layer is Layer.CONVERSATION}
    edges = [(edge.uid, edge.into) for edge in plan.reconciled]
    into = dict(edges)
    assert len(into) == len(edges)
    members = [base for item in conversations.values() for base in item.members]
    assert sorted(members) == sorted(item.uid for item in snapshot.entities)
    for entity in snapshot.entities:
        uid = entity.uid
        while uid not in conversations:
            uid = into[uid]
        assert entity.uid in conversations[uid].members
        assert conversations[uid].conversation_id == entity.conversation_id


@_SETTINGS
@given(snapshots())
def test_every_merge_that_is_no_exact_key_has_its_decision(snapshot: Snapshot) -> None:
    plan = make_plan(snapshot, (), vectors=vectors)
    known = {item.uid: item for item in plan.decisions}
    for edge in plan.reconciled:
        if edge.decision_uid is not None:
            assert known[edge.decision_uid].verdict is Verdict.MERGE
    keys = {item.uid: item.key for item in snapshot.entities}
    above = {item.uid: item.key for item in plan.entities if item.layer is Layer.CONVERSATION}
    for edge in plan.reconciled:
        if edge.into in above and keys.get(edge.uid) != above[edge.into]:
            assert edge.decision_uid is not None


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_an_undo_is_the_same_as_planning_with_it_forbidden(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    before = make_plan(snapshot, (), vectors=vectors, policy=policy)
    decided = [item for item in before.decisions if item.confident]
    if not decided:
        return
    undone = data.draw(st.sampled_from(decided))
    taken_back = undo_decision(snapshot, before.decisions, undone, canonical=humans(before))
    after = make_plan(snapshot, (*before.decisions, taken_back), vectors=vectors, policy=policy)
    fresh = make_plan(snapshot, (taken_back,), vectors=vectors, policy=policy)
    assert layers(after) == layers(fresh)
    assert taken_back in after.decisions
    assert undone.uid not in {item.uid for item in after.decisions}
    again = make_plan(snapshot, after.decisions, vectors=vectors, policy=policy)
    assert again == after
    if undone.verdict is Verdict.MERGE and undone.left.kind == undone.right.kind == "entity":
        assert not together(after, snapshot, undone.left.uids, undone.right.uids)


@_SETTINGS
@given(snapshots())
def test_by_rules_nobody_but_rules_decides(snapshot: Snapshot) -> None:
    plan = make_plan(snapshot, (), vectors=vectors)
    assert {item.decided_by for item in plan.decisions} <= {Decider.RULE}
    assert all(item.reason.endswith(".") for item in plan.decisions)


def bases_of(plan: Plan) -> Mapping[str, set[str]]:
    """The session-layer entities behind every entity of the layers."""
    found: dict[str, set[str]] = {}
    for item in plan.entities:
        if item.layer is Layer.CONVERSATION:
            found[item.uid] = set(item.members)
    for item in plan.entities:
        if item.layer is Layer.PERSON:
            found[item.uid] = {base for member in item.members for base in found[member]}
    return found


def bases_behind(snapshot: Snapshot, plan: Plan, uids: Iterable[str]) -> set[str]:
    """The session-layer entities that uids of a side mean: their own, or those of units."""
    facts, ledger = Facts(Index(snapshot)), DecisionLog(SPACE, plan.decisions)
    meant = {item.uid: {item.uid} for item in snapshot.entities}
    for conversation in {item.conversation_id for item in snapshot.entities}:
        here = [item for item in snapshot.entities if item.conversation_id == conversation]
        for unit in units_of(here, facts, ledger, SPACE).things:
            meant.setdefault(unit.uid, set()).update(unit.bases)
    return {base for uid in uids for base in meant.get(uid, ())}


def together(plan: Plan, snapshot: Snapshot, left: Iterable[str], right: Iterable[str]) -> bool:
    """Whether any entity holds something of both sides."""
    one, other = bases_behind(snapshot, plan, left), bases_behind(snapshot, plan, right)
    return any(bases & one and bases & other for bases in bases_of(plan).values())


def all_together(plan: Plan, snapshot: Snapshot, uids: Iterable[str]) -> bool:
    """Whether one entity holds everything."""
    wanted = bases_behind(snapshot, plan, uids)
    return any(bases >= wanted for bases in bases_of(plan).values())
