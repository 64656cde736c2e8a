"""What holds from run to run: sessions in any order, people's decisions, undo, later sessions."""

from collections.abc import Sequence
from datetime import datetime

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from graphmem.errors import InputError
from graphmem.model.decision import Decision, Layer, MergePolicy, Plan, Verdict
from graphmem.model.memory import Snapshot
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import make_plan, person_decision, standing_rulings, undo_decision
from tests.examples import examples
from tests.unit.reconciliation.build import World, humans, layers, vectors
from tests.unit.reconciliation.test_properties import all_together, together
from tests.unit.reconciliation.worlds import only, sessions_of, snapshots

_POLICIES = st.sampled_from(MergePolicy)
_SETTINGS = settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def run_by_run(
    snapshot: Snapshot,
    steps: Sequence[Sequence[tuple[str, str]]],
    ledger: Sequence[Decision] = (),
    policy: MergePolicy = MergePolicy.DECIDE,
) -> Plan:
    """Ingests some sessions, reconciles, ingests more; the last plan."""
    known: set[tuple[str, str]] = set()
    plan = Plan(decisions=tuple(ledger))
    for step in steps:
        known.update(step)
        plan = make_plan(only(snapshot, known), plan.decisions, vectors=vectors, policy=policy)
    return plan


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_one_a_day_in_any_order_or_all_at_once_is_the_same(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    sessions = sessions_of(snapshot)
    in_any_order = data.draw(st.permutations(sessions))
    daily = run_by_run(snapshot, [[session] for session in in_any_order], policy=policy)
    at_once = run_by_run(snapshot, [sessions], policy=policy)
    assert layers(daily) == layers(at_once)
    assert unlinked(daily) == unlinked(at_once)


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_an_undo_holds_when_more_is_said(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    in_any_order = data.draw(st.permutations(sessions_of(snapshot)))
    cut = data.draw(st.integers(1, len(in_any_order)))
    before = run_by_run(snapshot, [in_any_order[:cut]], policy=policy)
    decided = [item for item in before.decisions if item.confident]
    assume(decided)
    taken_back = undo_decision(
        snapshot, before.decisions, data.draw(st.sampled_from(decided)), canonical=humans(before)
    )
    rest = [[session] for session in in_any_order[cut:]]
    ledger = (*before.decisions, taken_back)
    after = run_by_run(snapshot, [in_any_order[:cut], *rest], ledger, policy)
    never = run_by_run(snapshot, [in_any_order], (taken_back,), policy)
    assert layers(after) == layers(never)
    assert taken_back in after.decisions


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_nobody_overrules_a_person(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    sessions = sessions_of(snapshot)
    first = make_plan(snapshot, (), vectors=vectors, policy=policy)
    verdict = data.draw(st.sampled_from(Verdict))
    layer = data.draw(st.sampled_from([Layer.CONVERSATION, Layer.PERSON, None]))
    if layer is None:
        uids = [person.uid for person in snapshot.people]
    else:
        uids = [item.uid for item in first.entities if item.layer is layer]
    if layer is Layer.CONVERSATION and data.draw(st.booleans()):
        place = data.draw(st.sampled_from([item.conversation_id for item in first.entities]))
        uids = [item.uid for item in first.entities if item.conversation_id == place]
    assume(len(uids) > 1)
    left, right = data.draw(st.permutations(uids))[:2]
    try:
        ruled = person_decision(
            snapshot,
            first.decisions,
            verdict,
            [left],
            [right],
            entities=first.entities,
            canonical={item.uid: item.canonical_uid for item in first.same_person},
        )
    except InputError:
        assume(False)
    ledger: tuple[Decision, ...] = (*first.decisions, ruled)
    for _ in range(2):
        plan = make_plan(snapshot, ledger, vectors=vectors, policy=policy)
        ledger = plan.decisions
        assert ruled in plan.decisions
        follows(plan, snapshot, ruled)
    follows(
        run_by_run(snapshot, [[session] for session in sessions], (ruled,), policy), snapshot, ruled
    )


@_SETTINGS
@given(st.data(), snapshots())
def test_taking_back_the_taking_back_gives_what_was(
    data: st.DataObject, snapshot: Snapshot
) -> None:
    before = make_plan(snapshot, (), vectors=vectors)
    merges = [item for item in before.decisions if item.verdict is Verdict.MERGE]
    assume(merges)
    undone = data.draw(st.sampled_from(merges))
    once = undo_decision(snapshot, before.decisions, undone, canonical=humans(before))
    twice = undo_decision(snapshot, (*before.decisions, once), once)
    assert twice.is_withdrawal
    assert standing_rulings((once, twice)) == ()
    plan = make_plan(snapshot, (*before.decisions, once, twice), vectors=vectors)
    assert layers(plan) == layers(before)
    assert plan.decisions == before.decisions
    # And it can be taken back again, by another word than the first.
    ledger = (*plan.decisions, once, twice)
    thrice = undo_decision(snapshot, ledger, undone)
    assert thrice.uid not in {once.uid, twice.uid}
    again = make_plan(snapshot, (*ledger, thrice), vectors=vectors)
    assert layers(again) == layers(make_plan(snapshot, (thrice,), vectors=vectors))


@_SETTINGS
@given(st.data(), snapshots(), _POLICIES)
def test_a_persons_own_separation_taken_back_is_as_never_said(
    data: st.DataObject, snapshot: Snapshot, policy: MergePolicy
) -> None:
    before = make_plan(snapshot, (), vectors=vectors, policy=policy)
    people = [person.uid for person in snapshot.people]
    things = [item.uid for item in before.entities if item.layer is Layer.CONVERSATION]
    left, right = data.draw(st.permutations(data.draw(st.sampled_from([people, things]))))[:2]
    apart = person_decision(
        snapshot,
        before.decisions,
        Verdict.SEPARATE,
        [left],
        [right],
        entities=before.entities,
        canonical={item.uid: item.canonical_uid for item in before.same_person},
    )
    between = make_plan(snapshot, (*before.decisions, apart), vectors=vectors, policy=policy)
    ledger = (*between.decisions, undo_decision(snapshot, between.decisions, apart))
    after = make_plan(snapshot, ledger, vectors=vectors, policy=policy)
    assert layers(after) == layers(before)
    assert unlinked(after) == unlinked(before)
    assert after.withdrawals == (ledger[-1],)


def follows(plan: Plan, snapshot: Snapshot, ruled: Decision) -> None:
    """The layers are as a person ruled."""
    left, right = ruled.left.uids, ruled.right.uids
    if ruled.left.kind == ruled.right.kind == "person":
        human = {item.uid: item.canonical_uid for item in plan.same_person}
        one, other = ({human.get(uid, uid) for uid in side} for side in (left, right))
        assert bool(one & other) == (ruled.verdict is Verdict.MERGE)
        return
    if ruled.right.kind == "person" or ruled.left.kind == "person":
        return
    if ruled.verdict is Verdict.SEPARATE:
        assert not together(plan, snapshot, left, right)
    else:
        assert all_together(plan, snapshot, [*left, *right])
        places = {*ruled.left.conversation_ids, *ruled.right.conversation_ids}
        if len(places) == 1:
            below = plan.model_copy(
                update={"entities": [i for i in plan.entities if i.layer is not Layer.PERSON]}
            )
            assert all_together(below, snapshot, [*left, *right])


def unlinked(plan: Plan) -> set[tuple[str, Verdict, str]]:
    """The decisions, without what they replaced on the way."""
    return {(item.uid, item.verdict, item.reason) for item in plan.decisions}


def test_what_an_early_session_made_one_a_later_one_parts_and_the_new_decision_says_so() -> None:
    world = World()
    ida, _ = world.talk("c1", "Ida", "Bo")
    for session, name in (("S1", "charity race"), ("S2", "race"), ("S3", "boat race")):
        race = world.thing(
            ida,
            name,
            at=datetime(2024, 5, int(session[1])),
            conversation="c1",
            session=session,
            owner=ida,
            type=EntityType.EVENT,
        )
        world.say(
            ida,
            f"The {name} raised money",
            at=datetime(2024, 5, int(session[1])),
            conversation="c1",
            session=session,
            names=[race],
        )
    snapshot = world.snapshot()
    sessions = sessions_of(snapshot)
    early = run_by_run(snapshot, [sessions[:2]])
    (merge,) = early.decisions
    assert merge.verdict is Verdict.MERGE
    late = run_by_run(snapshot, [sessions[:2], sessions])
    assert all(item.verdict is Verdict.SEPARATE for item in late.decisions)
    assert [item.replaces for item in late.decisions if item.replaces] == [merge.uid]
    assert layers(late) == layers(run_by_run(snapshot, [sessions]))
