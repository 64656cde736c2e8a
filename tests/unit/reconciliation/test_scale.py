"""Very many conversations of people who are called alike: no work for every two of them."""

from collections import Counter
from datetime import datetime, timedelta

import pytest

from graphmem.model.decision import MergePolicy, Plan, Verdict
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import make_plan
from tests.unit.reconciliation.build import World, vectors

START = datetime(2024, 1, 1, 10)


def many(conversations: int, *, firm: int = 0) -> World:
    """Sam talks to Kit in every one, of a job; of Tern, a firm, in the first ``firm``."""
    world = World()
    for number in range(conversations):
        place, at = f"c{number}", START + timedelta(days=number)
        sam, _ = world.talk(place, "Sam", "Kit")
        job = world.thing(sam, "job", at=at, conversation=place, owner=sam)
        world.say(sam, "Sam likes the job", at=at, conversation=place, subject=job)
        if number < firm:
            tern = world.thing(
                sam, "Tern", at=at, conversation=place, proper=True, type=EntityType.ORG
            )
            quote = "I went to Tern"
            world.say(sam, "Sam saw Tern", at=at, conversation=place, names=[tern], quote=quote)
    return world


def planned(world: World, policy: MergePolicy = MergePolicy.DECIDE) -> Plan:
    return make_plan(world.snapshot(), (), vectors=vectors, policy=policy)


def counted(plan: Plan) -> Counter[str]:
    return Counter(
        f"{item.left.kind} {item.verdict}"
        for item in plan.decisions
        if item.left.kind == item.right.kind
    )


@pytest.mark.parametrize("policy", [MergePolicy.DECIDE, MergePolicy.ASK])
@pytest.mark.parametrize(("conversations", "pairs"), [(12, 2 * 66), (13, 0), (60, 0)])
def test_of_a_crowd_of_one_name_nothing_is_decided(
    policy: MergePolicy, conversations: int, pairs: int
) -> None:
    assert counted(planned(many(conversations), policy)) == (
        {"person separate": pairs} if pairs else {}
    )


@pytest.mark.parametrize(("firm", "pairs"), [(0, 0), (3, 3), (12, 66), (13, 0)])
def test_of_a_crowd_those_are_compared_who_share_what_few_speak_of(firm: int, pairs: int) -> None:
    assert counted(planned(many(40, firm=firm)))["person separate"] == pairs


@pytest.mark.parametrize("conversations", [3, 60])
def test_by_name_as_few_decisions_as_make_them_one(conversations: int) -> None:
    plan = planned(many(conversations), MergePolicy.BY_NAME)
    assert len(plan.same_person) == 2 * (conversations - 1)
    assert counted(plan)["person merge"] == 2 * (conversations - 1)
    assert len({item.canonical_uid for item in plan.same_person}) == 2


def test_of_a_crowd_of_things_neighbours_in_time_are_compared() -> None:
    decisions = [
        item
        for item in planned(many(60), MergePolicy.BY_NAME).decisions
        if item.left.kind == item.right.kind == "entity"
    ]
    assert len(decisions) == 59 + 58 + 57 + 56
    for item in decisions:
        one, other = (int(side.conversation_ids[0][1:]) for side in (item.left, item.right))
        assert 0 < other - one <= 4


def test_whom_the_caller_tells_apart_by_name_the_others_join_one() -> None:
    world = World()
    for number in range(30):
        place = f"c{number}"
        world.talk(place, "Sam", f"Kit{number}", ids=[f"sam-{number}" if number < 2 else None])
    plan = planned(world, MergePolicy.BY_NAME)
    merges = [item for item in plan.decisions if item.verdict is Verdict.MERGE]
    assert len(merges) == len(plan.same_person) == 28
    (canonical,) = {item.canonical_uid for item in plan.same_person}
    assert world.people[canonical].person_id == "sam-0"
