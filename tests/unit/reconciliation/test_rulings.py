"""What people say one after another: replaced, withdrawn, or refused where it cannot all be so."""

from datetime import datetime

import pytest

from graphmem.errors import InputError, SameConversationError
from graphmem.model.decision import Decider, Decision, Layer, MergePolicy, Plan, Verdict
from graphmem.reconciliation import make_plan, person_decision, standing_rulings, undo_decision
from tests.unit.reconciliation.build import World, layers, vectors
from tests.unit.reconciliation.test_by_hand import Boats, one
from tests.unit.reconciliation.test_people import tied

MAY = datetime(2024, 5, 4, 18)


# ---- a separation of one's own, taken back


@pytest.mark.parametrize("pair", [("boat", "pier"), ("boat", "ship")])
def test_an_own_separation_taken_back_is_as_never_said(pair: tuple[str, str]) -> None:
    world = Boats()
    known = {"boat": world.boat, "ship": world.ship, "pier": world.own("pier")}
    before = world.plan()
    apart = world.rule(Verdict.SEPARATE, known[pair[0]], known[pair[1]])
    back = undo_decision(world.snapshot(), (apart,), apart)
    assert (back.verdict, back.undoes, back.is_withdrawal) == (Verdict.SEPARATE, apart.uid, True)
    after = world.plan(apart, back)
    assert layers(after) == layers(before)
    assert after.decisions == before.decisions
    assert after.withdrawals == (back,)


def test_what_a_withdrawn_separation_had_replaced_stands_again() -> None:
    world = Boats()
    pier = world.own("pier")
    merge = world.rule(Verdict.MERGE, pier, world.boat)
    apart = world.rule(Verdict.SEPARATE, pier, world.boat, merge)
    back = undo_decision(world.snapshot(), (merge, apart), apart)
    assert standing_rulings((merge, apart, back)) == (merge,)
    assert one(world.plan(merge, apart, back), pier, world.boat)


def test_a_separation_can_be_said_withdrawn_and_said_again() -> None:
    world = Boats()
    ledger: tuple[Decision, ...] = ()
    for _ in range(3):
        apart = world.rule(Verdict.SEPARATE, world.boat, world.ship, *ledger)
        assert not one(world.plan(*ledger, apart), world.boat, world.ship)
        back = undo_decision(world.snapshot(), (*ledger, apart), apart)
        ledger = (*ledger, apart, back)
        assert one(world.plan(*ledger), world.boat, world.ship)
    assert len({item.uid for item in ledger}) == 6


def test_what_does_not_stand_is_not_taken_back() -> None:
    world = Boats()
    apart = world.rule(Verdict.SEPARATE, world.boat, world.ship)
    back = undo_decision(world.snapshot(), (apart,), apart)
    with pytest.raises(InputError, match="only took a separation back"):
        undo_decision(world.snapshot(), (apart, back), back)
    with pytest.raises(InputError, match="no longer in force, and nothing else"):
        undo_decision(world.snapshot(), (apart, back), apart)


def test_taking_a_separation_by_rules_back_is_a_merge_and_checked_as_one() -> None:
    world = Boats()
    his = world.thing(world.bo, "boat", at=MAY, conversation="c1", owner=world.bo)
    apart = world.rule(Verdict.SEPARATE, world.boat, his)
    by_rules = apart.model_copy(update={"decided_by": Decider.RULE})
    with pytest.raises(InputError, match="belong to two people, Ida and Bo"):
        undo_decision(world.snapshot(), (by_rules,), by_rules)
    same = world.rule(Verdict.SEPARATE, world.boat, world.own("pier"))
    by_rules = same.model_copy(update={"decided_by": Decider.RULE})
    merge = undo_decision(world.snapshot(), (by_rules,), by_rules)
    assert (merge.verdict, merge.confident) == (Verdict.MERGE, True)


# ---- an undo of what is not in force, or was never decided


def two_anas() -> tuple[World, str, str, Decision]:
    """Two of one name, of whom nothing tells whether they are one; the rules leave it open."""
    world = World()
    one_ana, _ = world.talk("c1", "Ana", "Bo")
    other, _ = world.talk("c2", "Ana", "Cy")
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    (left_open,) = plan.decisions
    assert (left_open.verdict, left_open.confident) == (Verdict.SEPARATE, False)
    return world, one_ana, other, left_open


def test_what_is_undecided_is_no_decision_to_take_back() -> None:
    world, one_ana, other, left_open = two_anas()
    with pytest.raises(InputError, match="decides nothing: whether Ana and Ana") as error:
        undo_decision(world.snapshot(), (left_open,), left_open)
    assert "graphmem merge" in error.value.next_step
    assert {one_ana, other} <= set(error.value.next_step.split())


