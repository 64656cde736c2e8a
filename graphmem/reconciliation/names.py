"""Compares two names: one thing, perhaps one thing, or surely two."""

from enum import StrEnum
from typing import NamedTuple

from graphmem.model.workspace import EntityType
from graphmem.reconciliation.things import EntityCluster
from graphmem.reconciliation.vocabulary import is_family, kin, other_kin


class NameRelation(StrEnum):
    """What links two names."""

    KEY = "one key"
    ALIAS = "an alias"
    WORDS = "the same words"
    KIN = "two words for one of the family"
    LONGER_NAME = "a name and its longer form"
    NARROWER = "a word and a narrower one"
    LONGER = "a word and a longer phrase"
    MEANING = "words of one meaning"


_FACET_WORDS = "plan path goal option choice idea project journey process search"
_FACETS = frozenset(_FACET_WORDS.split())
_VALUES = {
    NameRelation.KEY: 1.0,
    NameRelation.ALIAS: 1.0,
    NameRelation.WORDS: 0.95,
    NameRelation.KIN: 1.0,
    NameRelation.LONGER_NAME: 0.85,
    NameRelation.NARROWER: 0.8,
    NameRelation.LONGER: 0.6,
    NameRelation.MEANING: 0.75,
}


class NameSimilarity(NamedTuple):
    """How alike two names are, 0 to 1, and why."""

    relation: NameRelation
    value: float


def likeness(
    one: EntityCluster, other: EntityCluster, *, similar: bool = False
) -> NameSimilarity | None:
    """Similarity of two names; None where nothing does, or where they call two things.

    ``similar`` says that their vectors are close, which counts only where no word is shared.
    """
    relation = _relation(one, other, similar)
    return NameSimilarity(relation, _VALUES[relation]) if relation else None


def clash(one: EntityCluster, other: EntityCluster) -> bool:
    """True if the names call two things: red car and blue car, brother and sister, two firms."""
    if one.key == other.key:
        return False
    if other_kin(one.key, other.key) and not (one.proper or other.proper):
        return True
    if _share_name(one, other):
        return False
    if one.words <= other.words or other.words <= one.words:
        return False
    if one.proper and other.proper:
        return True
    return one.parts[-1] == other.parts[-1]


def _relation(one: EntityCluster, other: EntityCluster, similar: bool) -> NameRelation | None:
    if one.key == other.key:
        return NameRelation.KEY
    if clash(one, other):
        return None
    if _share_name(one, other):
        return NameRelation.ALIAS
    if one.proper is not other.proper:
        # TechCorp is not the TechCorp job.
        return None
    if one.words == other.words and len(one.parts) == len(other.parts) > 1:
        return NameRelation.WORDS
    kin_one = kin(one.key)
    if _possessive(one) or _possessive(other):
        # The veterans' rights are neither the veterans nor any rights.
        return None
    owned = one.owner_uid is not None and other.owner_uid is not None
    if kin_one and owned and kin_one == kin(other.key) and is_family(kin_one):
        return NameRelation.KIN if len(one.parts) == len(other.parts) == 1 else None
    return _longer(one, other) or (NameRelation.MEANING if similar and not one.proper else None)


def _longer(one: EntityCluster, other: EntityCluster) -> NameRelation | None:
    short, long = (one, other) if len(one.words) <= len(other.words) else (other, one)
    if not short.words < long.words:
        return None
    if one.proper:
        return _longer_name(short, long)
    if {EntityType.PERSON, EntityType.CONCEPT} & {one.type, other.type} or _plural(short):
        # "My friend" is not the same as "my best friend" for that; "challenges" are any.
        return None
    if short.parts[-1] == long.parts[-1]:
        return NameRelation.NARROWER
    # A career plan is about the career; a car park is not about the car.
    facet = short.parts == long.parts[:-1] and long.parts[-1] in _FACETS
    return NameRelation.LONGER if facet and short.owner_uid is not None else None


def _longer_name(short: EntityCluster, long: EntityCluster) -> NameRelation | None:
    """Peter for Peter Lang, Fabia for Skoda Fabia; but the Boston Celtics are not Boston."""
    ends_so = short.parts == long.parts[-len(short.parts) :]
    people = short.type is EntityType.PERSON and long.type is EntityType.PERSON
    starts_so = short.parts == long.parts[: len(short.parts)]
    return NameRelation.LONGER_NAME if ends_so or (people and starts_so) else None


def _share_name(one: EntityCluster, other: EntityCluster) -> bool:
    aliases_one, aliases_other = one.keys - {one.key}, other.keys - {other.key}
    return (
        one.key in aliases_other
        or other.key in aliases_one
        or bool(one.proper_keys & other.proper_keys)
    )


def _possessive(thing: EntityCluster) -> bool:
    return "'s " in thing.name or "s' " in thing.name or "’" in thing.name


def _plural(thing: EntityCluster) -> bool:
    # Keys are singular, names are as they were said.
    last = thing.name.casefold().split()[-1] if thing.name.split() else ""
    return last.endswith("s") and last != thing.key.rsplit("_", 1)[-1]
