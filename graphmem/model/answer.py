"""Answers to questions: how these are understood, text, evidence, and why."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.search import ScorePart
from graphmem.model.time import TimeInterval


class QuestionKind(StrEnum):
    """What sort of answer a question asks for."""

    FACT = "fact"
    WHEN = "when"
    HOW_LONG = "how_long"
    HOW_MANY = "how_many"
    LIST = "list"
    YES_NO = "yes_no"
    WHY = "why"
    COMPARISON = "comparison"
    GIST = "gist"


class Routing(Frozen):
    """How a question was read: whom it is about, where to look, when it was, what is asked for.

    ``conversations`` are those that are searched, none meaning all; ``inferred`` tells from what,
    where the caller named none. ``times`` are those that the question names.
    """

    kind: QuestionKind
    people: tuple[str, ...] = ()
    conversations: tuple[str, ...] = ()
    inferred: str | None = None
    times: tuple[TimeInterval, ...] = ()
    as_of: datetime | None = None
    known_to: str | None = None

    @property
    def told(self) -> str:
        """The routing in one line."""
        where = ", ".join(self.conversations) or "all conversations"
        parts = [
            self.kind.value.replace("_", " "),
            f"about {' and '.join(self.people)}" if self.people else "about nobody by name",
            f"in {where}" + (f" ({self.inferred})" if self.inferred else ""),
        ]
        parts += [f"at {time.start:%Y-%m-%d} to {time.end:%Y-%m-%d}" for time in self.times]
        if self.as_of is not None:
            parts.append(f"as of {self.as_of:%Y-%m-%d}")
        if self.known_to is not None:
            parts.append(f"known to {self.known_to}")
        return " · ".join(parts)


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
