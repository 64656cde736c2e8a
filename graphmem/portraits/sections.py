"""Assigns a statement to a section: by kind, modality, slot, and whom it names."""

from collections.abc import Collection

from graphmem.language.pronouns import GrammaticalPerson, persons_in
from graphmem.language.words import words
from graphmem.model.memory import KnownStatement
from graphmem.model.portrait import PortraitSection
from graphmem.model.workspace import (
    PARTS_OF_OTHERS,
    SAYS,
    EntityType,
    Kind,
    Modality,
    Polarity,
)
from graphmem.tools import slots
from graphmem.tools.index import Index
from graphmem.tools.slot_values import claims_of, told_slot

_BY_KIND = {
    Kind.FACT: PortraitSection.NOW,
    Kind.STATE: PortraitSection.NOW,
    Kind.PREFERENCE: PortraitSection.STANDING,
    Kind.INSTRUCTION: PortraitSection.STANDING,
    Kind.PLAN: PortraitSection.PLANS,
    Kind.COMMITMENT: PortraitSection.PLANS,
    Kind.DECISION: PortraitSection.PLANS,
    Kind.OPINION: PortraitSection.OPINIONS,
    Kind.PROCESS: PortraitSection.PROCESSES,
}
_MEANT = frozenset({Modality.SAID, Modality.PLANNED, Modality.REQUIRED, Modality.DENIED})
# A rule or a step may be put as advice, as a request, or for a case.
_RULES = _MEANT | {Modality.ADVISED, Modality.REQUESTED, Modality.CONDITIONAL, Modality.WISHED}
_MODALITIES = {
    PortraitSection.NOW: frozenset({Modality.SAID, Modality.DENIED, Modality.REQUIRED}),
    PortraitSection.STANDING: _RULES,
    PortraitSection.PLANS: _MEANT,
    PortraitSection.OPINIONS: frozenset({Modality.SAID, Modality.DENIED}),
    PortraitSection.PROCESSES: _RULES,
}
_COPULA = "be"
_OUTSIDE = frozenset({GrammaticalPerson.I, GrammaticalPerson.WE, GrammaticalPerson.YOU})


def section_of(
    statement: KnownStatement, index: Index, people: Collection[str]
) -> PortraitSection | None:
    """Section of a statement of ``people`` (one human, or nobody) or of a thing.

    None for what a portrait does not tell: what happened once, what is merely asked for, supposed
    or possible, and what is told as somebody's words.
    """
    if statement.predicate == SAYS and statement.name is None:
        return None
    if _is_relation(statement, index, people):
        return PortraitSection.RELATIONS
    if statement.name is not None or claims_of([statement], index):
        return PortraitSection.NOW if statement.modality is Modality.SAID else None
    section = _BY_KIND.get(statement.kind)
    if section is None or statement.modality not in _MODALITIES[section]:
        return None
    return section


def stands_alone(text: str, names: Collection[str]) -> bool:
    """Whether a text says of whom it is, and speaks of nobody who is only there in the talk."""
    called = {word for name in names for word in words(name)}
    # A name without a letter in it ("🎸") is in no list of words.
    named = not called or not called.isdisjoint(words(text))
    return named and persons_in(text).isdisjoint(_OUTSIDE)


def _is_relation(statement: KnownStatement, index: Index, people: Collection[str]) -> bool:
    if statement.modality is not Modality.SAID:
        return False
    if statement.name is not None:
        entity = index.entities.get(statement.entity_uid or "")
        part = entity is not None and entity.key in PARTS_OF_OTHERS
        return part or told_slot(statement, index) == slots.PARTNER
    if told_slot(statement, index) == slots.PARTNER and claims_of([statement], index):
        return True
    if statement.kind not in (Kind.FACT, Kind.STATE) or statement.polarity is Polarity.NEGATIVE:
        return False
    return statement.predicate.split("_")[0] == _COPULA and _names_others(statement, index, people)


def _names_others(statement: KnownStatement, index: Index, people: Collection[str]) -> bool:
    """Tells whether a statement says what somebody is, and to whom."""
    if not people:
        return False
    humans = {index.human(uid) for uid in people}
    for uid in statement.names:
        entity = index.entities.get(uid)
        if entity is None and uid in index.people and index.human(uid) not in humans:
            return True
        if entity is not None and entity.proper and entity.type is EntityType.PERSON:
            return True
    return False
