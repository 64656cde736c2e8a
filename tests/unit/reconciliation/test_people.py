"""People of one name: what ties them, what parts them, and the four policies."""

from datetime import datetime

import pytest

from graphmem.model.decision import Decision, MergePolicy, MergeWeights, Verdict
from graphmem.model.memory import split_by_conversation
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import make_plan, person_decision
from graphmem.reconciliation.blocking import Vectors
from graphmem.reconciliation.conversation import reconcile_conversations
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import NameUsage
from graphmem.reconciliation.judging import CachedJudge
from graphmem.reconciliation.lives import Anchors, Shared, shared_keys
from graphmem.reconciliation.neighbourhood import PlanningView
from graphmem.reconciliation.people import reconcile_people
from tests.unit.reconciliation.build import World, later, vectors

MAY = datetime(2024, 5, 4, 18)


def two_idas(**ids: str) -> tuple[World, str, str]:
    world = World()
    one, _ = world.talk("c1", "Ida", "Bo", ids=[ids.get("one")])
    other, _ = world.talk("c2", "Ida", "Cy", ids=[ids.get("other")])
    return world, one, other


def sister(world: World, ida: str, conversation: str, name: str) -> None:
    thing = world.thing(
        ida,
        "sister",
        at=MAY,
        conversation=conversation,
        owner=ida,
        aliases=[name],
        type=EntityType.PERSON,
    )
    world.say(ida, f"{name} called", at=MAY, conversation=conversation, subject=thing)


def speaks_of(
    world: World,
    speaker: str,
    name: str,
    conversation: str,
    type: EntityType = EntityType.PERSON,
    quote: str = "",
) -> None:
    thing = world.thing(speaker, name, at=MAY, conversation=conversation, proper=True, type=type)
    world.say(
        speaker,
        f"They saw {name}",
        at=MAY,
        conversation=conversation,
        names=[thing],
        quote=quote or f"I saw {name}",
    )


def decided(world: World, policy: MergePolicy = MergePolicy.DECIDE) -> tuple[bool, Decision | None]:
    """Whether they are one, and the decision about the two."""
    plan = make_plan(world.snapshot(), (), vectors=vectors, policy=policy)
    found = [item for item in plan.decisions if item.left.kind == item.right.kind == "person"]
    return bool(plan.same_person), next(iter(found), None)


def tied() -> World:
    world, one, other = two_idas()
    for ida, place in ((one, "c1"), (other, "c2")):
        sister(world, ida, place, "Rosa")
        speaks_of(world, ida, "Otto", place)
    return world


# ---- the policies


@pytest.mark.parametrize(
    ("policy", "one", "verdict", "confident"),
    [
        (MergePolicy.DECIDE, True, Verdict.MERGE, True),
        (MergePolicy.BY_NAME, True, Verdict.MERGE, True),
        (MergePolicy.ASK, False, Verdict.SEPARATE, False),
    ],
)
def test_two_who_share_a_sister_and_a_friend(
    policy: MergePolicy, one: bool, verdict: Verdict, confident: bool
) -> None:
    same, decision = decided(tied(), policy)
    assert decision is not None
    assert (same, decision.verdict, decision.confident) == (one, verdict, confident)
    assert "Both speak of Rosa (sister)" in decision.reason


@pytest.mark.parametrize(
    ("policy", "one", "verdict", "confident"),
    [
        (MergePolicy.DECIDE, False, Verdict.SEPARATE, False),
        (MergePolicy.BY_NAME, True, Verdict.MERGE, True),
        (MergePolicy.ASK, False, Verdict.SEPARATE, False),
    ],
)
def test_two_who_share_a_name_alone(
    policy: MergePolicy, one: bool, verdict: Verdict, confident: bool
) -> None:
    same, decision = decided(two_idas()[0], policy)
    assert decision is not None
    assert (same, decision.verdict, decision.confident) == (one, verdict, confident)


def test_by_id_nothing_but_the_callers_id_counts() -> None:
    assert decided(tied(), MergePolicy.BY_ID) == (False, None)
    world, one, other = two_idas(one="ida", other="ida")
    assert one == other
    assert decided(world, MergePolicy.BY_ID) == (False, None)


