"""An answered question and its labels → its lines in the result files; who judges by a model."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from graphmem.adapters.llm import LanguageModel, prompted
from graphmem.errors import LlmError, LlmSetupError
from graphmem.evaluation.abstention import fault_of
from graphmem.evaluation.cases import Case
from graphmem.evaluation.metrics import answer_scores, retrieval_scores
from graphmem.evaluation.question_records import QuestionRecord, Scored
from graphmem.evaluation.question_runner import Answered
from graphmem.model.answer import DOUBT, SPEAKER, Answer, Status
from graphmem.model.base import Frozen
from graphmem.model.workspace import Words

_WORD = re.compile(r"\w+")
_NOT_KNOWN = "(not known)"


class JudgeReply(Frozen):
    """The judging model's reply."""

    correct: bool
    reason: Words


class AnswerJudge:
    """Judges answers with a language model; ``failed`` counts those it could not judge."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.failed = 0

    @property
    def name(self) -> str:
        """The model that judges."""
        return self._model.name

    def judge(self, case: Case, answer: str) -> float | None:
        """1 for a right answer, 0 for a wrong one; None where the model gave no verdict.

        Raises `LlmSetupError`: then no later question would fare better.
        """
        try:
            asked = prompted("graphmem.evaluation", "judge", describe(case, answer))
            ruling = self._model.complete(asked, JudgeReply)
        except LlmSetupError:
            raise
        except LlmError:
            self.failed += 1
            return None
        return float(ruling.correct)


class TurnLookup(NamedTuple):
    """The session and the speaker of each turn of a batch, by turn as people read it."""

    sessions: Mapping[str, str]
    speakers: Mapping[str, str]


class ScoredQuestion(NamedTuple):
    """One question's two lines."""

    line: QuestionRecord
    scored: Scored


def score(case: Case, found: Answered, talk: TurnLookup, *, scoped: bool) -> ScoredQuestion:
    """Hold what was found against the labels; ``scoped``: the conversation was given."""
    query, gold = case.query, case.gold
    given = query.conversation if scoped else None
    answer = found.answer
    line = QuestionRecord(
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
        found.ranked, gold.evidence, evidence_sessions=gold.sessions, sessions=talk.sessions
    ) | answer_scores(answer.status, answer.text, gold)
    scored = Scored(
        conversation=query.conversation,
        index=query.index,
        category=gold.category,
        adversarial=gold.adversarial,
        to_clarify=gold.to_clarify,
        evidence=gold.evidence,
        lost=gold.lost,
        fault=fault_of(gold, _named(query.question, talk.speakers), talk.speakers),
        answered=answer.status is Status.ANSWERED and bool(answer.text.strip()),
        asked_back=answer.status is Status.NEEDS_CLARIFICATION,
        confidence=answer.confidence,
        doubt=_doubt(answer),
        words=len(answer.text.split()),
        foreign=sum(_is_foreign(turn_id, query.conversation) for turn_id in found.ranked),
        scores=scores,
    )
    return ScoredQuestion(line, scored)


def _named(question: str, speakers: Mapping[str, str]) -> set[str]:
    """The speakers whom a question names, by the labels' own reading of it: whole words."""
    words = f" {' '.join(_WORD.findall(question.lower()))} "
    return {name for name in set(speakers.values()) if f" {name.lower()} " in words}


def _doubt(answer: Answer) -> float:
    parts = {part.name: part.value for part in answer.confidence_parts}
    if answer.status is Status.ANSWERED:
        return 1.0 - parts.get(SPEAKER, answer.confidence)
    # Asked back is never answered, whatever the threshold.
    return parts.get(DOUBT, 1.0)


def _within(turn_ids: tuple[str, ...], conversation: str | None) -> tuple[str, ...]:
    """Turn ids as the conversation writes them; one of another conversation stays whole."""
    if conversation is None:
        return turn_ids
    return tuple(turn_id.removeprefix(f"{conversation}/") for turn_id in turn_ids)


def _is_foreign(turn_id: str, conversation: str | None) -> bool:
    return conversation is not None and not turn_id.startswith(f"{conversation}/")


def describe(case: Case, answer: str) -> str:
    """The question, the reference and the answer as the model reads them."""
    reference = _NOT_KNOWN if case.gold.adversarial else case.gold.answer
    return f"Question: {case.query.question}\nReference answer: {reference}\nAnswer: {answer}"
