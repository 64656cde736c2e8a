"""Neither the name of a space nor the order of what came may make a difference."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from graphmem.model.decision import Decision, MergePolicy, Plan
from graphmem.model.memory import Snapshot
from graphmem.reconciliation import make_plan, undo_decision
from tests.examples import examples
from tests.unit.reconciliation.build import humans, vectors
from tests.unit.reconciliation.spaces import moved, names_of, told
from tests.unit.reconciliation.test_scale import many
from tests.unit.reconciliation.worlds import dense

_POLICIES = st.sampled_from(MergePolicy)
_SEEDS = st.integers(0, 2**32)
# A world of a smaller seed is no smaller: there is nothing to shrink.
_SETTINGS = settings(
    max_examples=examples(30),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)


def elsewhere(snapshot: Snapshot, seed: int) -> Snapshot:
    """The same dialogue in another space, come in another order."""
    chance = random.Random(seed)
    other = moved(snapshot, f"space {seed}")

    def mixed(items: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(chance.sample(items, len(items)))

    return Snapshot(
        other.space,
        people=mixed(other.people),
        entities=mixed(other.entities),
        roles=mixed(other.roles),
        answers=mixed(other.answers),
        questions=mixed(other.questions),
    )


def planned(snapshot: Snapshot, policy: MergePolicy, ledger: Sequence[Decision] = ()) -> Plan:
    return make_plan(snapshot, ledger, vectors=vectors, policy=policy)


@_SETTINGS
@given(dense(), _SEEDS, _POLICIES)
def test_one_dialogue_gives_one_memory_in_every_space(
    snapshot: Snapshot, seed: int, policy: MergePolicy
) -> None:
    other = elsewhere(snapshot, seed)
    assert told(planned(other, policy), other) == told(planned(snapshot, policy), snapshot)


@_SETTINGS
@given(dense(), _SEEDS, _SEEDS, _POLICIES)
def test_what_is_taken_back_is_the_same_in_every_space(
    snapshot: Snapshot, seed: int, which: int, policy: MergePolicy
) -> None:
    after = []
    for world in (snapshot, elsewhere(snapshot, seed)):
        plan = planned(world, policy)
        known = names_of(plan, world)
        decided = (item for item in plan.decisions if item.confident)
        in_order = sorted(decided, key=lambda item: known[item.uid])
        if not in_order:
            return
        undone = in_order[which % len(in_order)]
        taken_back = undo_decision(world, plan.decisions, undone, canonical=humans(plan))
        again = told(planned(world, policy, (*plan.decisions, taken_back)), world)
        after.append((known[undone.uid], again["entities"], again["same_person"]))
    assert after[0] == after[1]


@pytest.mark.parametrize("policy", MergePolicy)
def test_where_all_is_equally_sure_no_uid_decides(policy: MergePolicy) -> None:
    here = many(5, firm=5).snapshot()
    for seed in range(5):
        there = elsewhere(here, seed)
        assert told(planned(there, policy), there) == told(planned(here, policy), here)
