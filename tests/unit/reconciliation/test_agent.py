"""Layer 3: the agent of rules."""

import re
from datetime import datetime

import pytest

from graphmem.model.decision import (
    Decision,
    Layer,
    MergeWeights,
    Plan,
    Verdict,
)
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import make_plan, person_decision
from tests.unit.reconciliation.build import World, days, later, vectors

MARCH, JUNE, SEPTEMBER = (datetime(2024, month, 4, 18) for month in (3, 6, 9))


def one_woman() -> tuple[World, str]:
    world = World()
    ana, _ = world.talk("pond", "Ana", "Bo", ids=["ana"])
    world.talk("harbour", "Ana", "Cy", ids=["ana"])
    return world, ana


def two_jobs(world: World, ana: str) -> None:
    for place, role, text, at in (
        ("pond", "welder", "Ana welds hulls at Keel", MARCH),
        ("harbour", "foreman", "Ana leads the yard", SEPTEMBER),
    ):
        job = world.thing(ana, "job", at=at, conversation=place, owner=ana)
        world.role(ana, job, role, text, at=at)


def across(plan: Plan) -> list[Decision]:
    return [item for item in plan.decisions if item.layer is Layer.PERSON]


def test_it_calls_the_four_tools_and_tells_what_counted() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    (merge,) = across(make_plan(world.snapshot(), (), vectors=vectors))
    assert merge.verdict is Verdict.MERGE
    assert [call.tool for call in merge.tools] == [
        "get_entity_timeline",
        "compare_entities_across_conversations",
        "get_conversation_context",
        "get_conversation_context",
        "detect_contradictions",
    ]
    assert merge.tools[0].arguments == {"entity_name": "job", "person_id": "Ana"}
    assert "welder" in merge.tools[0].result
    assert {part.name: part.value for part in merge.parts} == {
        "name": 1.0,
        "owner": 1.0,
        "unique": 1.0,
        "time": 1.0,
    }
    assert merge.score == pytest.approx(sum(part.contribution for part in merge.parts))
    told = re.sub(r"/D1:\d+", "", merge.reason)
    assert "welder (2024-03-04, pond), then foreman (2024-09-04, harbour)." in told


def test_the_weights_are_settings() -> None:
    world, ana = one_woman()
    two_jobs(world, ana)
    strict = MergeWeights(across_merge=0.95)
    (kept,) = across(make_plan(world.snapshot(), (), vectors=vectors, weights=strict))
    assert (kept.verdict, kept.confident) == (Verdict.SEPARATE, False)
    assert kept.reason.endswith("not enough to take them for one.")


def test_events_of_two_days_are_two() -> None:
    world, ana = one_woman()
    for place, at in (("pond", MARCH), ("harbour", SEPTEMBER)):
        regatta = world.thing(
            ana, "regatta", at=at, conversation=place, owner=ana, type=EntityType.EVENT
        )
        world.say(
            ana,
            "Ana sailed the regatta",
            at=at,
            conversation=place,
            names=[regatta],
            interval=days(at, later(at, 1)),
        )
    (apart,) = across(make_plan(world.snapshot(), (), vectors=vectors))
    assert (apart.verdict, apart.confident) == (Verdict.SEPARATE, True)
    assert "They were at other times: 2024-03-04 and 2024-09-04." in apart.reason


def test_sisters_of_two_names_are_two_and_of_one_name_one() -> None:
    verdicts = []
    for names in (("Ines", "Rosa"), ("Ines", "Ines")):
        world, ana = one_woman()
        for place, name in zip(("pond", "harbour"), names, strict=True):
            sister = world.thing(
                ana,
                "sister",
                at=MARCH,
                conversation=place,
                owner=ana,
                aliases=[name],
                type=EntityType.PERSON,
            )
            world.say(ana, f"{name} called", at=MARCH, conversation=place, subject=sister)
        verdicts.append(
            [item.verdict for item in across(make_plan(world.snapshot(), (), vectors=vectors))]
        )
    assert verdicts == [[Verdict.SEPARATE], [Verdict.MERGE]]


@pytest.mark.parametrize("name", ["Thursday", "sixth of January", "Awesome", "October"])
def test_dates_and_cheers_are_nobodys_things(name: str) -> None:
    world, ana = one_woman()
    for place, at in (("pond", MARCH), ("harbour", SEPTEMBER)):
        thing = world.thing(ana, name, at=at, conversation=place, proper=True)
        world.say(
            ana,
            f"Ana has time on {name}",
            at=at,
            conversation=place,
            names=[thing],
            quote=f"{name}! That was awesome",
        )
    assert across(make_plan(world.snapshot(), (), vectors=vectors)) == []


def test_what_a_person_parts_no_third_conversation_joins() -> None:
    world, ana = one_woman()
    world.talk("quay", "Ana", "Di", ids=["ana"])
    two_jobs(world, ana)
    third = world.thing(ana, "job", at=JUNE, conversation="quay", owner=ana)
    world.role(ana, third, "trainer", "Ana trains the young", at=JUNE)
    before = make_plan(world.snapshot(), (), vectors=vectors)
    (whole,) = [item for item in before.entities if item.layer is Layer.PERSON]
    assert len(whole.members) == 3
    left, right = whole.members[:2]
    apart = person_decision(
        world.snapshot(),
        before.decisions,
        Verdict.SEPARATE,
        [left],
        [right],
        entities=before.entities,
    )
    plan = make_plan(world.snapshot(), (*before.decisions, apart), vectors=vectors)
    (pair,) = [item for item in plan.entities if item.layer is Layer.PERSON]
    assert len(set(pair.members) & {left, right}) == 1
    assert any("kept apart" in item.reason for item in across(plan))
