"""Answers from statements alone: values of an attribute, or who or what bears a name."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.answering.entity_description import Described
from graphmem.answering.evidence import evidence as evidence_in
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.slot_questions import chosen, told
from graphmem.model.answer import Answer, Evidence, Routing, Status
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownPerson, Snapshot
from graphmem.model.scope import Scope
from graphmem.model.search import ScorePart
from graphmem.retrieval.question import ParsedQuestion
from graphmem.store import about
from graphmem.store.database import Database
from graphmem.tools.index import Index
from graphmem.tools.slot_values import SlotClaim, claims_of
from graphmem.tools.slots import keys_of, predicates_of

# What the first part of a confidence counts: a subject is known for sure, one bears a name alone.
_SUBJECT, _NAMED = 0.8, 0.6


def answer_from_slots(
    database: Database,
    frame: QuestionFrame,
    scope: Scope,
    participants: Sequence[Participant],
    routing: Routing,
    steps: tuple[str, ...],
    *,
    now: datetime | None = None,
) -> Answer | None:
    """The value that holds now, or held when it is asked for, of one person's work, home, partner.

    None where nothing of the kind is asked for or known: then it is for the turns to answer. What
    was announced for later than ``now``, the present moment where none is given, is not so yet.
    """
    if frame.slot is None:
        return None
    same = about.same_people(database, scope.space, (one.uid for one in frame.question.people))
    humans = {same.get(person.uid, person.uid) for person in frame.question.people}
    if len(humans) != 1:
        return None
    uids = [one.uid for one in participants if same.get(one.uid, one.uid) in humans]
    memory = about.statements_of_slots(
        database,
        scope,
        uids,
        keys=[key for slot in frame.slot.slots for key in keys_of(slot)],
        predicates=[one for slot in frame.slot.slots for one in predicates_of(slot)],
    )
    claims = _claims(memory, participants, uids)
    moment = max([now or datetime.now(), *(one.statement.said_at for one in claims)])
    found = chosen(frame.slot, claims, min(scope.said_to, moment))
    text = told(frame.slot, found) if found else ""
    if not text:
        return None
    proofs = {one.uid: one for value in found for one in value.statements[:2]}.values()
    sure = sum(one.confidence for one in proofs) / len(proofs)
    turns = {
        turn.turn_id: evidence_in(turn, one.quote, own=one.speaker_uid in uids)
        for one in reversed(proofs)
        if (turn := memory.turns.get((one.conversation_id, one.turn_ids[0])))
    }
    return answered(
        frame.question,
        routing,
        text,
        {"subject": (1.0, _SUBJECT), "statements": (sure, 1.0 - _SUBJECT)},
        tuple(reversed(turns.values())),
        (*steps, f"answered from what is said of {frame.question.people[0].name}, in time"),
    )


def answer_from_name(
    question: ParsedQuestion, routing: Routing, described: Described, steps: tuple[str, ...]
) -> Answer:
    """Answers with a description of the bearer of a name, roles to others first."""
    return answered(
        question,
        routing,
        "; ".join(described.texts),
        {"named": (1.0, _NAMED), "role": (float(described.by_role), 1.0 - _NAMED)},
        described.evidence,
        (*steps, f"answered from what is said of {described.name}"),
    )


def answered(
    question: ParsedQuestion,
    routing: Routing,
    text: str,
    parts: Mapping[str, tuple[float, float]],
    evidence: tuple[Evidence, ...],
    steps: tuple[str, ...],
) -> Answer:
    """An answer whose confidence is the sum of its parts, each a value and its weight."""
    scored = tuple(
        ScorePart(name=name, value=round(value, 3), weight=round(weight, 3))
        for name, (value, weight) in parts.items()
    )
    return Answer(
        question=question.text,
        status=Status.ANSWERED,
        text=text,
        kind=routing.kind,
        confidence=round(sum(part.contribution for part in scored), 3),
        confidence_parts=scored,
        evidence=evidence,
        people=routing.people,
        routing=routing,
        steps=steps,
    )


def _claims(
    memory: about.SlotMemory, participants: Sequence[Participant], uids: Sequence[str]
) -> list[SlotClaim]:
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
