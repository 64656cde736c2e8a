"""What is known of one human's slots, looked up from every side."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.answering.slots.grammar import FAMILY, MEMBERSHIP, PET
from graphmem.model.assembly import RecordedTurn
from graphmem.model.memory import KnownEntity, KnownPerson, KnownStatement, Snapshot
from graphmem.model.people import Participant
from graphmem.model.scope import LATEST
from graphmem.tools.index import Index
from graphmem.tools.slots import EMPLOYER, WORK, keys_of, predicates_of

Turns = Mapping[tuple[str, str], RecordedTurn]

_OWN_KEYS = (FAMILY, PET, MEMBERSHIP)


class SlotFacts(NamedTuple):
    """The statements of one human's slots with their turns (by conversation and ``dia_id``).

    ``human`` is the Person uid that stands for whoever it is, ``name`` what they are called.
    What begins after ``until`` is not so yet, though it was announced.
    """

    known: Index
    human: str
    name: str
    turns: Turns
    until: datetime = LATEST

    def turn_of(self, statement: KnownStatement) -> RecordedTurn | None:
        """The first turn that states it."""
        return self.turns.get((statement.conversation_id, statement.turn_ids[0]))


def slot_facts(
    statements: Sequence[KnownStatement],
    entities: Sequence[KnownEntity],
    turns: Turns,
    participants: Sequence[Participant],
    canonical: Mapping[str, str],
    *,
    human: str,
    name: str,
    until: datetime = LATEST,
) -> SlotFacts:
    """Lookups over statements; ``canonical`` tells which people (uids) are one human.

    A statement whose subject is somebody else, or which is about what is somebody else's, is left
    out; a subject that is an entity is whom the caller looked up as this human.
    """
    owners = {one.uid: one.owner_uid for one in entities}

    def theirs(uid: str | None) -> bool:
        return uid is None or canonical.get(uid, uid) == human

    statements = [
        one
        for one in statements
        if (one.subject_uid in owners or theirs(one.subject_uid))
        and theirs(owners.get(one.entity_uid or ""))
    ]
    people = tuple(
        KnownPerson(one.uid, one.name, one.names, one.person_id, one.conversation_ids)
        for one in participants
    )
    roles = tuple(one for one in statements if one.name is not None)
    answers = tuple(one for one in statements if one.name is None)
    snapshot = Snapshot("", people, tuple(entities), roles, answers)
    return SlotFacts(Index(snapshot, canonical), human, name, turns, until)


def keys_to_look_up(slot: str) -> tuple[str, ...]:
    """Under which keys the roles of a slot are, and of what an answer to it tells besides."""
    if slot in _OWN_KEYS:
        return (slot,)
    return keys_of(WORK) if slot == EMPLOYER else keys_of(slot)


def predicates_to_look_up(slot: str) -> tuple[str, ...]:
    """By which predicates answers fill a slot, or tell of it besides."""
    return predicates_of(WORK if slot == EMPLOYER else slot)
