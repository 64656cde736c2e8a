"""One conversation reconciled: its layer, the decisions within it, and a sketch of its people.

It depends on nothing but that conversation and on what people ruled, so that it is planned anew
only where the conversation has changed.
"""

from collections.abc import Mapping
from typing import NamedTuple

from graphmem.model.decision import Decision, LayerEntity, MergeWeights, Reconciled
from graphmem.model.memory import Snapshot
from graphmem.model.sketch import PersonSketch
from graphmem.reconciliation import within
from graphmem.reconciliation.blocking import name_to_embed
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.layers import conversation_entities, conversation_things
from graphmem.reconciliation.ledger import Ledger
from graphmem.reconciliation.sketches import sketches_of
from graphmem.reconciliation.units import units_of
from graphmem.reconciliation.vectors import Vectors
from graphmem.tools import Index


class ConversationLayer(NamedTuple):
    """What is to stand of one conversation; ``sketches`` by Person."""

    conversation_id: str
    entities: tuple[LayerEntity, ...]
    reconciled: tuple[Reconciled, ...]
    decisions: tuple[Decision, ...]
    sketches: Mapping[str, PersonSketch]


def reconcile_conversations(
    parts: Mapping[str, Snapshot], ledger: Ledger, vectors: Vectors, weights: MergeWeights
) -> list[ConversationLayer]:
    """Reconcile conversations, each by itself; ``parts`` are by conversation.

    ``vectors`` is asked twice for all of them, for names and for texts, since encoding likes many
    texts.
    """
    all_facts = {place: Facts(Index(part)) for place, part in parts.items()}
    vectors.add(
        text
        for part in parts.values()
        for entity in part.entities
        if (text := name_to_embed(entity))
    )
    found = []
    for place, part in parts.items():
        facts = all_facts[place]
        units = units_of(part.entities, facts, ledger, part.space)
        entities = list(facts.index.entities.values())
        found.append(within.candidates(place, units, entities, facts, vectors, weights))
    vectors.add(
        text for item in found for text in item.texts(all_facts[item.conversation_id], weights)
    )
    return [
        _layer(item, all_facts[item.conversation_id], vectors, weights, ledger) for item in found
    ]


def _layer(
    found: within.Candidates,
    facts: Facts,
    vectors: Vectors,
    weights: MergeWeights,
    ledger: Ledger,
) -> ConversationLayer:
    result = within.Reconciler(found, facts, vectors, weights, ledger).reconcile()
    things = conversation_things(result.clusters, facts)
    units = {cluster[0].uid: cluster for cluster in result.clusters}
    return ConversationLayer(
        found.conversation_id,
        tuple(conversation_entities(things, units, facts)),
        result.reconciled,
        result.decisions,
        sketches_of(found.conversation_id, things, facts),
    )
