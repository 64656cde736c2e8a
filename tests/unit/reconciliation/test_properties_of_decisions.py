"""What every decision and every profile line must be, on whatever is thrown at them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.model.decision import (
    Decision,
    Layer,
    LayerEntity,
    MergePolicy,
    MergeWeights,
    Plan,
    Verdict,
)
from graphmem.model.memory import KnownStatement, Snapshot
from graphmem.reconciliation import across, make_plan, people, within
from graphmem.reconciliation.clusters import Clusters
from graphmem.tools.rendering import turn_of
from tests.examples import examples
from tests.unit.reconciliation.build import vectors
from tests.unit.reconciliation.test_properties import bases_behind, bases_of
from tests.unit.reconciliation.worlds import snapshots

_POLICIES = st.sampled_from(MergePolicy)
_SETTINGS = settings(
    max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_every_fact_keeps_its_turns(snapshot: Snapshot, policy: MergePolicy) -> None:
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy)
    statements = {item.uid: item for item in (*snapshot.roles, *snapshot.answers)}
    bases = bases_of(plan)
    for entity in plan.entities:
        about = {uid for uid, item in statements.items() if touched(item) & bases[entity.uid]}
        cited = [line.statement_uid for line in entity.profile]
        assert set(cited) <= about
        assert len(cited) == len(set(cited))
        # Whatever is known of it is told, as far as there is room.
        assert bool(cited) == bool(about)
        for line in entity.profile:
            said = statements[line.statement_uid]
            assert line.text == said.text
            assert line.turn_id == turn_of(said)


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_a_merge_is_above_the_confident_band_and_rests_on_a_decision(
    snapshot: Snapshot, policy: MergePolicy
) -> None:
    weights = MergeWeights()
    enough = {
        Layer.SESSION: weights.session_merge,
        Layer.CONVERSATION: weights.conversation_merge,
        Layer.PERSON: weights.across_merge,
    }
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy, weights=weights)
    for item in plan.decisions:
        assert item.verdict is Verdict.SEPARATE or item.confident
        if item.verdict is Verdict.MERGE and item.right.kind == "entity":
            assert item.score >= enough[item.layer]
        elif item.verdict is Verdict.MERGE and policy is not MergePolicy.BY_NAME:
            assert item.score >= weights.person_merge


@_SETTINGS
@given(snapshots(), _POLICIES, st.sampled_from([0.65, 0.8, 0.9, 1.02, 1.1]))
def test_nothing_is_merged_when_nothing_is_enough(
    snapshot: Snapshot, policy: MergePolicy, enough: float
) -> None:
    weights = MergeWeights(
        session_merge=enough, conversation_merge=enough, across_merge=enough, person_merge=enough
    )
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy, weights=weights)
    for item in plan.decisions:
        by_policy = policy is MergePolicy.BY_NAME and item.left.kind == item.right.kind == "person"
        assert item.verdict is Verdict.SEPARATE or item.score >= enough or by_policy


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_what_is_one_is_joined_by_exact_keys_and_decisions_alone(
    snapshot: Snapshot, policy: MergePolicy
) -> None:
    plan = make_plan(snapshot, (), vectors=vectors, policy=policy)
    joined = Clusters({item.uid: None for item in snapshot.entities})
    exact: dict[tuple[str, str | None, str], str] = {}
    for item in snapshot.entities:
        first = exact.setdefault((item.conversation_id, item.owner_uid, item.key), item.uid)
        joined.join(first, item.uid)
    for merge in entity_merges(plan):
        members = sorted(bases_behind(snapshot, plan, [*merge.left.uids, *merge.right.uids]))
        for uid in members:
            joined.join(members[0], uid)
    for bases in bases_of(plan).values():
        assert len({joined.root(uid) for uid in bases}) == 1
    same = Clusters({person.uid: None for person in snapshot.people})
    for merge in plan.decisions:
        if merge.verdict is Verdict.MERGE and merge.left.kind == merge.right.kind == "person":
            same.join(merge.left.uids[0], merge.right.uids[0])
    assert all(same.together(edge.uid, edge.canonical_uid) for edge in plan.same_person)
    known_uids = {item.uid for item in plan.decisions if item.verdict is Verdict.MERGE}
    assert {item.decision_uid for item in plan.is_person} <= known_uids


@_SETTINGS
@given(snapshots(), _POLICIES)
def test_only_what_blocking_proposed_is_kept_apart(snapshot: Snapshot, policy: MergePolicy) -> None:
    with proposed_pairs() as proposed:
        plan = make_plan(snapshot, (), vectors=vectors, policy=policy)
    owner_and_key = {item.uid: (item.owner_uid, item.key) for item in snapshot.entities}
    for item in plan.decisions:
        if item.verdict is Verdict.MERGE:
            continue
        left, right = (bases_behind(snapshot, plan, side.uids) for side in (item.left, item.right))
        if item.left.kind == item.right.kind == "person":
            assert frozenset([*item.left.uids, *item.right.uids]) in proposed
        elif item.left.kind == item.right.kind == "entity":
            split = {owner_and_key[uid] for uid in left | right}
            linked = any(
                (one & left and other & right) or (one & right and other & left)
                for one, other in entity_pairs(proposed)
            )
            assert linked or len(split) == 1


def entity_merges(plan: Plan) -> list[Decision]:
    return [
        item
        for item in plan.decisions
        if item.verdict is Verdict.MERGE and item.left.kind == item.right.kind == "entity"
    ]


def entity_pairs(proposed: Iterable[Any]) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    return (item for item in proposed if isinstance(item, tuple))


@contextmanager
def proposed_pairs() -> Iterator[set[Any]]:
    """Remembers the pairs that blocking gives while a plan is made."""
    found: set[Any] = set()

    def watch(module: Any, name: str, note: Any) -> None:
        real = getattr(module, name)

        def spy(*given: Any, **named: Any) -> Any:
            result = real(*given, **named)
            found.update(note(pair) for pair in pairs_of(result))
            return result

        patch.setattr(module, name, spy)

    def pairs_of(result: Any) -> Any:
        for part in ("candidates", "proposed"):
            if hasattr(result, part):
                return getattr(result, part)
        return result

    def bases(pair: Any) -> tuple[frozenset[str], frozenset[str]]:
        return frozenset(pair.left.bases), frozenset(pair.right.bases)

    with pytest.MonkeyPatch.context() as patch:
        watch(within, "pairs", bases)
        watch(across, "candidate_pairs", bases)
        watch(people, "candidates", frozenset)
        yield found


def touched(statement: KnownStatement) -> set[str]:
    found = {statement.subject_uid, *statement.names}
    return found | ({statement.entity_uid} if statement.entity_uid else set())


@pytest.mark.slow  # a tenth of the examples would not reach them all
def test_a_generated_world_reaches_every_kind_of_decision() -> None:
    # Else the properties above would hold of nothing.
    seen: defaultdict[str, int] = defaultdict(int)

    @settings(max_examples=examples(150), deadline=None, database=None, derandomize=True)
    @given(snapshots())
    def look(snapshot: Snapshot) -> None:
        plan = make_plan(snapshot, (), vectors=vectors)
        for item in plan.decisions:
            seen[f"{item.layer} {item.verdict} {item.left.kind} {item.confident}"] += 1
        upper: list[LayerEntity] = [i for i in plan.entities if i.layer is Layer.PERSON]
        seen["upper"] += len(upper)
        seen["same person"] += len(plan.same_person)

    look()
    for kind in (
        "session merge entity True",
        "conversation merge entity True",
        "conversation separate entity False",
        "person merge entity True",
        "person separate entity True",
        "person separate person False",
        "person merge person True",
        "upper",
        "same person",
    ):
        assert seen[kind], kind