def test_no_undo_of_what_is_past_stands_against_what_a_person_said() -> None:
    world, one_ana, other, left_open = two_anas()
    apart = person_decision(world.snapshot(), (left_open,), Verdict.SEPARATE, [one_ana], [other])
    plan = make_plan(world.snapshot(), (left_open, apart), vectors=vectors)
    assert plan.decisions == (apart,)
    with pytest.raises(InputError, match="In force about these two") as error:
        undo_decision(world.snapshot(), plan.decisions, left_open)
    assert f"{apart.uid} (separate: Ana (c1) ≠ Ana (c2))" in error.value.problem


@pytest.mark.parametrize("verdict", Verdict)
def test_two_opposite_words_about_the_same_two_never_stand_together(verdict: Verdict) -> None:
    world, one_ana, other, _ = two_anas()
    snapshot = world.snapshot()
    said = person_decision(snapshot, (), verdict, [one_ana], [other])
    # As of a run that judged the two before it knew what was said.
    by_rules = said.model_copy(update={"uid": "decision:rules", "decided_by": Decider.RULE})
    with pytest.raises(InputError, match="cannot be beside what people have decided") as error:
        undo_decision(snapshot, (said, by_rules), by_rules)
    assert said.uid in error.value.problem


# ---- a later word and an earlier one


def test_a_wider_merge_replaces_a_narrower_separation() -> None:
    world = Boats()
    dinghy = world.own("dinghy")
    apart = world.rule(Verdict.SEPARATE, world.ship, dinghy)
    plan = world.plan(apart)
    whole = next(item for item in plan.entities if world.ship in item.members)
    assert len(whole.members) == 3
    merge = person_decision(
        world.snapshot(),
        plan.decisions,
        Verdict.MERGE,
        [whole.uid],
        [dinghy],
        entities=plan.entities,
    )
    assert merge.replaces == apart.uid
    after = world.plan(*plan.decisions, merge)
    assert one(after, world.ship, dinghy)
    assert [item for item in after.decisions if item.decided_by is Decider.PERSON] == [merge]


def test_a_narrower_separation_replaces_a_wider_merge() -> None:
    world = Boats()
    dinghy = world.own("dinghy")
    plan = world.plan()
    (whole,) = [item for item in plan.entities if world.ship in item.members]
    merge = person_decision(
        world.snapshot(), (), Verdict.MERGE, [whole.uid], [dinghy], entities=plan.entities
    )
    apart = world.rule(Verdict.SEPARATE, world.boat, dinghy, merge)
    assert apart.replaces == merge.uid
    assert not one(world.plan(merge, apart), world.boat, dinghy)


def test_one_word_against_several_is_refused_and_names_them() -> None:
    world = Boats()
    dinghy = world.own("dinghy")
    ledger = [world.rule(Verdict.SEPARATE, thing, dinghy) for thing in (world.boat, world.ship)]
    plan = world.plan()
    (whole,) = [item for item in plan.entities if world.ship in item.members]
    with pytest.raises(InputError) as error:
        person_decision(
            world.snapshot(), ledger, Verdict.MERGE, [whole.uid], [dinghy], entities=plan.entities
        )
    assert all(item.uid in str(error.value) for item in ledger)


@pytest.mark.parametrize("last", ["merge", "separate"])
def test_what_cannot_be_through_a_third_is_refused_and_names_what_stands(last: str) -> None:
    world = Boats()
    kayak, canoe, raft = (world.own(name) for name in ("kayak", "canoe", "raft"))
    first = world.rule(Verdict.MERGE, kayak, raft)
    words = {
        "merge": (Verdict.MERGE, canoe, raft),
        "separate": (Verdict.SEPARATE, kayak, canoe),
    }
    (second,) = [world.rule(*word, first) for name, word in words.items() if name != last]
    with pytest.raises(InputError, match="cannot be beside what people have decided") as error:
        world.rule(*words[last], first, second)
    assert all(item.uid in str(error.value) for item in (first, second))


def test_two_people_are_not_parted_whose_things_a_person_made_one() -> None:
    world = World()
    one_ida, _ = world.talk("c1", "Ida", "Bo")
    other, _ = world.talk("c2", "Ida", "Cy")
    boats = [
        world.thing(ida, name, at=MAY, conversation=place, owner=ida)
        for ida, place, name in ((one_ida, "c1", "boat"), (other, "c2", "tub"))
    ]
    same = person_decision(world.snapshot(), (), Verdict.MERGE, [one_ida], [other])
    merge = person_decision(
        world.snapshot(),
        (same,),
        Verdict.MERGE,
        *([boat] for boat in boats),
        canonical={other: one_ida},
    )
    with pytest.raises(InputError, match="cannot be beside") as error:
        undo_decision(world.snapshot(), (same, merge), same)
    assert merge.uid in str(error.value)


