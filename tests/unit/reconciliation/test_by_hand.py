"""What people decide: kept, followed everywhere, taken back, and refused where it cannot be."""

from datetime import datetime

import pytest

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Decider, Decision, Layer, Plan, Verdict
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import (
    make_plan,
    person_decision,
    standing_rulings,
    undo_decision,
)
from tests.unit.reconciliation.build import World, entity_of, later, vectors

MAY = datetime(2024, 5, 4, 18)


class Boats(World):
    """Ida's boat is called Gull, and a ship is also called Gull: one by two aliases."""

    def __init__(self) -> None:
        super().__init__()
        self.ida, self.bo = self.talk("c1", "Ida", "Bo")
        self.boat = self.own("boat", "Gull")
        self.gull = self.own("Gull", "ship")
        self.ship = self.own("ship")

    def own(self, name: str, *aliases: str, session: str = "S1") -> str:
        return self.thing(
            self.ida,
            name,
            at=MAY,
            conversation="c1",
            session=session,
            owner=self.ida,
            aliases=aliases,
            proper=name[0].isupper(),
        )

    def plan(self, *ledger: Decision) -> Plan:
        return make_plan(self.snapshot(), ledger, vectors=vectors)

    def rule(self, verdict: Verdict, left: str, right: str, *ledger: Decision) -> Decision:
        return person_decision(self.snapshot(), ledger, verdict, [left], [right])


def one(plan: Plan, left: str, right: str) -> bool:
    return entity_of(plan, left).uid == entity_of(plan, right).uid


def test_what_is_kept_apart_is_not_joined_through_a_third() -> None:
    world = Boats()
    before = world.plan()
    assert one(before, world.boat, world.ship)
    apart = world.rule(Verdict.SEPARATE, world.boat, world.ship, *before.decisions)
    plan = world.plan(*before.decisions, apart)
    assert not one(plan, world.boat, world.ship)
    # The third is still one with either of them, not with neither.
    assert one(plan, world.boat, world.gull) != one(plan, world.gull, world.ship)
    assert any("kept apart" in item.reason for item in plan.decisions)


def test_an_undone_merge_stays_undone_and_can_be_had_again() -> None:
    world = Boats()
    before = world.plan()
    merges = [item for item in before.decisions if item.verdict is Verdict.MERGE]
    assert len(merges) == 2
    undo = undo_decision(world.snapshot(), before.decisions, merges[0])
    assert (undo.decided_by, undo.undoes, undo.verdict) == (
        Decider.PERSON,
        merges[0].uid,
        Verdict.SEPARATE,
    )
    plan = world.plan(*before.decisions, undo)
    assert not one(plan, world.boat, world.ship)
    assert merges[0].uid not in {item.uid for item in plan.decisions}
    again = undo_decision(world.snapshot(), plan.decisions, undo)
    assert one(world.plan(*plan.decisions, again), world.boat, world.ship)


def test_nothing_is_taken_back_twice() -> None:
    world = Boats()
    before = world.plan()
    merge = next(item for item in before.decisions if item.verdict is Verdict.MERGE)
    undo = undo_decision(world.snapshot(), before.decisions, merge)
    with pytest.raises(InputError, match="taken back already"):
        undo_decision(world.snapshot(), (*before.decisions, undo), merge)


def test_a_merge_by_hand_of_what_nothing_links() -> None:
    world = Boats()
    pier = world.own("pier")
    ruled = world.rule(Verdict.MERGE, pier, world.boat)
    assert ruled.layer is Layer.SESSION
    plan = world.plan(ruled)
    assert one(plan, pier, world.boat)
    assert ruled in plan.decisions
    edges = {edge.decision_uid for edge in plan.reconciled if edge.uid in {pier, world.boat}}
    assert ruled.uid in edges


def test_a_second_word_of_a_person_replaces_the_first() -> None:
    world = Boats()
    first = world.rule(Verdict.SEPARATE, world.boat, world.ship)
    second = world.rule(Verdict.MERGE, world.boat, world.ship, first)
    assert second.replaces == first.uid
    assert standing_rulings((first, second)) == (second,)
    assert one(world.plan(first, second), world.boat, world.ship)


def test_one_exact_key_can_be_parted_session_by_session() -> None:
    world = Boats()
    other = world.own("boat", session="S2")
    assert one(world.plan(), world.boat, other)
    apart = world.rule(Verdict.SEPARATE, world.boat, other)
    assert not one(world.plan(apart), world.boat, other)


def test_what_two_people_own_is_refused() -> None:
    world = Boats()
    his = world.thing(world.bo, "boat", at=MAY, conversation="c1", owner=world.bo)
    with pytest.raises(InputError, match="belong to two people, Ida and Bo"):
        world.rule(Verdict.MERGE, world.boat, his)
    world.rule(Verdict.SEPARATE, world.boat, his)


@pytest.mark.parametrize("right", ["boat", "person", "nothing"])
def test_sides_that_make_no_sense_are_refused(right: str) -> None:
    world = Boats()
    rights = {"boat": [world.boat], "person": [world.ship, world.bo], "nothing": []}[right]
    with pytest.raises(InputError):
        person_decision(world.snapshot(), (), Verdict.MERGE, [world.boat], rights)


def test_an_unknown_uid_is_an_error() -> None:
    with pytest.raises(NotFoundError):
        Boats().rule(Verdict.MERGE, "entity:none", "entity:other")


def test_somebody_spoken_of_can_be_told_to_be_a_participant() -> None:
    world = Boats()
    friend = world.thing(
        world.ida, "neighbour", at=MAY, conversation="c1", owner=world.ida, type=EntityType.PERSON
    )
    named = world.thing(
        world.ida, "Bo", at=later(MAY, 1), conversation="c1", proper=True, type=EntityType.PERSON
    )
    (edge,) = world.plan().is_person
    assert (edge.entity_uid, edge.person_uid) == (entity_of(world.plan(), named).uid, world.bo)
    apart = world.rule(Verdict.SEPARATE, named, world.bo)
    assert world.plan(apart).is_person == ()
    assert friend != named
