"""The reader: a question or a claim beside one turn, judged by one network; what it takes and says.

A row of tokens is ``[CLS] asked [SEP]``, then for each turn before ``head text [SEP]``, then the
turn itself in the same way. A head is ``Speaker, 3 May 2025:``, tokenised apart from the text.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple, Protocol

from graphmem.language.time.intervals import write_day


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


CLS, SEP = 101, 102  # as the tokens of the packaged model are numbered
MAX_ROW = 224
MAX_QUESTION, MAX_CLAIM = 48, 64
MAX_HEAD, MAX_TEXT = 20, 128
MAX_CONTEXT = 96
MAX_HEAD_BEFORE, MAX_TEXT_BEFORE = 6, 60
_MARKS = 3  # of beginning and end, and one to spare


class Segment(IntEnum):
    """The segment of a row that a token is part of."""

    QUESTION = 0
    CONTEXT = 1
    TURN = 2
    CLAIM = 3


class TurnTokens(NamedTuple):
    """The tokens of a turn: of who speaks when, and of what is said."""

    head: Sequence[int]
    text: Sequence[int]


class TokenRow(NamedTuple):
    """The tokens of a row with their segments; the turn's own text has ``text`` to ``end``.

    The turn's head begins at ``turn``.
    """

    ids: tuple[int, ...]
    segments: tuple[Segment, ...]
    turn: int
    text: int

    @property
    def end(self) -> int:
        """Behind the last token of the turn's text."""
        return len(self.ids) - 1


def head_of(speaker: str, said_at: datetime) -> str:
    """Who speaks when, as it stands before a turn."""
    return f"{speaker}, {write_day(said_at)}:"


def question_row(
    question: Sequence[int], turn: TurnTokens, before: Sequence[TurnTokens]
) -> TokenRow:
    """A question beside a turn; ``before`` are the earlier turns of its session, in order."""
    return _row(question[:MAX_QUESTION], Segment.QUESTION, turn, before)


def claim_row(claim: Sequence[int], turn: TurnTokens, before: Sequence[TurnTokens]) -> TokenRow:
    """A claim beside a turn; ``before`` are the earlier turns of its session, in order."""
    return _row(claim[:MAX_CLAIM], Segment.CLAIM, turn, before)


def _row(
    asked: Sequence[int], segment: Segment, turn: TurnTokens, before: Sequence[TurnTokens]
) -> TokenRow:
    head = turn.head[:MAX_HEAD]
    own = (*head, *turn.text[:MAX_TEXT], SEP)
    context = _context(before, min(MAX_CONTEXT, MAX_ROW - len(asked) - len(own) - _MARKS))
    first = (CLS, *asked, SEP)
    begin = len(first) + len(context)
    segments = (
        *(segment for _ in first),
        *(Segment.CONTEXT for _ in context),
        *(Segment.TURN for _ in own),
    )
    return TokenRow((*first, *context, *own), segments, begin, begin + len(head))


def _context(before: Sequence[TurnTokens], room: int) -> tuple[int, ...]:
    """The last of these turns that have room, all of each that is kept of one."""
    found: tuple[int, ...] = ()
    for turn in reversed(before):
        block = (*turn.head[:MAX_HEAD_BEFORE], *turn.text[:MAX_TEXT_BEFORE], SEP)
        if len(found) + len(block) > room:
            break
        found = (*block, *found)
    return found
