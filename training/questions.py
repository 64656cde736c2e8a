"""The questions of the corpus in the shape in which labelled files are evaluated."""

from collections.abc import Sequence

from graphmem.evaluation.cases import (
    Batch,
    Case,
    EvaluationQuery,
    GoldAnswer,
    evidence_sessions,
    sessions_of,
)
from graphmem.evaluation.corpus import Expected, GoldConversation, GoldQuestion
from graphmem.model.answer import Status
from graphmem.model.ids import turn_reference

_STATUS = {
    Expected.ANSWERED: Status.ANSWERED,
    Expected.REFUSED: Status.ABSTAINED,
    Expected.ASK_BACK: Status.NEEDS_CLARIFICATION,
}


def batch_of(name: str, talks: Sequence[GoldConversation]) -> Batch:
    """Conversations with their questions, each asked of its own."""
    conversations = tuple(talk.conversation() for talk in talks)
    sessions = sessions_of(conversations)
    cases = [
        _case(talk, index, question, sessions)
        for talk in talks
        for index, question in enumerate(talk.questions)
    ]
    return Batch(name=name, conversations=conversations, cases=tuple(cases), sessions=sessions)


def _case(
    talk: GoldConversation, index: int, question: GoldQuestion, sessions: dict[str, str]
) -> Case:
    evidence = tuple(turn_reference(talk.header.id, turn) for turn in question.evidence)
    return Case(
        query=EvaluationQuery(
            conversation=talk.header.id,
            index=index,
            question=question.question,
            asked_at=question.asked_at,
        ),
        gold=GoldAnswer(
            category=question.kind.value,
            expected=_STATUS[question.status],
            answer=question.answer or "",
            evidence=evidence,
            sessions=evidence_sessions(evidence, sessions),
        ),
    )
