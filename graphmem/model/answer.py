"""What a question is answered with: text, evidence, and why."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.base import Frozen


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    NEEDS_CLARIFICATION = "needs_clarification"


class Evidence(Frozen):
    """A quote from a turn: who said it, where and when."""

    turn_id: str
    conversation_id: str
    dia_id: str
    speaker: str
    said_at: datetime
    quote: str


class ResolvedTime(Frozen):
    """What a time expression meant when it was said; the interval is half-open, local time."""

    expression: str
    meaning: str
    start: datetime
    end: datetime


class Answer(Frozen):
    """The answer to a question, or the reason why there is none.

    ``confidence`` is between 0 and 1. Every ``evidence`` turn exists and was spoken by whom it
    names.
    """

    question: str
    status: Status
    text: str
    confidence: float
    evidence: tuple[Evidence, ...] = ()
    times: tuple[ResolvedTime, ...] = ()
    reason: str | None = None
    people: tuple[str, ...] = ()

    @property
    def evidence_turn_ids(self) -> tuple[str, ...]:
        """The turns that prove it, as people read them."""
        return tuple(item.turn_id for item in self.evidence)