@pytest.mark.parametrize("policy", MergePolicy)
def test_whom_the_caller_tells_apart_no_policy_merges(policy: MergePolicy) -> None:
    world, one, other = two_idas(one="ida-1", other="ida-2")
    for ida, place in ((one, "c1"), (other, "c2")):
        sister(world, ida, place, "Rosa")
        speaks_of(world, ida, "Otto", place)
    assert decided(world, policy) == (False, None)


def test_through_whom_the_policy_alone_joins_nobody_is_sure() -> None:
    world = tied()
    one, other = (uid for uid, person in world.people.items() if person.name == "Ida")
    third, _ = world.talk("c3", "Ida", "Dee")
    snapshot = world.snapshot()
    ledger = DecisionLog(snapshot.space, ())
    parts = split_by_conversation(snapshot)
    layers = reconcile_conversations(parts, ledger, Vectors(vectors), MergeWeights())
    known = PlanningView(snapshot.space, layers, parts, snapshot.people, None)
    humans = reconcile_people(
        known, (), ledger, MergePolicy.BY_NAME, MergeWeights(), CachedJudge(ledger, None)
    )
    assert set(humans.bearers[one]) == {one, other, third}
    assert humans.certainty(one, other) == humans.certainty(third, third) == 1.0
    assert humans.certainty(one, third) == humans.certainty(third, other) == 0.0


def test_what_is_asked_a_person_answers() -> None:
    world = tied()
    _, asked = decided(world, MergePolicy.ASK)
    assert asked is not None
    assert asked.reason.startswith("Recommended: merge.")
    assert asked.reason.endswith("The policy is ask: a person decides.")
    answer = person_decision(
        world.snapshot(), (asked,), Verdict.MERGE, asked.left.uids, asked.right.uids
    )
    plan = make_plan(world.snapshot(), (asked, answer), vectors=vectors, policy=MergePolicy.ASK)
    assert [item.decision_uid for item in plan.same_person] == [answer.uid]
    assert asked.uid not in {item.uid for item in plan.decisions}


# ---- anchors


def shared(world: World, one: str, other: str) -> list[Shared]:
    """What two people share, the most telling first."""
    snapshot = world.snapshot()
    parts = split_by_conversation(snapshot)
    layers = reconcile_conversations(
        parts, DecisionLog(snapshot.space, ()), Vectors(vectors), MergeWeights()
    )
    known = PlanningView(snapshot.space, layers, parts, snapshot.people, None)
    left, right = known.here[one], known.here[other]
    return Anchors(known, known.holders(shared_keys(left, right))).shared(left, right)


def test_a_name_tells_less_the_more_strangers_speak_of_it() -> None:
    values = []
    for strangers in range(3):
        world, one, other = two_idas()
        for ida, place in ((one, "c1"), (other, "c2")):
            speaks_of(world, ida, "Otto", place)
        for number in range(strangers):
            stranger, _ = world.talk(f"x{number}", f"Uli{number}", f"Vera{number}")
            speaks_of(world, stranger, "Otto", f"x{number}")
        (found,) = shared(world, one, other)
        values.append(found.value)
    assert values == [0.3, 0.15, 0.1]


def test_a_tie_tells_more_than_a_name_and_a_city_less() -> None:
    world, one, other = two_idas()
    for ida, place in ((one, "c1"), (other, "c2")):
        sister(world, ida, place, "Rosa")
        speaks_of(world, ida, "Otto", place)
        speaks_of(world, ida, "Lisbon", place, EntityType.PLACE)
    assert [(item.key, item.value) for item in shared(world, one, other)] == [
        ("rosa", 0.5),
        ("otto", 0.3),
        ("lisbon", 0.1),
    ]


@pytest.mark.parametrize(
    ("name", "quote"),
    [
        ("Awesome", "Awesome! You are awesome"),
        ("Thursday", "See you on Thursday"),
        ("Yep", "Yep, it is"),
        ("Mum", "I asked Mum"),
        ("last weekend of June", "It was the last weekend of June"),
    ],
)
def test_what_is_no_name_is_no_anchor(name: str, quote: str) -> None:
    world, one, other = two_idas()
    for ida, place in ((one, "c1"), (other, "c2")):
        speaks_of(world, ida, name, place, EntityType.THING, quote)
    assert shared(world, one, other) == []


