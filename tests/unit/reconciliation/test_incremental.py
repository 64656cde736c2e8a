"""Planning what changed gives, node for node, what planning from nothing gives."""

import random
from collections import Counter

import pytest

from graphmem.errors import InputError, NotFoundError
from graphmem.model.decision import Decision, MergePolicy, Verdict
from graphmem.model.memory import Snapshot
from graphmem.reconciliation import make_plan, person_decision, undo_decision
from tests.unit.reconciliation.build import vectors
from tests.unit.reconciliation.standing import Space, differences, told
from tests.unit.reconciliation.test_scale import many
from tests.unit.reconciliation.worlds import dense_world, only, sessions_of

_STEPS = 12


class History:
    """One space over time: sessions come and go, people decide and take decisions back."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.world = dense_world(seed)
        self.policy = self.chance.choice(list(MergePolicy))
        self.sessions = sessions_of(self.world)
        self.known: set[tuple[str, str]] = set()
        self.space = Space()

    def step(self) -> list[str]:
        """One thing happens; what is not the same afterwards as from nothing."""
        kind = self.chance.choice(["add", "add", "add", "drop", "undo", "merge", "separate"])
        before = tuple(self.space.decisions.values())
        changed: set[str] = set()
        said: list[Decision] = []
        if kind in {"add", "drop"}:
            changed = self._talk(kind)
        else:
            said = self._decide(kind, only(self.world, self.known), before)
        snapshot = only(self.world, self.known)
        if not (changed or said):
            return []
        self.space.update(snapshot, changed, said=said, vectors=vectors, policy=self.policy)
        whole = make_plan(snapshot, (*before, *said), vectors=vectors, policy=self.policy)
        return differences(self.space.whole(), told(whole))

    def _talk(self, kind: str) -> set[str]:
        if kind == "add":
            some = self.chance.sample(self.sessions, min(len(self.sessions), 2))
            self.known.update(some)
        else:
            # Sessions are extracted anew and may then say nothing; conversations stay.
            left = Counter(place for place, _ in self.known)
            several = sorted(one for one in self.known if left[one[0]] > 1)
            some = self.chance.sample(several, min(len(several), 1))
            self.known.difference_update(some)
        return {place for place, _ in some}

    def _decide(
        self, kind: str, snapshot: Snapshot, before: tuple[Decision, ...]
    ) -> list[Decision]:
        canonical = {edge.uid: edge.canonical_uid for edge in self.space.same_person.values()}
        people = [person.uid for person in snapshot.people]
        uids = people if self.chance.random() < 0.5 else list(self.space.layer)
        try:
            if kind == "undo":
                undone = self.chance.choice(sorted(before, key=lambda item: item.uid))
                return [undo_decision(snapshot, before, undone, canonical=canonical)]
            left, right = self.chance.sample(sorted(uids), 2)
            return [
                person_decision(
                    snapshot,
                    before,
                    Verdict(kind),
                    [left],
                    [right],
                    entities=self.space.layer.values(),
                    canonical=canonical,
                )
            ]
        except (IndexError, InputError, NotFoundError, ValueError):
            return []


# A few of them are for the fast tests too.
SEEDS = [*range(10), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(10, 60))]


@pytest.mark.parametrize("seed", SEEDS)
def test_what_changed_is_planned_as_the_whole_is(seed: int) -> None:
    history = History(seed)
    for _ in range(_STEPS):
        assert history.step() == []
    assert history.space.layer


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("policy", [MergePolicy.BY_NAME, MergePolicy.DECIDE])
def test_a_crowd_that_comes_in_batches_and_out_of_order_is_planned_as_the_whole_is(
    policy: MergePolicy, seed: int
) -> None:
    world = many(24).snapshot()
    waiting = sessions_of(world)
    chance = random.Random(seed)
    chance.shuffle(waiting)
    space, known = Space(), set[tuple[str, str]]()
    while waiting:
        # Several that come at once may all stand between two that were neighbours.
        some = [waiting.pop() for _ in range(min(len(waiting), chance.choice([1, 3, 8])))]
        known.update(some)
        snapshot = only(world, known)
        before = tuple(space.decisions.values())
        space.update(snapshot, {place for place, _ in some}, vectors=vectors, policy=policy)
        whole = make_plan(snapshot, before, vectors=vectors, policy=policy)
        assert differences(space.whole(), told(whole)) == []
