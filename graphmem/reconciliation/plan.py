"""Reconciliation: conversations, what stands beside them and the ledger to a Plan; pure."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from graphmem.model.decision import (
    Blocks,
    Decision,
    LayerEntity,
    MergePolicy,
    MergeWeights,
    Plan,
    PlanReach,
    SketchOf,
)
from graphmem.model.memory import KnownPerson, Snapshot, split_by_conversation
from graphmem.reconciliation.across import PersonClusters, reconcile_across
from graphmem.reconciliation.blocking import Encode, Vectors
from graphmem.reconciliation.conversation import reconcile_conversations
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.judging import CachedJudge, Judge
from graphmem.reconciliation.mentioned_participants import find_participants
from graphmem.reconciliation.neighbourhood import PlanningView, StandingLayers, person_blocks
from graphmem.reconciliation.people import reconcile_people


def make_plan(
    snapshot: Snapshot,
    ledger: Sequence[Decision],
    *,
    vectors: Encode,
    policy: MergePolicy = MergePolicy.DECIDE,
    weights: MergeWeights | None = None,
    judge: Judge | None = None,
) -> Plan:
    """Plans the layers and the ledger of a whole space.

    ``ledger`` are the decisions that stand, in any order; those of people are always followed,
    those of rules made anew, a model's kept while what it looked at is the same. ``vectors`` gives
    unit vectors and is asked up to twice. Without a ``judge`` the rules decide layer 3, things and
    people; its `LlmSetupError` is passed on.
    """
    return plan_changes(
        split_by_conversation(snapshot),
        snapshot.people,
        None,
        ledger,
        space=snapshot.space,
        vectors=vectors,
        policy=policy,
        weights=weights,
        judge=judge,
    ).model_copy(update={"reach": None})


def plan_changes(
    parts: Mapping[str, Snapshot],
    people: Iterable[KnownPerson],
    standing: StandingLayers | None,
    ledger: Sequence[Decision],
    *,
    space: str,
    vectors: Encode,
    ruled: Collection[str] = (),
    policy: MergePolicy = MergePolicy.DECIDE,
    weights: MergeWeights | None = None,
    judge: Judge | None = None,
) -> Plan:
    """Plans conversations that have changed, and all that this can reach.

    ``parts`` are these conversations by id, as they are now, ``people`` whoever takes part in
    them, with all of their conversations. ``ledger`` holds every decision that a person made and
    those of rules and models within these conversations; ``ruled`` are the uids of what a person
    has just decided about. Outside of ``Plan.reach`` everything stays as it stands; what comes
    out is what `make_plan` gives for the whole space.
    """
    weights = weights or MergeWeights()
    book = DecisionLog(space, ledger)
    layers = reconcile_conversations(parts, book, Vectors(vectors), weights)
    known = PlanningView(space, layers, parts, people, standing)
    judging = CachedJudge(book, judge)
    things = {uid for uid in ruled if not uid.startswith("person:")}
    humans = reconcile_people(known, set(ruled) - things, book, policy, weights, judging)
    who = PersonClusters(known, humans)
    spoken_of = find_participants(known, humans, who, things, book, weights)
    across = reconcile_across(known, humans, who, things, book, weights, judging)
    within = {item.uid for item in ledger if _is_within(item)}
    touched = within | humans.touched | spoken_of.touched | across.touched
    if standing is None:
        touched = {item.uid for item in ledger}
    made = [
        *(item for layer in layers for item in layer.decisions),
        *humans.decisions,
        *spoken_of.decisions,
        *across.decisions,
    ]
    entities: list[LayerEntity] = [item for layer in layers for item in layer.entities]
    entities += across.entities
    reconciled = [*(edge for layer in layers for edge in layer.reconciled), *across.reconciled]
    return Plan(
        decisions=book.in_force(made, touched),
        withdrawals=book.withdrawals,
        entities=tuple(sorted(entities, key=lambda item: item.uid)),
        reconciled=tuple(sorted(reconciled, key=lambda item: (item.uid, item.into))),
        same_person=tuple(sorted(humans.same_person, key=lambda item: item.uid)),
        is_person=tuple(
            sorted(spoken_of.is_person, key=lambda item: (item.entity_uid, item.person_uid))
        ),
        sketches=tuple(
            SketchOf(
                person_uid=uid,
                conversation_id=layer.conversation_id,
                last=sketch.last,
                sketch=sketch.model_dump_json(),
            )
            for layer in layers
            for uid, sketch in sorted(layer.sketches.items())
        ),
        blocks=tuple(
            Blocks(person_uid=uid, blocks=tuple(sorted(person_blocks(item))))
            for uid, item in sorted(known.here.items())
        ),
        notes=judging.notes,
        reach=PlanReach(
            conversations=tuple(sorted(parts)),
            people=tuple(sorted(humans.bearers)),
            mentioned=tuple(sorted(spoken_of.reach)),
            entities=tuple(sorted(across.reach)),
            above=tuple(sorted(across.gone)),
            decisions=tuple(sorted(touched)),
        ),
    )


def _is_within(item: Decision) -> bool:
    """Whether rules decided it of things of one conversation."""
    return item.left.kind == item.right.kind == "entity" and item.layer != "person"
