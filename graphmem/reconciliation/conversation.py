"""One conversation reconciled: its layer, the decisions within it, and a sketch of its people.

It depends on nothing but that conversation and on what people ruled, so that it is planned anew
only where the conversation has changed.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.keys import entity_key
from graphmem.model.decision import Decision, LayerEntity, MergeWeights, Reconciled
from graphmem.model.memory import KnownPerson, KnownStatement, Snapshot
from graphmem.model.sketch import Anchor, PersonSketch
from graphmem.model.workspace import EntityType
from graphmem.reconciliation import within
from graphmem.reconciliation.blocking import Vectors, name_to_embed
from graphmem.reconciliation.decision_log import DecisionLog
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.layers import conversation_entities, conversation_things
from graphmem.reconciliation.things import EntityCluster
from graphmem.reconciliation.units import units_of
from graphmem.reconciliation.vocabulary import is_married, is_pet, is_unmarried, kin
from graphmem.tools import Index, slots
from graphmem.tools.rendering import turn_of
from graphmem.tools.slot_values import claims_of, told_slot

_CLAIM_TYPES = {
    slots.EMPLOYER: EntityType.ORG,
    slots.HOME: EntityType.PLACE,
    slots.PARTNER: EntityType.PERSON,
}


def name_keys(person: KnownPerson) -> frozenset[str]:
    """Somebody's names as keys."""
    # Of whom everything was forgotten no name is left.
    return frozenset(entity_key(name) for name in (person.name, *person.names) if name)


def sketches_of(
    conversation_id: str, things: Iterable[EntityCluster], facts: Facts
) -> dict[str, PersonSketch]:
    """The sketch of everybody who takes part in one conversation, by uid."""
    people = facts.index.people
    anchors: dict[str, dict[str, Anchor]] = {uid: {} for uid in people}
    for thing in things:
        if thing.proper_keys:
            for uid, anchor in _spoken_of(thing, facts):
                _add(anchors, uid, anchor)
    for uid in people:
        for anchor in _claimed(uid, facts):
            _add(anchors, uid, anchor)
    return {
        uid: PersonSketch(
            conversation_id=conversation_id,
            names=people[uid].names,
            name_keys=tuple(sorted(name_keys(people[uid]))),
            size=len(people),
            last=max((item.said_at for item in facts.index.about.get(uid, ())), default=_NEVER),
            anchors=tuple(sorted(anchors[uid].values(), key=lambda item: item.key)),
            partners=tuple(
                sorted(
                    {key for other in people if other != uid for key in name_keys(people[other])}
                )
            ),
            statements=_statements(uid, anchors[uid].values(), facts),
        )
        for uid in people
    }


_NEVER = datetime.min


def _add(anchors: Mapping[str, dict[str, Anchor]], uid: str, anchor: Anchor) -> None:
    if uid not in anchors:
        return
    known = anchors[uid].get(anchor.key)
    if known is None or (known.tie is None and anchor.tie is not None):
        anchors[uid][anchor.key] = anchor


def _spoken_of(thing: EntityCluster, facts: Facts) -> Iterable[tuple[str, Anchor]]:
    statements = facts.statements(thing.bases)
    for uid in sorted(_speakers(thing, statements)):
        said = next((item for item in statements if item.speaker_uid == uid), None)
        if said is None:
            continue
        tie = _tie(thing) if thing.owner_uid == uid else None
        for key in sorted(thing.proper_keys):
            name = next((n for n in thing.names if entity_key(n) == key), thing.name)
            share = 1.0 if tie is not None else facts.naming.share(name, thing.type)
            if share:
                yield (
                    uid,
                    Anchor(
                        key=key,
                        name=name,
                        tie=tie,
                        type=thing.type,
                        share=share,
                        turn_id=turn_of(said),
                        statement_uid=said.uid,
                    ),
                )


def _speakers(thing: EntityCluster, statements: Sequence[KnownStatement]) -> set[str]:
    if thing.owner_uid is not None:
        return {thing.owner_uid}
    return {item.speaker_uid for item in statements} | thing.mentioned_by


def _tie(thing: EntityCluster) -> str | None:
    for key in sorted(thing.keys - thing.proper_keys):
        if is_pet(key):
            return "pet"
        kinship = kin(key)
        if kinship:
            return kinship
    return None


def _claimed(person_uid: str, facts: Facts) -> Iterable[Anchor]:
    for claim in claims_of(facts.index.about.get(person_uid, ()), facts.index):
        statement = claim.statement
        if not statement.speaker_uid == statement.subject_uid == person_uid:
            continue
        if claim.slot in _CLAIM_TYPES:
            yield Anchor(
                key=entity_key(claim.value),
                name=claim.value,
                tie=claim.slot,
                type=_CLAIM_TYPES[claim.slot],
                share=1.0,
                turn_id=turn_of(statement),
                statement_uid=statement.uid,
            )


def _statements(person_uid: str, anchors: Iterable[Anchor], facts: Facts) -> tuple[str, ...]:
    """What fills a slot of somebody's life, tells of their couple, or names an anchor."""
    index = facts.index

    def tells(item: KnownStatement) -> bool:
        if told_slot(item, index) is not None:
            return True
        keys = [index.entities[uid].key for uid in item.names if uid in index.entities]
        return any(is_married(key) or is_unmarried(key) for key in keys)

    telling = {item.uid for item in index.about.get(person_uid, ()) if tells(item)}
    telling |= {anchor.statement_uid for anchor in anchors}
    return tuple(sorted(telling, key=index.place.__getitem__))


# One conversation reconciled: its layer, the decisions within it, and a sketch of its people.
#
# It depends on nothing but that conversation and on what people ruled, so that it is planned anew
# only where the conversation has changed.


class ConversationLayer(NamedTuple):
    """What is to stand of one conversation; ``sketches`` by Person."""

    conversation_id: str
    entities: tuple[LayerEntity, ...]
    reconciled: tuple[Reconciled, ...]
    decisions: tuple[Decision, ...]
    sketches: Mapping[str, PersonSketch]


def reconcile_conversations(
    parts: Mapping[str, Snapshot], ledger: DecisionLog, vectors: Vectors, weights: MergeWeights
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
    found: within.ConversationPairs,
    facts: Facts,
    vectors: Vectors,
    weights: MergeWeights,
    ledger: DecisionLog,
) -> ConversationLayer:
    result = within.ConversationReconciler(found, facts, vectors, weights, ledger).reconcile()
    things = conversation_things(result.clusters, facts)
    units = {cluster[0].uid: cluster for cluster in result.clusters}
    return ConversationLayer(
        found.conversation_id,
        tuple(conversation_entities(things, units, facts)),
        result.reconciled,
        result.decisions,
        sketches_of(found.conversation_id, things, facts),
    )
