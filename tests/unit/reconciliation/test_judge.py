"""Layer 3: a judge in the place of the rules, of things and of people."""

from datetime import datetime

import pytest

from graphmem.errors import LlmError, LlmOutputError, LlmSetupError
from graphmem.model.decision import (
    Decider,
    Judgement,
    Layer,
    MergePolicy,
    Side,
    Verdict,
)
from graphmem.model.tools import MemoryTools
from graphmem.reconciliation import make_plan
from tests.unit.reconciliation.build import World, layers, vectors
from tests.unit.reconciliation.test_agent import across, one_woman, two_jobs

JUNE = datetime(2024, 6, 4, 18)


class Stub:
    """Answers what it is given, or fails; counts how often it was asked."""

    def __init__(self, answer: Judgement | LlmError) -> None:
        self.answer = answer
        self.asked = 0

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        self.asked += 1
        tools.get_conversation_context(left.conversation_ids[0], left.uids[0])
        if isinstance(self.answer, LlmError):
            raise self.answer
        return self.answer


def says(verdict: Verdict, *, confident: bool = True) -> Judgement:
    return Judgement(
        verdict=verdict,
        confident=confident,
        score=0.9,
        reason="I looked.",
        transcript=("looked",),
        model="stub/1",
    )


def test_a_judge_decides_and_is_not_asked_the_same_twice() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    judge = Stub(says(Verdict.SEPARATE))
    first = make_plan(world.snapshot(), (), vectors=vectors, judge=judge)
    (kept,) = across(first)
    assert (kept.decided_by, kept.model, kept.transcript) == (Decider.MODEL, "stub/1", ("looked",))
    again = make_plan(world.snapshot(), first.decisions, vectors=vectors, judge=judge)
    assert (again, judge.asked) == (first, 1)
    job = world.thing(ana, "job", at=JUNE, conversation="pond", session="S2", owner=ana)
    world.role(ana, job, "trainer", "Ana trains the young", at=JUNE)
    make_plan(world.snapshot(), first.decisions, vectors=vectors, judge=judge)
    assert judge.asked == 2


def test_a_judge_that_changes_its_mind_replaces_its_decision() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    first = make_plan(world.snapshot(), (), vectors=vectors, judge=Stub(says(Verdict.SEPARATE)))
    job = world.thing(ana, "job", at=JUNE, conversation="pond", session="S2", owner=ana)
    world.role(ana, job, "trainer", "Ana trains the young", at=JUNE)
    plan = make_plan(
        world.snapshot(), first.decisions, vectors=vectors, judge=Stub(says(Verdict.MERGE))
    )
    (merge,) = across(plan)
    assert merge.verdict is Verdict.MERGE
    assert merge.replaces == across(first)[0].uid


def test_a_judge_that_is_not_sure_merges_nothing() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    unsure = Stub(says(Verdict.MERGE, confident=False))
    (kept,) = across(make_plan(world.snapshot(), (), vectors=vectors, judge=unsure))
    assert (kept.verdict, kept.confident) == (Verdict.SEPARATE, False)


def test_where_the_judge_fails_the_rules_decide_as_without_it() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    failing = Stub(LlmOutputError("It rambled.", next_step="Try another model."))
    (merge,) = across(make_plan(world.snapshot(), (), vectors=vectors, judge=failing))
    assert (merge.verdict, merge.decided_by) == (Verdict.MERGE, Decider.RULE)
    assert [merge] == across(make_plan(world.snapshot(), (), vectors=vectors))


def test_pairs_that_the_rules_judge_in_a_models_place_are_noted() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    failing = Stub(LlmOutputError("It rambled.", next_step="Try another model."))
    plan = make_plan(world.snapshot(), (), vectors=vectors, judge=failing)
    (note,) = plan.notes
    assert "Ana's job (pond)" in note
    assert note.endswith("judged by the rules, since the model failed. It rambled.")
    assert make_plan(world.snapshot(), (), vectors=vectors).notes == ()


def test_a_judge_that_cannot_be_asked_at_all_is_an_error() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    refusing = Stub(LlmSetupError("The key is refused.", next_step="Give another."))
    with pytest.raises(LlmSetupError):
        make_plan(world.snapshot(), (), vectors=vectors, judge=refusing)


# ---- a judge of people


def namesakes() -> World:
    world = World()
    world.talk("pond", "Ana", "Bo")
    world.talk("harbour", "Ana", "Cy")
    return world


