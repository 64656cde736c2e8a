"""An answer beside its labels: what was refused, how surely, and what was wrong."""

from typing import Any

import pytest

from graphmem.evaluation.abstention import AbstentionLabel
from graphmem.evaluation.cases import Case, EvaluationQuery, GoldAnswer
from graphmem.evaluation.question_records import QuestionTiming, Scored
from graphmem.evaluation.question_runner import Answered
from graphmem.evaluation.scoring import TurnLookup, score
from graphmem.evaluation.summary import abstention
from graphmem.model.answer import DOUBT, SPEAKER, Answer, Status
from graphmem.model.search import ScorePart

SPEAKERS = {"c/D1:1": "Ana", "c/D1:2": "Ben", "c/D1:3": "Ana Lee"}


def scored(
    question: str,
    status: Status = Status.ANSWERED,
    *,
    expected: Status = Status.ABSTAINED,
    text: str = "forty tulips",
    evidence: tuple[str, ...] = ("c/D1:1",),
    **given: Any,
) -> Scored:
    case = Case(
        query=EvaluationQuery(conversation="c", index=0, question=question),
        gold=GoldAnswer(category=5, expected=expected, evidence=evidence),
    )
    answer = Answer(question=question, status=status, text=text, **{"confidence": 0.7, **given})
    found = Answered(("c/D1:1",), answer, QuestionTiming(search=0.0, ask=0.0))
    return score(case, found, TurnLookup({}, SPEAKERS), scoped=True).scored


def part(name: str, value: float) -> dict[str, Any]:
    return {"confidence_parts": (ScorePart(name=name, value=value, weight=1.0),)}


def test_only_words_count_as_an_answer() -> None:
    assert scored("What did Ben plant?").answered
    assert not scored("What did Ben plant?", text=" ").answered
    asked_back = scored("What did Ben plant?", Status.NEEDS_CLARIFICATION, confidence=0.0)
    assert (asked_back.answered, asked_back.asked_back) == (False, True)


@pytest.mark.parametrize(
    ("question", "fault"),
    [
        ("What did Ben plant?", AbstentionLabel.SOMEBODY_ELSE),
        ("What are Ben's flowers?", AbstentionLabel.SOMEBODY_ELSE),
        ("What did ANA plant in May?", AbstentionLabel.ALTERED),
        ("What did Anaïs plant?", AbstentionLabel.SOMEBODY_ELSE),
    ],
)
def test_the_people_whom_a_question_names_tell_its_fault(
    question: str, fault: AbstentionLabel
) -> None:
    assert scored(question).fault is fault
    assert scored(question, expected=Status.ANSWERED).fault is AbstentionLabel.NONE


def test_doubt_is_of_the_speaker_whether_or_not_it_was_refused() -> None:
    assert scored("?", **part(SPEAKER, 0.75)).doubt == 0.25
    assert scored("?", Status.ABSTAINED, **part(DOUBT, 0.9)).doubt == 0.9
    assert scored("?").doubt == pytest.approx(0.3)  # without parts by the confidence
    assert scored("?", Status.NEEDS_CLARIFICATION).doubt == 1.0


def test_what_was_refused_is_told_by_fault() -> None:
    found = abstention(
        [
            scored("Ben?", Status.ABSTAINED, **part(DOUBT, 0.9)),
            scored("Ana?", **part(SPEAKER, 0.6)),
            scored("Ben?", expected=Status.ANSWERED, **part(SPEAKER, 0.8)),
            scored("Ben?", expected=Status.ANSWERED, text="", **part(SPEAKER, 0.9)),
        ]
    )
    assert found.own is not None
    assert (found.own.somebody_else, found.own.altered, found.own.false) == (100.0, 0.0, 50.0)
    # By doubt alone a threshold below 0.4 refuses both that are to be refused, and nothing else.
    assert (found.by_doubt[0].right, found.by_doubt[0].false) == (100.0, 0.0)
