"""The whole of reconciliation: a snapshot and the ledger to a Plan, without a database."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.model.decision import Decision, MergePolicy, MergeWeights, Plan
from graphmem.model.memory import KnownEntity, Snapshot
from graphmem.reconciliation import known, within
from graphmem.reconciliation.agents import Agents
from graphmem.reconciliation.anchors import Anchors
from graphmem.reconciliation.blocking import name_to_embed
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.judge import Judge
from graphmem.reconciliation.judging import Judging
from graphmem.reconciliation.layers import conversation_entities, conversation_things
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.people import reconcile_people
from graphmem.reconciliation.person_layer import reconcile_across
from graphmem.reconciliation.spoken_of import find_participants
from graphmem.reconciliation.things import Thing
from graphmem.reconciliation.units import units_of
from graphmem.reconciliation.vectors import Encode, Vectors
from graphmem.tools import Index


class _Conversations(NamedTuple):
    """Every conversation reconciled; ``units`` by the uid of the thing that they became."""

    results: tuple[within.Within, ...]
    things: tuple[Thing, ...]
    units: Mapping[str, Sequence[Thing]]


def make_plan(
    snapshot: Snapshot,
    ledger: Sequence[Decision],
    *,
    vectors: Encode,
    policy: MergePolicy = MergePolicy.DECIDE,
    weights: MergeWeights | None = None,
    judge: Judge | None = None,
) -> Plan:
    """What the layers and the ledger are to be.

    ``ledger`` are the decisions that stand, in any order; those of people are always followed,
    those of rules made anew, a model's kept while what it looked at is the same. ``vectors`` gives
    unit vectors and is asked up to twice. Without a ``judge`` the rules decide layer 3, things and
    people; its `LlmSetupError` is passed on.
    """
    weights = weights or MergeWeights()
    book = Ledger(snapshot.space, ledger)
    facts = Facts(Index(snapshot))
    meanings = Vectors(vectors)
    conversations = _reconcile_conversations(snapshot, facts, book, meanings, weights)
    judging = Judging(book, judge)
    anchors = Anchors(conversations.things, facts)
    humans = reconcile_people(facts, anchors, book, policy, weights, judging)
    facts = facts.with_index(facts.index.as_one(humans.canonical))
    spoken_of = find_participants(conversations.things, conversations.units, facts, book, weights)
    layer = conversation_entities(conversations.things, facts)
    found = known.candidates(conversations.things, facts, meanings, weights)
    agents = Agents(
        found,
        facts,
        weights,
        {item.uid: item for item in layer},
        judging,
        humans.certainty,
    )
    across = reconcile_across(conversations.things, found, agents, facts, book, conversations.units)
    made = [
        *(item for result in conversations.results for item in result.decisions),
        *humans.decisions,
        *spoken_of.decisions,
        *across.decisions,
    ]
    reconciled = [
        *(edge for result in conversations.results for edge in result.reconciled),
        *across.reconciled,
    ]
    return Plan(
        decisions=book.in_force(made),
        withdrawals=book.withdrawals,
        entities=tuple(sorted([*layer, *across.entities], key=lambda item: item.uid)),
        reconciled=tuple(sorted(reconciled, key=lambda item: (item.uid, item.into))),
        same_person=tuple(sorted(humans.same_person, key=lambda item: item.uid)),
        is_person=tuple(
            sorted(spoken_of.is_person, key=lambda item: (item.entity_uid, item.person_uid))
        ),
        notes=judging.notes,
    )


def _reconcile_conversations(
    snapshot: Snapshot, facts: Facts, ledger: Ledger, vectors: Vectors, weights: MergeWeights
) -> _Conversations:
    by_conversation: defaultdict[str, list[KnownEntity]] = defaultdict(list)
    for entity in facts.index.entities.values():
        by_conversation[entity.conversation_id].append(entity)
    units = {
        conversation_id: units_of(entities, facts, ledger, snapshot.space)
        for conversation_id, entities in by_conversation.items()
    }
    vectors.add(text for entity in snapshot.entities if (text := name_to_embed(entity)))
    found = [
        within.candidates(
            conversation_id, units[conversation_id], entities, facts, vectors, weights
        )
        for conversation_id, entities in by_conversation.items()
    ]
    vectors.add(text for item in found for text in item.texts(facts, weights))
    results = tuple(
        within.Reconciler(item, facts, vectors, weights, ledger).reconcile() for item in found
    )
    clusters = [cluster for result in results for cluster in result.clusters]
    return _Conversations(
        results,
        conversation_things(clusters, facts),
        {cluster[0].uid: cluster for cluster in clusters},
    )
