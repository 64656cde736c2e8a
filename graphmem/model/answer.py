"""Answers to questions: text, evidence, and why."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.routing import QuestionKind, Routing
from graphmem.model.search import ScorePart

# Parts of a confidence: how sure it is whose word it is, and how surely it is nobody's.
SPEAKER, DOUBT = "speaker", "doubt"


class Status(StrEnum):
    """How a question ended."""

    ANSWERED = "answered"
    ABSTAINED = "abstained"
    NEEDS_CLARIFICATION = "needs_clarification"


class Source(StrEnum):
    """Whether somebody told it of themselves or of somebody else."""

    SELF_REPORTED = "self-reported"
    REPORTED = "reported by another"


class Evidence(Frozen):
    """A quote from a turn: who said it, where and when, and whether of themselves."""

    turn_id: str
    conversation_id: str
    dia_id: str
    speaker: str
    said_at: datetime
    quote: str
    source: Source = Source.SELF_REPORTED


class ResolvedTime(Frozen):
    """What a time expression meant when it was said; the interval is half-open, local time."""

    expression: str
    meaning: str
    start: datetime
    end: datetime


class Candidate(Frozen):
    """Somebody or something that a name may mean, what tells it apart, and where that was said.

    ``fit`` is the cosine of what is known of it to the question. ``uid`` answers the question back
    (``about`` of `Memory.ask`) and can be given to every tool that takes a name; where the memory
    holds two namesakes as one thing, the tools tell of both.
    """

    uid: str
    name: str
    apart: str
    fit: float
    evidence: tuple[Evidence, ...] = ()


class Answer(WhileWaiting):
    """The answer to a question, or the reason why there is none.

    ``confidence`` is between 0 and 1 and the sum of its ``confidence_parts``. Every ``evidence``
    turn exists and was spoken by whom it names. ``candidates`` are what the question may mean
    where it is asked back; ``steps`` tell what was done, in order; ``model`` names the language
    model that wrote the text, if one did.
    """

    question: str
    status: Status
    text: str
    kind: QuestionKind = QuestionKind.FACT
    confidence: float
    confidence_parts: tuple[ScorePart, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    times: tuple[ResolvedTime, ...] = ()
    reason: str | None = None
    people: tuple[str, ...] = ()
    routing: Routing | None = None
    candidates: tuple[Candidate, ...] = ()
    steps: tuple[str, ...] = ()
    model: str | None = None

    @property
    def evidence_turn_ids(self) -> tuple[str, ...]:
        """The turns that prove it, as people read them."""
        return tuple(item.turn_id for item in self.evidence)
