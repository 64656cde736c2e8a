"""What is wrong in the questions of an annotated conversation."""

from collections import Counter
from collections.abc import Iterator, Mapping

from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldConversation,
    GoldQuestion,
    GoldTurn,
    QuestionKind,
    RefusalReason,
)
from scripts.corpus.mentions import said

LEAST_QUESTIONS = 40
# The share of questions that are to be refused, and how many are to be asked back.
REFUSED = (0.2, 0.36)
ASKED_BACK = (2, 6)


def faults_of_questions(talk: GoldConversation, turns: Mapping[str, GoldTurn]) -> Iterator[str]:
    """What is wrong in the questions of one conversation."""
    numbers = [question.id for question in talk.questions]
    if numbers != [f"q{place}" for place in range(1, len(numbers) + 1)]:
        yield "its questions are not q1, q2, …"
    asked = Counter(question.question.casefold() for question in talk.questions)
    yield from (f"it asks twice: {words}" for words, times in asked.items() if times > 1)
    known = {*talk.header.people, *talk.header.entities}
    for question in talk.questions:
        for fault in _faults(question, turns):
            yield f"{question.id}: {fault}"
        for one in question.candidates:
            if one not in known:
                yield f"{question.id}: {one} is nobody"


def _faults(question: GoldQuestion, turns: Mapping[str, GoldTurn]) -> Iterator[str]:
    for span in question.spans:
        other = turns.get(span.turn)
        if other is None or span.quote not in said(other):
            yield f"{span.quote!r} does not stand in {span.turn}"
        elif span.turn not in question.evidence:
            yield f"{span.turn} is no evidence, but has its words"
    yield from (f"there is no turn {uid}" for uid in question.evidence if uid not in turns)
    if len(set(question.evidence)) != len(question.evidence):
        yield "its evidence names a turn twice"
    never = question.why is RefusalReason.NEVER_SAID
    if question.status is Expected.REFUSED and never == bool(question.evidence):
        yield "evidence, and only what was never said has none"
    if question.status is not Expected.ANSWERED and question.spans:
        yield "words of an answer, and it has none"
    if (question.kind is QuestionKind.YES_NO) != (question.wants is AnswerType.YES_NO) and (
        question.kind is not QuestionKind.INFERENCE
    ):
        yield f"it is {question.kind} and wants {question.wants}"
    if question.kind is QuestionKind.YES_NO and question.answer and _said_yes(question) is None:
        yield f"its answer is neither yes nor no: {question.answer}"


def missing_questions(talk: GoldConversation) -> Iterator[str]:
    """What the questions of a finished conversation have, and these do not."""
    number = len(talk.questions)
    if number < LEAST_QUESTIONS:
        yield f"{number} questions, not {LEAST_QUESTIONS}"
    status = Counter(question.status for question in talk.questions)
    least, most = REFUSED
    if not least * number <= status[Expected.REFUSED] <= most * number:
        yield f"{status[Expected.REFUSED]} of {number} are to be refused, not a quarter to a third"
    if not ASKED_BACK[0] <= status[Expected.ASK_BACK] <= ASKED_BACK[1]:
        yield f"{status[Expected.ASK_BACK]} questions are to be asked back, not two to six"
    decided = Counter(
        _said_yes(question) for question in talk.questions if question.kind is QuestionKind.YES_NO
    )
    if abs(decided[True] - decided[False]) > 1:
        yield f"{decided[True]} questions are answered with yes, {decided[False]} with no"


def _said_yes(question: GoldQuestion) -> bool | None:
    first = (question.answer or "").casefold().replace(",", " ").replace(".", " ").split()[:1]
    return {"yes": True, "no": False}.get(first[0]) if first else None
