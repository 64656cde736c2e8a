"""Looks up how something is done, and answers with its steps in order."""

from graphmem.answering.answer import Read
from graphmem.answering.evidence import evidence, evidence_of
from graphmem.answering.processes import Process, announced, read_process
from graphmem.model.answer import Answer, Candidate, Source, Status
from graphmem.model.scope import Scope
from graphmem.model.search import ScorePart
from graphmem.store.database import Database
from graphmem.store.following import following_turns

_TURNS = 40  # after the announcement, in which its steps are looked for
# What each part of a confidence counts: its teller is known, the question's words are compared.
_TELLER, _WORDS = 0.6, 0.4


def answer_from_process(
    database: Database, scope: Scope, read: Read, *, whose: Candidate | None
) -> Answer | None:
    """The steps of the process that a question asks for, or asks to be gone through.

    None where it asks for none, or nobody who was found tells one; and where it asks how somebody
    else does it than whoever tells it. ``whose`` is the namesake that the question means.
    """
    if not read.frame.process:
        return None
    announcing = announced(read.question.neutral, read.passages)
    if announcing is None:
        return None
    hit = announcing.passage.hit
    people = {person.uid for person in read.question.people}
    if people and hit.speaker_uid not in people:
        return None
    following = following_turns(database, scope, hit.conversation_id, hit.dia_id, limit=_TURNS)
    process = read_process(announcing, following)
    return process and _answer(read, process, whose)


def _answer(read: Read, process: Process, whose: Candidate | None) -> Answer:
    announcing = process.announced
    parts = (
        ScorePart(name="teller", value=1.0, weight=_TELLER),
        ScorePart(name="words", value=round(announcing.share, 3), weight=_WORDS),
    )
    about = "" if whose is None else f"{whose.name} ({whose.apart}): "
    first = evidence_of(announcing.passage, announcing.quote, read.question.people)
    own = first.source is Source.SELF_REPORTED  # whoever announces a process tells its steps
    step = f"answered with {len(process.steps)} steps told after {announcing.passage.hit.turn_id}"
    return Answer(
        question=read.question.text,
        status=Status.ANSWERED,
        text=f"{about}{process.text}",
        kind=read.routing.kind,
        confidence=round(sum(part.contribution for part in parts), 3),
        confidence_parts=parts,
        evidence=(
            first,
            *(evidence(one.turn, one.text, own=own) for one in process.steps),
            *(() if whose is None else whose.evidence),
        ),
        people=read.routing.people,
        routing=read.routing,
        steps=(*read.steps, step),
    )
