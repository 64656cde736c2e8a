"""Looks up the part of a life that a question asks for, and answers with its value and when."""

from collections.abc import Sequence

from graphmem.answering.evidence import evidence
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.slots import chosen, told
from graphmem.model.answer import Answer, Status
from graphmem.model.memory import KnownPerson, Snapshot
from graphmem.model.people import Participant
from graphmem.model.routing import Routing
from graphmem.model.scope import Scope
from graphmem.model.search import ScorePart
from graphmem.store import about, slots
from graphmem.store.database import Database
from graphmem.tools.claims import Claim, claims_of
from graphmem.tools.index import Index
from graphmem.tools.slots import keys_of, predicates_of

# What each part of a confidence counts. The subject of a statement is known for sure.
_SUBJECT, _SURE = 0.8, 0.2


def answer_from_slots(
    database: Database,
    frame: QuestionFrame,
    scope: Scope,
    participants: Sequence[Participant],
    routing: Routing,
    steps: tuple[str, ...],
) -> Answer | None:
    """The value that holds now, or held when it is asked for, of one person's work, home, partner.

    None where nothing of the kind is asked for or known: then it is for the turns to answer.
    """
    if frame.slot is None:
        return None
    same = about.same_people(database, scope.space)
    humans = {same.get(person.uid, person.uid) for person in frame.question.people}
    if len(humans) != 1:
        return None
    uids = [one.uid for one in participants if same.get(one.uid, one.uid) in humans]
    memory = slots.statements_of_slots(
        database,
        scope,
        uids,
        keys=[key for slot in frame.slot.slots for key in keys_of(slot)],
        predicates=[one for slot in frame.slot.slots for one in predicates_of(slot)],
    )
    found = chosen(frame.slot, _claims(memory, participants, uids), scope.said_to)
    if not found:
        return None
    proofs = {one.uid: one for spell in found for one in spell.statements[:2]}.values()
    sure = sum(one.confidence for one in proofs) / len(proofs)
    parts = (
        ScorePart(name="subject", value=1.0, weight=_SUBJECT),
        ScorePart(name="statements", value=round(sure, 3), weight=_SURE),
    )
    turns = {
        turn.turn_id: evidence(turn, one.quote, own=one.speaker_uid in uids)
        for one in reversed(proofs)
        if (turn := memory.turns.get((one.conversation_id, one.turn_ids[0])))
    }
    return Answer(
        question=frame.text,
        status=Status.ANSWERED,
        text=told(frame.slot, found),
        kind=routing.kind,
        confidence=round(sum(part.contribution for part in parts), 3),
        confidence_parts=parts,
        evidence=tuple(reversed(turns.values())),
        people=routing.people,
        routing=routing,
        steps=(*steps, f"answered from what is said of {frame.question.people[0].name}, in time"),
    )


def _claims(
    memory: slots.SlotMemory, participants: Sequence[Participant], uids: Sequence[str]
) -> list[Claim]:
    """What is claimed of these people, and of nobody else and nothing of others."""
    owners = {one.uid: one.owner_uid for one in memory.entities}
    mine = [
        one
        for one in memory.statements
        if (one.subject_uid in uids or one.subject_uid in owners)
        and owners.get(one.entity_uid or "") in (None, *uids)
    ]
    people = tuple(
        KnownPerson(one.uid, one.name, one.names, one.person_id, one.conversation_ids)
        for one in participants
    )
    roles = tuple(one for one in mine if one.name is not None)
    answers = tuple(one for one in mine if one.name is None)
    index = Index(
        Snapshot("", people, memory.entities, roles, answers), dict.fromkeys(uids, uids[0])
    )
    return claims_of(index.statements, index)
