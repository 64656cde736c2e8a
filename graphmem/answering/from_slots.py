"""Looks up the slots of whoever a question is about, and answers from them."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from graphmem.answering.evidence import evidence
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.slots import SlotTold, tell_slot
from graphmem.answering.slots.facts import (
    SlotFacts,
    keys_to_look_up,
    predicates_to_look_up,
    slot_facts,
)
from graphmem.model.answer import Answer, Evidence, Status
from graphmem.model.memory import KnownStatement
from graphmem.model.people import Participant
from graphmem.model.routing import Routing
from graphmem.model.scope import Scope
from graphmem.model.search import ScorePart
from graphmem.retrieval.question import Question
from graphmem.store import about, slots
from graphmem.store.database import Database

# What each part of a confidence counts. The subject of a statement is known for sure.
_SUBJECT, _SURE, _AGREEING = 0.6, 0.2, 0.2


def answer_from_slots(
    database: Database,
    frame: QuestionFrame,
    scope: Scope,
    participants: Sequence[Participant],
    routing: Routing,
    *,
    now: datetime | None,
    steps: tuple[str, ...],
) -> Answer | None:
    """The answer to a question about one person's work, home, partner, family, animals or clubs.

    None where it asks for none of them, for more than one person's, or for one of which the scope
    holds nothing that fits: then it is for the turns to answer. ``participants`` are those of the
    scope.
    """
    question, asked = frame.question, frame.slot
    if asked is None:
        return None
    same = about.same_people(database, scope.space)
    humans = {same.get(person.uid, person.uid) for person in question.people}
    if len(humans) != 1:
        return None
    (human,) = humans
    memory = slots.statements_of_slots(
        database,
        scope,
        [person.uid for person in participants if same.get(person.uid, person.uid) == human],
        keys=keys_to_look_up(asked.slot),
        predicates=predicates_to_look_up(asked.slot),
    )
    facts = slot_facts(
        memory.statements,
        memory.entities,
        memory.turns,
        participants,
        _within(same, human, participants),
        human=human,
        name=question.people[0].name,
        until=scope.said_to,
    )
    told = tell_slot(asked, facts, now=now)
    return told and _answer(question, routing, told, facts, steps)


def _within(
    same: Mapping[str, str], human: str, participants: Sequence[Participant]
) -> dict[str, str]:
    """Who stands for whom, as far as the scope goes."""
    known = {person.uid for person in participants} | {human}
    return {uid: stands for uid, stands in same.items() if uid in known}


def _answer(
    question: Question,
    routing: Routing,
    told: SlotTold,
    facts: SlotFacts,
    steps: tuple[str, ...],
) -> Answer:
    parts = (
        ScorePart(name="subject", value=1.0, weight=_SUBJECT),
        ScorePart(name="statements", value=round(told.sure, 3), weight=_SURE),
        ScorePart(name="agreement", value=round(told.agreeing, 3), weight=_AGREEING),
    )
    return Answer(
        question=question.text,
        status=Status.ANSWERED,
        text=told.text,
        kind=routing.kind,
        confidence=round(sum(part.contribution for part in parts), 3),
        confidence_parts=parts,
        evidence=_evidence(told.statements, facts),
        people=routing.people,
        routing=routing,
        steps=(*steps, told.step),
    )


def _evidence(statements: Sequence[KnownStatement], facts: SlotFacts) -> tuple[Evidence, ...]:
    """Each turn once, with the words of the first statement that it proves."""
    found: dict[str, Evidence] = {}
    for statement in statements:
        turn = facts.turn_of(statement)
        if turn is None:
            continue
        own = facts.known.human(statement.speaker_uid) == facts.human
        found.setdefault(turn.turn_id, evidence(turn, statement.quote, own=own))
    return tuple(found.values())