def test_a_judge_decides_people_too_and_is_not_asked_the_same_twice() -> None:
    world = namesakes()
    judge = Stub(says(Verdict.MERGE))
    first = make_plan(world.snapshot(), (), vectors=vectors, judge=judge)
    (merge,) = first.decisions
    assert (merge.left.kind, merge.decided_by, merge.model) == ("person", Decider.MODEL, "stub/1")
    assert merge.transcript == ("looked",)
    assert [item.decision_uid for item in first.same_person] == [merge.uid]
    again = make_plan(world.snapshot(), first.decisions, vectors=vectors, judge=judge)
    assert (again, judge.asked) == (first, 1)
    ana = first.decisions[0].left.uids[0]
    world.say(ana, "Ana bought a kiln", at=JUNE, conversation="pond")
    make_plan(world.snapshot(), first.decisions, vectors=vectors, judge=judge)
    # What fills no slot of a life tells nobody from a namesake.
    assert judge.asked == 1
    more = {"predicate": "live_in", "object": "Lisbon"}
    (place,) = first.decisions[0].left.conversation_ids
    world.say(ana, "Ana lives in Lisbon", at=JUNE, conversation=place, **more)
    make_plan(world.snapshot(), first.decisions, vectors=vectors, judge=judge)
    assert judge.asked == 2


def test_where_the_judge_of_people_fails_the_rules_decide_and_it_is_noted() -> None:
    failing = Stub(LlmOutputError("It rambled.", next_step="Try another model."))
    plan = make_plan(namesakes().snapshot(), (), vectors=vectors, judge=failing)
    (kept,) = plan.decisions
    assert (kept.verdict, kept.decided_by) == (Verdict.SEPARATE, Decider.RULE)
    assert len(plan.notes) == 1


@pytest.mark.parametrize(
    ("policy", "asked", "decider", "one"),
    [
        (MergePolicy.BY_NAME, 0, Decider.RULE, True),
        (MergePolicy.BY_ID, 0, None, False),
        (MergePolicy.ASK, 1, Decider.MODEL, False),
    ],
)
def test_the_policy_goes_above_the_judge(
    policy: MergePolicy, asked: int, decider: Decider | None, one: bool
) -> None:
    judge = Stub(says(Verdict.MERGE))
    snapshot = namesakes().snapshot()
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy, judge=judge)
    assert judge.asked == asked
    assert [item.decided_by for item in plan.decisions] == ([decider] if decider else [])
    assert bool(plan.same_person) == one
    # What was recommended under one policy is not what another makes of it.
    decided = make_plan(snapshot, plan.decisions, vectors=vectors, judge=judge)
    assert decided.decisions[0].verdict is Verdict.MERGE
    assert judge.asked == asked + 1


# ---- a merge that others refuse


class ByPlace:
    """Keeps two places apart and merges all else; remembers what it was asked."""

    def __init__(self, *apart: str) -> None:
        self.apart = set(apart)
        self.asked: list[set[str]] = []

    def decide(self, left: Side, right: Side, tools: MemoryTools) -> Judgement:
        places = {*left.conversation_ids, *right.conversation_ids}
        self.asked.append(places)
        if self.apart <= places or (len(self.apart) == 1 and self.apart & places):
            return says(Verdict.SEPARATE)
        return says(Verdict.MERGE).model_copy(
            update={"score": 0.95 if places == {"pond", "quay"} else 0.9}
        )


def test_a_refused_merge_of_a_model_is_had_when_nothing_stands_against_it_any_more() -> None:
    world, ana = one_woman()
    world.talk("quay", "Ana", "Di", ids=["ana"])
    two_jobs(world, ana)
    third = world.thing(ana, "job", at=JUNE, conversation="quay", owner=ana)
    world.role(ana, third, "trainer", "Ana trains the young", at=JUNE)
    before = make_plan(world.snapshot(), (), vectors=vectors, judge=ByPlace("pond", "harbour"))
    (refused,) = [item for item in across(before) if item.judged is Verdict.MERGE]
    assert (refused.verdict, refused.confident) == (Verdict.SEPARATE, False)
    assert make_plan(world.snapshot(), before.decisions, vectors=vectors) == before

    # Now more is said of pond, and it is neither of the others.
    job = world.thing(ana, "job", at=JUNE, conversation="pond", session="S2", owner=ana)
    world.role(ana, job, "painter", "Ana paints ships", at=JUNE)
    later_judge, fresh_judge = ByPlace("pond"), ByPlace("pond")
    grown = make_plan(world.snapshot(), before.decisions, vectors=vectors, judge=later_judge)
    fresh = make_plan(world.snapshot(), (), vectors=vectors, judge=fresh_judge)
    assert {"harbour", "quay"} not in later_judge.asked
    assert layers(grown) == layers(fresh)
    assert {item.uid for item in grown.decisions} == {item.uid for item in fresh.decisions}
    assert len([item for item in grown.entities if item.layer is Layer.PERSON]) == 1
