from datetime import datetime

from graphmem.model.decision import Layer, MergePolicy, Verdict
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import make_plan
from tests.unit.reconciliation.build import World, decisions, entity_of, vectors

MAY, JULY, SEPTEMBER = (datetime(2023, month, 10, 9) for month in (5, 7, 9))


def one_man() -> tuple[World, dict[str, str]]:
    """John, the same man by his id, talks to three friends."""
    world = World()
    john, _ = world.talk("c41", "John", "Maria", ids=["john"])
    world.talk("c43", "John", "Tim", ids=["john"])
    world.talk("c47", "John", "James", ids=["john"])
    return world, {"john": john}


def test_one_job_with_three_dated_roles() -> None:
    world, people = one_man()
    john = people["john"]
    bases = []
    for conversation, at, role, states, text in (
        ("c41", MAY, "software_engineer", ["works_at_TechCorp"], "John is an engineer at TechCorp"),
        ("c43", JULY, "team_lead", ["managing_team"], "John became team lead at his company"),
        ("c47", SEPTEMBER, "startup_founder", ["left_job"], "John left his job to found a startup"),
    ):
        job = world.thing(john, "job", at=at, conversation=conversation, owner=john)
        world.role(john, job, role, text, *states, at=at)
        bases.append(job)
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    jobs = [item for item in plan.entities if item.layer is Layer.PERSON]
    assert [item.name for item in jobs] == ["job"]
    assert set(jobs[0].members) == {entity_of(plan, base).uid for base in bases}
    merges = [d for d in decisions(plan, Verdict.MERGE) if d.layer is Layer.PERSON]
    assert len(merges) == 3
    tools = {call.tool for call in merges[0].tools}
    assert tools == {
        "get_entity_timeline",
        "get_conversation_context",
        "compare_entities_across_conversations",
        "detect_contradictions",
    }
    reasons = " ".join(item.reason for item in merges)
    assert "software engineer" in reasons
    assert "team lead" in reasons
    assert "2023-07-10" in reasons
    assert "The times follow one another." in reasons


def test_two_partners_are_two_relationships() -> None:
    world, people = one_man()
    john = people["john"]
    bases = []
    for conversation, at, role, state, name in (
        ("c41", MAY, "dating", "dating_Sarah", "Sarah"),
        ("c47", SEPTEMBER, "married", "married_to_Lisa", "Lisa"),
    ):
        other = world.thing(
            john, name, at=at, conversation=conversation, proper=True, type=EntityType.PERSON
        )
        relationship = world.thing(
            john, "relationship", at=at, conversation=conversation, owner=john
        )
        world.role(
            john, relationship, role, f"John is {role} with {name}", state, at=at, names=[other]
        )
        bases.append(relationship)
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    assert not [item for item in plan.entities if item.layer is Layer.PERSON]
    (apart,) = decisions(plan, Verdict.SEPARATE)
    assert apart.confident
    assert "The partners differ: Sarah and Lisa." in apart.reason


def test_two_partners_in_one_conversation_split_the_exact_key() -> None:
    world, people = one_man()
    john = people["john"]
    bases = []
    for session, at, role, state in (
        ("S1", MAY, "dating", "dating_Sarah"),
        ("S2", JULY, "dating", "serious"),
        ("S3", SEPTEMBER, "married", "married_to_Lisa"),
    ):
        relationship = world.thing(
            john, "relationship", at=at, conversation="c41", session=session, owner=john
        )
        world.role(john, relationship, role, f"John is {role}", state, at=at)
        bases.append(relationship)
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    first, second, third = (entity_of(plan, base).uid for base in bases)
    assert first == second != third
    (apart,) = decisions(plan, Verdict.SEPARATE)
    assert "sarah" in apart.reason
    assert "lisa" in apart.reason


def three_johns(world: World) -> list[str]:
    johns = []
    for conversation, other, role, firm, at in (
        ("c41", "Maria", "candidate", "Hale Motors", MAY),
        ("c43", "Tim", "basketball_player", "Wolves", MAY),
        ("c47", "James", "programmer", "Bitworks", MAY),
    ):
        john, _ = world.talk(conversation, "John", other)
        job = world.thing(john, "job", at=at, conversation=conversation, owner=john)
        for number, day in enumerate((at, JULY, SEPTEMBER)):
            world.role(
                john,
                job,
                role,
                f"John works as {role} for {firm}, part {number}",
                f"works_at_{firm.replace(' ', '_')}",
                at=day,
            )
        johns.append(john)
    return johns


def test_three_men_of_one_name_stay_apart_with_the_reason() -> None:
    world = World()
    three_johns(world)
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    assert plan.same_person == ()
    apart = [item for item in plan.decisions if item.left.kind == "person"]
    assert len(apart) == 3
    assert all(item.verdict is Verdict.SEPARATE for item in apart)
    assert any("Wolves" in item.reason for item in apart)


def test_by_name_they_are_one_but_their_jobs_are_not() -> None:
    world = World()
    johns = three_johns(world)
    plan = make_plan(world.snapshot(), (), vectors=vectors, policy=MergePolicy.BY_NAME)
    assert {item.uid for item in plan.same_person} | {
        item.canonical_uid for item in plan.same_person
    } == set(johns)
    assert not [item for item in plan.entities if item.layer is Layer.PERSON]
    jobs = [item for item in plan.decisions if item.left.kind == "entity"]
    assert len(jobs) == 3
    assert all(item.verdict is Verdict.SEPARATE and item.confident for item in jobs)


def test_one_man_without_an_id_is_found_by_his_dog_and_his_sister() -> None:
    world = World()
    johns = []
    for conversation, other, at in (("c41", "Maria", MAY), ("c43", "Tim", JULY)):
        john, _ = world.talk(conversation, "John", other)
        sister = world.thing(
            john,
            "sister",
            at=at,
            conversation=conversation,
            owner=john,
            aliases=["Nina"],
            type=EntityType.PERSON,
        )
        world.say(john, "Nina drove up", at=at, conversation=conversation, subject=sister)
        biscuit = world.thing(john, "Biscuit", at=at, conversation=conversation, proper=True)
        world.say(john, "Biscuit ate a sock", at=at, conversation=conversation, subject=biscuit)
        johns.append(john)
    plan = make_plan(world.snapshot(), (), vectors=vectors)
    assert len(plan.same_person) == 1
    (merge,) = [item for item in plan.decisions if item.left.kind == "person"]
    assert merge.verdict is Verdict.MERGE
    assert "Nina (sister)" in merge.reason
    assert "Biscuit" in merge.reason
    together = [item.name for item in plan.entities if item.layer is Layer.PERSON]
    assert sorted(together) == ["Biscuit", "sister"]
    asked = make_plan(world.snapshot(), (), vectors=vectors, policy=MergePolicy.ASK)
    assert asked.same_person == ()
    (open_question,) = [item for item in asked.decisions if item.left.kind == "person"]
    assert not open_question.confident
    assert "Recommended: merge." in open_question.reason
    by_id = make_plan(world.snapshot(), (), vectors=vectors, policy=MergePolicy.BY_ID)
    assert by_id.same_person == ()
