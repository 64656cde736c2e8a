"""Rows of tokens as the network that writes propositions takes them.

A row is ``[CLS] names of those who take part [SEP]``, then of each turn before ``Speaker: text
[SEP]``, then the turn itself in the same way, with its day. Behind words that say when stands the
date that they mean, worked out by calendar, so that it can be copied. A turn that is too long is
read in pieces, each with what stands before it.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from enum import IntEnum
from typing import NamedTuple

from graphmem.language.time.intervals import write_day

CLS, SEP = 101, 102  # as the tokens of the packaged model are numbered
END = 103
"""The token behind the last sentence that is written."""
MAX_ROW = 256
MAX_PEOPLE, MAX_HEAD, MAX_TEXT, MAX_BEFORE = 32, 24, 112, 64
MAX_WRITTEN = 48
"""Tokens of one sentence that is written; of all that one sentence states, twice as many."""


class Segment(IntEnum):
    """What a token of a row is part of."""

    PEOPLE = 0
    BEFORE = 1
    TURN = 2
    DATE = 3


class Dated(NamedTuple):
    """Where words that say when end, and the date that they mean."""

    end: int
    date: str


class ReadTurn(NamedTuple):
    """A turn with its sentences as half-open ranges of characters, and its dates in order.

    ``names`` are its words that are names, which keep their capital wherever they are written.
    """

    speaker: str
    said_at: datetime
    text: str
    sentences: tuple[tuple[int, int], ...]
    dates: tuple[Dated, ...] = ()
    names: frozenset[str] = frozenset()


class Token(NamedTuple):
    """One token, with the characters that it stands for; a blank before them counts among them."""

    id: int
    text: str


class Tokens(NamedTuple):
    """Tokens in order, each with its segment."""

    tokens: tuple[Token, ...] = ()
    segments: tuple[Segment, ...] = ()

    def with_(self, *others: "Tokens") -> "Tokens":
        """These, and those of the others behind them."""
        every = (self, *others)
        return Tokens(
            tuple(token for one in every for token in one.tokens),
            tuple(segment for one in every for segment in one.segments),
        )


class Row(NamedTuple):
    """The tokens of a turn, or a piece of one, with what came before.

    ``places`` are the tokens of each sentence of the piece, first and one past the last;
    ``sentence`` is the number of the first sentence in its turn.
    """

    turn: int
    tokens: tuple[Token, ...]
    segments: tuple[Segment, ...]
    sentence: int
    places: tuple[tuple[int, int], ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The numbers of the tokens."""
        return tuple(token.id for token in self.tokens)


Tokenise = Callable[[str], Sequence[Token]]


def rows(turns: Sequence[ReadTurn], people: Sequence[str], tokenise: Tokenise) -> Iterator[Row]:
    """The rows of the turns of one stretch of talk, in order."""
    names = _of(tokenise(", ".join(people)), Segment.PEOPLE, MAX_PEOPLE)
    first = _of((Token(CLS, ""),), Segment.PEOPLE).with_(names, _end(Segment.PEOPLE))
    before: list[Tokens] = []
    for number, turn in enumerate(turns):
        head = tokenise(f"{turn.speaker}, {write_day(turn.said_at)}:")
        short = _of(tokenise(f"{turn.speaker}:"), Segment.BEFORE, MAX_HEAD)
        sentences = [_sentence(turn, span, tokenise) for span in turn.sentences]
        for begin, end in _pieces(sentences):
            piece = sentences[begin:end]
            of_turn = _of(head, Segment.TURN, MAX_HEAD)
            length = sum(len(one.tokens) for one in (first, of_turn, *piece))
            row = first.with_(_last(before, MAX_ROW - length - 1), of_turn)
            places = []
            for one in piece:
                places.append((len(row.tokens), len(row.tokens) + len(one.tokens)))
                row = row.with_(one)
            row = row.with_(_end(Segment.TURN))
            yield Row(number, row.tokens, row.segments, begin, tuple(places))
            read = [token for one in piece for token in one.tokens]
            before.append(short.with_(_of(read, Segment.BEFORE, MAX_BEFORE), _end(Segment.BEFORE)))


def _sentence(turn: ReadTurn, span: tuple[int, int], tokenise: Tokenise) -> Tokens:
    begin, end = span
    found, done = Tokens(), begin
    for dated in turn.dates:
        if begin < dated.end <= end:
            words = _of(tokenise(turn.text[done : dated.end]), Segment.TURN)
            found = found.with_(words, _of(tokenise(f" [{dated.date}]"), Segment.DATE))
            done = dated.end
    found = found.with_(_of(tokenise(turn.text[done:end]), Segment.TURN))
    return Tokens(found.tokens[:MAX_TEXT], found.segments[:MAX_TEXT])


def _pieces(sentences: Sequence[Tokens]) -> Iterator[tuple[int, int]]:
    begin, length = 0, 0
    for number, one in enumerate(sentences):
        if length and length + len(one.tokens) > MAX_TEXT:
            yield begin, number
            begin, length = number, 0
        length += len(one.tokens)
    if begin < len(sentences):
        yield begin, len(sentences)


def _last(turns: Sequence[Tokens], room: int) -> Tokens:
    """The last of these that have room."""
    kept: list[Tokens] = []
    for turn in reversed(turns):
        room -= len(turn.tokens)
        if room < 0:
            break
        kept.insert(0, turn)
    return Tokens().with_(*kept)


def _of(tokens: Sequence[Token], segment: Segment, most: int | None = None) -> Tokens:
    kept = tuple(tokens)[:most]
    return Tokens(kept, (segment,) * len(kept))


def _end(segment: Segment) -> Tokens:
    return _of((Token(SEP, ""),), segment)
