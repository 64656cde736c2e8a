"""Referents as entities: how the door knows each, and what sort of thing it is."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.extraction.local.discourse import PriorMention, Referent, ReferentKind
from graphmem.extraction.local.mentions import MentionType
from graphmem.extraction.local.network import Array, DenseNetwork
from graphmem.language.pronouns import GrammaticalPerson
from graphmem.model.workspace import EntityType, Reference, TypeScores

_LABELS = ("PERSON", "ORG", "GPE", "LOC", "FAC", "EVENT", "NORP", "PRODUCT", "WORK_OF_ART")
_PREPOSITIONS = (
    "in", "at", "to", "from", "with", "by", "for", "on", "of", "about", "into", "near", "like",
    "after", "over", "through", "past", "around", "off", "up", "down", "during", "before", "than",
    "as", "between", "behind", "under", "without", "via",
)  # fmt: skip
_PERSONS = (
    GrammaticalPerson.HE,
    GrammaticalPerson.SHE,
    GrammaticalPerson.IT,
    GrammaticalPerson.THEY,
    GrammaticalPerson.THIS,
    GrammaticalPerson.WE,
    GrammaticalPerson.YOU,
)
_TYPES = tuple(EntityType)


class Typed(NamedTuple):
    """The likeliest type of a referent, and how well each type fits its mentions.

    ``scores`` are the logarithm of the chance of each, times the mentions that name it; empty where
    none does.
    """

    type: EntityType
    scores: TypeScores = ()


def type_of(referent: Referent, network: DenseNetwork) -> Typed:
    """The likeliest type by all that the chunk tells of a referent."""
    if not any(names(seen) for seen in referent.seen):
        return Typed(EntityType.THING)
    (chances,) = network.distribution(type_features(referent)[None])
    named = sum(names(seen) for seen in referent.seen)
    by_label = dict(zip(network.labels, chances.tolist(), strict=True))
    best = max(by_label, key=by_label.__getitem__)
    scores = tuple(
        round(float(named * np.log(by_label.get(one.value, 0.0) + _LEAST)), 1) for one in _TYPES
    )
    return Typed(EntityType(best), scores)


_LEAST = 1e-6


def names(seen: PriorMention) -> bool:
    """Tells whether a mention says what it means by more than a pronoun."""
    return seen.mention.type is not MentionType.PRONOUN


def type_features(referent: Referent) -> Array:
    """All mentions of a referent together, for the network that tells its type.

    Those that name it by the mean of their vectors, their use and how they are written; pronouns
    by their share. There must be one that names it.
    """
    named = [seen for seen in referent.seen if names(seen)]
    pronouns = [seen.mention.person for seen in referent.seen if not names(seen)]
    shares = np.array([pronouns.count(one) for one in _PERSONS], dtype=np.float32)
    whole = [
        np.log1p(len(named)) / 3,
        referent.owner is not None,
        referent.plural,
        referent.proper,
        bool(referent.called),
    ]
    return np.concatenate(
        [
            _mean([one.use.inner for one in named]),
            _mean([one.vector for one in named]),
            _mean([one.context for one in named]),
            _mean([one.use.governor for one in named]),
            _mean([_written(one) for one in named]),
            shares / (1 + len(pronouns)),
            (shares > 0).astype(np.float32),
            np.array(whole, dtype=np.float32),
        ]
    )


def _mean(rows: Sequence[Array]) -> Array:
    found: Array = np.mean(rows, axis=0, dtype=np.float32)
    return found


def _written(seen: PriorMention) -> Array:
    words, head = seen.mention.tokens, seen.mention.head
    values = [
        *(seen.use.preposition == one for one in _PREPOSITIONS),
        seen.use.preposition != "",
        seen.text.isupper() and len(seen.text) > 1,
        any(letter.isdigit() for letter in seen.text),
        seen.text[:1] in "@#",
        any(letter in "./_:" for letter in seen.text),
        sum(word.text[:1].isupper() for word in words) / len(words),
        len(words) / 4,
        *(head.ent == label for label in _LABELS),
    ]
    return np.concatenate([seen.use.shape, np.array(values, dtype=np.float32)])


def reference_to(referent: Referent) -> Reference:
    """Reference to a referent: its name, and whose it is."""
    owner = referent.owner
    if owner is None or owner.kind is ReferentKind.GROUP:
        return Reference(name=referent.name)
    if owner.kind is ReferentKind.PARTICIPANT:
        return Reference(name=referent.name, owner=owner.name)
    return Reference(name=referent.label())