def test_two_cities_and_a_weekday_make_nobody_one() -> None:
    world, one, other = two_idas()
    for ida, place in ((one, "c1"), (other, "c2")):
        for name in ("Lisbon", "Porto", "Thursday", "Friday"):
            speaks_of(world, ida, name, place, EntityType.PLACE)
    same, decision = decided(world)
    assert not same
    assert decision is not None
    assert "Thursday" not in decision.reason


def test_a_name_counts_by_how_often_it_is_one() -> None:
    world, one, _ = two_idas()
    for quote in ("we met Clay", "with Clay again", "out of clay", "Clay is here"):
        world.say(one, "They met", at=MAY, conversation="c1", quote=quote)
    naming = NameUsage(world.snapshot().answers, {})
    assert naming.share("Clay", EntityType.PERSON) == pytest.approx(2 / 3, abs=1e-4)
    assert naming.share("Nobody", EntityType.PERSON) == 0.0
    assert naming.share("Lena Ott", EntityType.PERSON) == 1.0
    assert naming.share("first of March", EntityType.THING) == 0.0


# ---- what parts them


def works(world: World, ida: str, conversation: str, title: str, firm: str, at: datetime) -> None:
    job = world.thing(ida, "job", at=at, conversation=conversation, owner=ida)
    world.role(ida, job, title, f"Ida is a {title} at {firm}", f"works_at_{firm}", at=at)


def couple(world: World, ida: str, conversation: str, word: str, at: datetime) -> None:
    other = world.thing(ida, word, at=at, conversation=conversation, owner=ida)
    world.say(ida, f"Ida met her {word}", at=at, conversation=conversation, names=[other])


def test_other_work_and_another_couple_at_one_time_are_two_people() -> None:
    world, one, other = two_idas()
    works(world, one, "c1", "baker", "Crumb", MAY)
    works(world, other, "c2", "pilot", "Tern", later(MAY, 40))
    couple(world, one, "c1", "husband", MAY)
    couple(world, other, "c2", "boyfriend", later(MAY, 50))
    _, decision = decided(world)
    assert decision is not None
    assert (decision.verdict, decision.confident) == (Verdict.SEPARATE, True)
    assert "They do other work:" in decision.reason
    assert "They live in another couple:" in decision.reason
    assert decision.reason.endswith("They are two people.")


def test_other_work_alone_is_told_and_left_undecided() -> None:
    world, one, other = two_idas()
    works(world, one, "c1", "baker", "Crumb", MAY)
    works(world, other, "c2", "pilot", "Tern", later(MAY, 40))
    _, decision = decided(world)
    assert decision is not None
    assert not decision.confident
    assert "baker at Crumb" in decision.reason
    assert "pilot at Tern" in decision.reason


def test_other_work_years_later_is_no_reason() -> None:
    world, one, other = two_idas()
    works(world, one, "c1", "baker", "Crumb", MAY)
    works(world, other, "c2", "pilot", "Tern", later(MAY, 900))
    _, decision = decided(world)
    assert decision is not None
    assert "other work" not in decision.reason
    assert "against" not in {part.name for part in decision.parts}


def test_work_that_changes_does_not_part_whom_names_tie() -> None:
    world = tied()
    one, other = (person.uid for person in world.people.values() if person.name == "Ida")
    works(world, one, "c1", "baker", "Crumb", MAY)
    works(world, other, "c2", "pilot", "Tern", later(MAY, 40))
    same, _ = decided(world)
    assert same


def test_two_who_seemed_two_are_one_when_more_is_said() -> None:
    world, one, other = two_idas()
    works(world, one, "c1", "baker", "Crumb", MAY)
    works(world, other, "c2", "pilot", "Tern", later(MAY, 40))
    couple(world, one, "c1", "husband", MAY)
    couple(world, other, "c2", "boyfriend", later(MAY, 50))
    before = make_plan(world.snapshot(), (), vectors=vectors)
    (apart,) = [item for item in before.decisions if item.left.kind == item.right.kind == "person"]
    assert apart.confident
    for ida, place in ((one, "c1"), (other, "c2")):
        sister(world, ida, place, "Rosa")
        speaks_of(world, ida, "Otto", place)
    after = make_plan(world.snapshot(), before.decisions, vectors=vectors)
    (merge,) = [item for item in after.decisions if item.left.kind == item.right.kind == "person"]
    assert (merge.verdict, merge.replaces) == (Verdict.MERGE, apart.uid)
    assert len(after.same_person) == 1