# ---- two who talk to each other


def by_name() -> tuple[World, str, str, str]:
    """Bob and Rob talk; elsewhere one whom the caller knows speaks under both names."""
    world = World()
    bob, rob = world.talk("x", "Bob", "Rob")
    both, _ = world.talk("y", "Bob", "Zed", ids=["p1"])
    world.people[both] = world.people[both]._replace(names=("Bob", "Rob"))
    for person, place in ((bob, "x"), (rob, "x"), (both, "y")):
        job = world.thing(person, "job", at=MAY, conversation=place, owner=person)
        world.role(person, job, "welder", "A welder at Keel", at=MAY)
    return world, bob, rob, both


def humans(plan: Plan) -> dict[str, str]:
    return {item.uid: item.canonical_uid for item in plan.same_person}


@pytest.mark.parametrize("policy", MergePolicy)
def test_two_who_talk_to_each_other_are_not_one_through_a_third(policy: MergePolicy) -> None:
    world, bob, rob, _ = by_name()
    plan = make_plan(world.snapshot(), (), vectors=vectors, policy=policy)
    found = humans(plan)
    assert found.get(bob, bob) != found.get(rob, rob)
    for item in plan.entities:
        assert not {bob, rob} <= set(item.owner_uids)
    if policy is MergePolicy.BY_NAME:
        assert len(found) == 1
        (left,) = [
            item for item in plan.decisions if item.left.kind == "person" and not item.confident
        ]
        assert left.reason.endswith("But that would bring together what is kept apart.")


def test_a_merge_that_would_make_them_one_is_refused_and_names_them() -> None:
    world, bob, rob, both = by_name()
    snapshot = world.snapshot()
    first = person_decision(snapshot, (), Verdict.MERGE, [bob], [both])
    canonical = humans(make_plan(snapshot, (first,), vectors=vectors))
    assert len(canonical) == 1
    with pytest.raises(InputError, match="make Rob and Bob one, who talk to each other in x"):
        person_decision(snapshot, (first,), Verdict.MERGE, [rob], [both], canonical=canonical)
    # Whoever says it of exactly the two is believed, where they confirm it.
    with pytest.raises(SameConversationError, match="who talk to each other in x") as error:
        person_decision(snapshot, (first,), Verdict.MERGE, [bob], [rob], canonical=canonical)
    assert "--yes" in error.value.next_step
    exactly = person_decision(
        snapshot,
        (first,),
        Verdict.MERGE,
        [bob],
        [rob],
        canonical=canonical,
        allow_same_conversation=True,
    )
    ledger = (first, exactly)
    canonical = humans(make_plan(snapshot, ledger, vectors=vectors))
    assert len(canonical) == 2
    person_decision(snapshot, ledger, Verdict.MERGE, [rob], [both], canonical=canonical)


# ---- why something stands under another name


def test_what_stands_under_anothers_name_does_so_by_a_decision() -> None:
    world = Boats()
    for number in range(3):
        world.own("ship", session=f"S{number + 2}")
    plan = world.plan()
    names = {item.uid: item.key for item in plan.entities if item.layer is Layer.CONVERSATION}
    keys = {item.uid: item.key for item in world.snapshot().entities}
    made = {item.uid: item.verdict for item in plan.decisions}
    other = [
        edge
        for edge in plan.reconciled
        if edge.into in names and keys[edge.uid] != names[edge.into]
    ]
    assert other
    assert all(made[edge.decision_uid or ""] is Verdict.MERGE for edge in other)


def test_the_same_people_are_judged_with_all_four_tools() -> None:
    plan = make_plan(tied().snapshot(), (), vectors=vectors)
    (merge,) = [item for item in plan.decisions if item.left.kind == item.right.kind == "person"]
    assert merge.decided_by is Decider.RULE
    assert [call.tool for call in merge.tools] == [
        "get_entity_timeline",
        "get_entity_timeline",
        "compare_entities_across_conversations",
        "get_conversation_context",
        "get_conversation_context",
        "detect_contradictions",
    ]
    rosa, otto = merge.tools[:2]
    assert (rosa.arguments["entity_name"], otto.arguments["entity_name"]) == ("Rosa", "Otto")
    assert "Rosa called" in rosa.result
    assert {call.arguments["conv_id"] for call in merge.tools if "conv_id" in call.arguments} == {
        "c1",
        "c2",
    }
