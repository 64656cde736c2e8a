"""Sketches: what tells somebody from their namesakes, as one conversation shows it.

A sketch holds the anchors (the names in somebody's life, with the tie to them where one is told),
the names of whom they talk to, and the statements that fill a slot of their life. It is small, so
that people are compared without reading all that they ever said.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from graphmem.language.keys import entity_key
from graphmem.model.memory import KnownPerson, KnownStatement
from graphmem.model.sketch import Anchor, PersonSketch
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.facts import Facts
from graphmem.reconciliation.things import Thing
from graphmem.reconciliation.vocabulary import is_married, is_pet, is_unmarried, kin
from graphmem.tools import slots
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
    conversation_id: str, things: Iterable[Thing], facts: Facts
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


def _spoken_of(thing: Thing, facts: Facts) -> Iterable[tuple[str, Anchor]]:
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


def _speakers(thing: Thing, statements: Sequence[KnownStatement]) -> set[str]:
    if thing.owner_uid is not None:
        return {thing.owner_uid}
    return {item.speaker_uid for item in statements} | thing.mentioned_by


def _tie(thing: Thing) -> str | None:
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
