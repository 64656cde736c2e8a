"""Rows of tokens as the reader's network takes them: what is asked, what was said before, a turn.

A row is ``[CLS] asked [SEP]``, then for each turn before ``head text [SEP]``, then the turn itself
in the same way. A head is ``Speaker, 3 May 2025:``, tokenised apart from the text.
"""

from collections.abc import Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from graphmem.language.time.intervals import write_day

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
