from graphmem.model.tools import Order
from graphmem.model.workspace import EntityType
from tests.unit.reconciliation.build import later
from tests.unit.tools.harbour import JUNE, MARCH, SEPTEMBER, Harbour


def test_what_both_say_what_one_leaves_unsaid_and_the_order() -> None:
    found = Harbour().tools().compare_entities_across_conversations("job", "pond", "harbour")
    assert (found.a.roles, found.a.states, found.a.named) == (
        ("welder",),
        ("works_at_Keel",),
        ("Keel",),
    )
    # "The yard" names no employer: left unsaid, and no difference.
    assert (found.b.roles, found.b.named) == (("foreman",), ())
    assert found.only_a == ("named Keel", "role welder")
    assert found.only_b == ("role foreman",)
    assert found.differences == ("work: welder / foreman",)
    assert found.order is Order.A_FIRST


def test_turned_round_it_says_the_same() -> None:
    found = Harbour().tools().compare_entities_across_conversations("job", "harbour", "pond")
    assert found.order is Order.B_FIRST
    assert found.only_b == ("named Keel", "role welder")


def test_two_employers_differ_and_one_is_shared() -> None:
    world = Harbour()
    for firm in ("Keel", "Tern"):
        world.role(
            world.ana,
            world.later_job,
            "welder",
            f"Ana welds at {firm}",
            f"works_at_{firm}",
            at=JUNE,
        )
    found = world.tools().compare_entities_across_conversations("job", "pond", "harbour")
    assert "named Keel" in found.overlap
    assert "role welder" in found.overlap
    assert found.only_b == ("named Tern", "role foreman")


def test_whom_one_works_with_is_not_whom_one_works_for() -> None:
    world = Harbour()
    mate = world.thing(
        world.ana, "Otto", at=SEPTEMBER, conversation="harbour", proper=True, type=EntityType.ORG
    )
    world.role(
        world.ana,
        world.later_job,
        "founder",
        "Ana started a yard with Otto",
        at=SEPTEMBER,
        names=[mate],
    )
    found = world.tools().compare_entities_across_conversations("job", "pond", "harbour")
    assert not [line for line in found.differences if line.startswith("employer")]


def test_each_conversations_owner_is_told_apart() -> None:
    world = Harbour()
    other = world.thing(world.bo, "job", at=MARCH, conversation="pond", owner=world.bo)
    world.role(world.bo, other, "baker", "Bo bakes bread", at=MARCH)
    found = world.tools().compare_entities_across_conversations("job", "pond", "harbour")
    assert found.a.roles == ("welder",)


def test_overlapping_and_unknown_times() -> None:
    world = Harbour()
    world.role(world.ana, world.job, "trainer", "Ana trains others", at=later(SEPTEMBER, 30))
    tools = world.tools()
    overlapping = tools.compare_entities_across_conversations("job", "pond", "harbour")
    assert overlapping.order is Order.OVERLAPPING
    unknown = tools.compare_entities_across_conversations("Keel", "pond", "harbour")
    assert unknown.order is Order.UNKNOWN
    assert unknown.b.statements == ()
