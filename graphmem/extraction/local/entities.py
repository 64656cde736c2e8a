"""Referents as entities: how the door knows each, and what sort of thing it is."""

from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.discourse import Referent, ReferentKind, Seen
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.network import Array, Network
from graphmem.model.workspace import EntityType, Reference

_LABELS = ("PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT", "NORP", "PRODUCT", "WORK_OF_ART")


class Typed(NamedTuple):
    """The likeliest type of a referent, and its chance."""

    type: EntityType
    confidence: float


def type_of(referent: Referent, network: Network) -> Typed:
    """The type on which the mentions that name it agree best."""
    rows = [mention_type_features(seen) for seen in referent.seen if names(seen)]
    if not rows:
        return Typed(EntityType.THING, 0.0)
    chances = np.log(network.distribution(np.stack(rows)) + _LEAST).mean(axis=0)
    best = int(chances.argmax())
    return Typed(EntityType(network.labels[best]), float(np.exp(chances[best])))


_LEAST = 1e-6


def names(seen: Seen) -> bool:
    """Whether a mention says what it means by more than a pronoun."""
    return seen.mention.type is not MentionType.PRONOUN


def mention_type_features(seen: Seen) -> Array:
    """The features of one mention: its vector in context, and what the parser takes it for."""
    head = seen.mention.head
    shape = [
        seen.mention.type is MentionType.NAME,
        seen.mention.plural,
        seen.mention.possessor is not None,
        len(seen.mention.tokens) / 4,
        *(head.ent == label for label in _LABELS),
    ]
    return np.concatenate([seen.vector, np.array(shape, dtype=np.float32)])


def reference_to(referent: Referent) -> Reference:
    """How the door knows a referent: by its name, and whose it is."""
    owner = referent.owner
    if owner is None or owner.kind is ReferentKind.GROUP:
        return Reference(name=referent.name)
    if owner.kind is ReferentKind.PARTICIPANT:
        return Reference(name=referent.name, owner=owner.name)
    return Reference(name=referent.label())
