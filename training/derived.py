"""Questions that a program derives from the corpus: their types."""

from enum import StrEnum

from pydantic import model_validator

from graphmem.evaluation.corpus import (
    AnswerType,
    Expected,
    GoldSpan,
    Id,
    StatementId,
    TurnId,
    Words,
)
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.model.base import Frozen


class Form(StrEnum):
    """What is asked for."""

    WHO = "who"
    WHAT = "what"
    WHERE = "where"
    WHEN = "when"
    HOW_MANY = "how_many"
    HOW_MUCH = "how_much"
    YES_NO = "yes_no"


class Change(StrEnum):
    """What makes a question one that is to be refused.

    ``other_person``: somebody else of the conversation is asked about. ``altered_detail``: a date,
    a number or a name is another of the same sort. ``not_realised``: what was only planned, wished,
    advised, asked for, proposed, possible or conditional is asked as if done. ``superseded``: what
    has been replaced is asked as if it still held.
    """

    OTHER_PERSON = "other_person"
    ALTERED_DETAIL = "altered_detail"
    NOT_REALISED = "not_realised"
    SUPERSEDED = "superseded"


class Detail(StrEnum):
    """What sort of detail was altered."""

    DATE = "date"
    NUMBER = "number"
    PLACE = "place"
    NAME = "name"


class DerivedQuestion(Frozen):
    """A question made from one gold statement.

    ``evidence`` are the turns that prove the answer or, of a question to be refused, that tempt;
    ``quotes`` are the words there that state it, ``spans`` those of the turn that are the answer
    themselves, none where it says them otherwise. ``was`` and ``put`` tell what was put for what.
    """

    id: Words
    split: CorpusSplit
    conversation: Id
    statement: StatementId
    question: Words
    form: Form
    wants: AnswerType
    status: Expected
    answer: str | None = None
    spans: tuple[GoldSpan, ...] = ()
    evidence: tuple[TurnId, ...]
    quotes: tuple[GoldSpan, ...]
    why: Change | None = None
    detail: Detail | None = None
    was: str | None = None
    put: str | None = None

    @model_validator(mode="after")
    def _check_status(self) -> "DerivedQuestion":
        answered = self.status is Expected.ANSWERED
        if answered != bool(self.answer) or answered != (self.why is None):
            raise ValueError("an answer, or why it is refused")
        return self
