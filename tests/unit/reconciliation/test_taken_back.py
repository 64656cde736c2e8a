"""Which statements of another reading say what was taken back."""

from datetime import UTC, datetime
from typing import Any

import pytest

from graphmem.model.retraction import BY_HAND, Retraction, StatementContent, WordsOf
from graphmem.model.workspace import Polarity
from graphmem.reconciliation.taken_back import says_the_same, taken_back

TEXT = "I work at Contoso as a nurse, and I like Contoso."
WORK = WordsOf(turn_uid="turn:1", dia_id="D1:1", field="text", start=0, end=28)
LIKE = WordsOf(turn_uid="turn:1", dia_id="D1:1", field="text", start=34, end=48)
NEXT_TURN = WORK.model_copy(update={"turn_uid": "turn:2", "dia_id": "D1:2"})

RETRACTION = Retraction(
    uid="retraction:1",
    statement_uid="answer:1",
    conversation_id="office",
    session_id="S1",
    speaker_uid="person:ana",
    subject_uid="person:ana",
    predicate="work_at",
    object="Contoso",
    polarity=Polarity.POSITIVE,
    text="Ana works at Contoso as a nurse.",
    quote=TEXT[:28],
    words=(WORK,),
    said_at=datetime(2024, 3, 1),
    recorded_at=datetime(2024, 4, 1, tzinfo=UTC),
)


def stated(**other: Any) -> StatementContent:
    same = StatementContent(
        uid="answer:2",
        subject_uid="person:ana",
        predicate="work_at",
        object="Contoso",
        polarity=Polarity.POSITIVE,
        text="Ana is employed by Contoso.",
        extracted_by="llm:some",
        words=(WORK,),
    )
    return same._replace(**other)


SAME = {
    "in other words": stated(),
    "of the same uid, whatever else": stated(uid="answer:1", words=(NEXT_TURN,), object="x"),
    "of other letters": stated(
        predicate="be", object="", subject_uid="entity:job", text="Ana works at Contoso as a nurse"
    ),
    "with a longer object": stated(object="Contoso as a nurse"),
    "with another predicate of the same object": stated(predicate="be_employed_by"),
    "of more words of the turn": stated(words=(WORK.model_copy(update={"end": 48}),)),
}
OTHER = {
    "of another turn": stated(words=(NEXT_TURN,)),
    "of other words of the turn": stated(predicate="like", words=(LIKE,)),
    "of somebody else": stated(subject_uid="person:ben"),
    "denied": stated(polarity=Polarity.NEGATIVE),
    "with another object": stated(object="Fabrikam"),
    "with another predicate and no object": stated(predicate="be", object=""),
    "put there by hand": stated(extracted_by=BY_HAND),
}


@pytest.mark.parametrize("one", SAME.values(), ids=SAME)
def test_what_says_the_same(one: StatementContent) -> None:
    assert says_the_same(RETRACTION, one)


@pytest.mark.parametrize("one", OTHER.values(), ids=OTHER)
def test_what_says_something_else(one: StatementContent) -> None:
    assert not says_the_same(RETRACTION, one)


def test_the_first_retraction_that_says_so_is_told() -> None:
    later = RETRACTION.model_copy(update={"uid": "retraction:2", "statement_uid": "answer:9"})
    own = stated(uid="answer:9", extracted_by=BY_HAND)
    found = taken_back(
        [RETRACTION, later], [stated(), own, OTHER["of somebody else"]._replace(uid="answer:7")]
    )
    assert found == {"answer:2": "retraction:1", "answer:9": "retraction:2"}
