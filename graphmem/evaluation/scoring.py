"""An answered question and its labels → its lines in the result files."""

from collections.abc import Mapping
from typing import NamedTuple

from graphmem.evaluation.answers import answer_scores
from graphmem.evaluation.asking import Answered
from graphmem.evaluation.cases import Case
from graphmem.evaluation.found import Line, Scored
from graphmem.evaluation.metrics import retrieval_scores
from graphmem.model.answer import Status


class Judged(NamedTuple):
    """One question's two lines."""

    line: Line
    scored: Scored


def score(case: Case, found: Answered, *, sessions: Mapping[str, str], scoped: bool) -> Judged:
    """Hold what was found against the labels.

    ``sessions`` gives each turn's session; ``scoped`` tells whether the conversation was given.
    """
    query, gold = case.query, case.gold
    given = query.conversation if scoped else None
    answer = found.answer
    line = Line(
        conversation=query.conversation,
        index=query.index,
        category=gold.category,
        question=query.question,
        ranked_turns=_within(found.ranked, given),
        status=answer.status,
        answer=answer.text,
        evidence_turns=_within(answer.evidence_turn_ids, given),
        seconds=round(found.seconds.search + found.seconds.ask, 4),
    )
    scores = retrieval_scores(
        found.ranked, gold.evidence, evidence_sessions=gold.sessions, sessions=sessions
    ) | answer_scores(answer.status, answer.text, gold)
    scored = Scored(
        conversation=query.conversation,
        index=query.index,
        category=gold.category,
        adversarial=gold.adversarial,
        to_clarify=gold.to_clarify,
        evidence=gold.evidence,
        lost=gold.lost,
        answered=answer.status is not Status.ABSTAINED,
        confidence=answer.confidence,
        foreign=sum(_is_foreign(turn_id, query.conversation) for turn_id in found.ranked),
        scores=scores,
    )
    return Judged(line, scored)


def _within(turn_ids: tuple[str, ...], conversation: str | None) -> tuple[str, ...]:
    """Turn ids as the conversation writes them; one of another conversation stays whole."""
    if conversation is None:
        return turn_ids
    return tuple(turn_id.removeprefix(f"{conversation}/") for turn_id in turn_ids)


def _is_foreign(turn_id: str, conversation: str | None) -> bool:
    return conversation is not None and not turn_id.startswith(f"{conversation}/")
