"""The reader's input and output: turns, answer spans, log odds."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple, Protocol


class ReaderTurn(NamedTuple):
    """A turn: its text, speaker and time."""

    speaker: str
    said_at: datetime
    text: str


class ReadTurn(NamedTuple):
    """A turn to be read, and the earlier turns of its session that lead up to it, in order."""

    said: ReaderTurn
    before: tuple[ReaderTurn, ...] = ()


class AnswerSpan(NamedTuple):
    """A span of a turn that may be the answer, with the logarithm of its probability.

    ``begin`` and ``end`` are characters of the turn's text; of its speaker's name both are -1.
    """

    text: str
    begin: int
    end: int
    log_probability: float


class TurnReading(NamedTuple):
    """The reader's output for a question and a turn; all but ``spans`` are log odds.

    ``answers``: the turn answers it. ``supported``: what it takes for granted is so, as it is
    asked, and not so of another, of another detail, or merely wished, planned or advised. ``yes``:
    of a question that is answered by yes or no. ``spans``, best first, are what may be the answer;
    they may overlap.
    """

    answers: float
    supported: float
    yes: float
    spans: tuple[AnswerSpan, ...]


class Reader(Protocol):
    """A model that reads turns for what answers a question, and for what bears a claim out."""

    def read(self, question: str, turns: Sequence[ReadTurn]) -> list[TurnReading]:
        """Reads the question beside each turn, in order."""
        ...

    def judge(self, claims: Sequence[tuple[str, ReadTurn]]) -> list[float]:
        """The log odds that each sentence says rightly, and by itself, what its turn states."""
        ...
