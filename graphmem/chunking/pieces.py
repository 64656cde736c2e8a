"""Turns in pieces: where a turn may be split when it, or the talk around it, is too long."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from graphmem.chunking.questions import question_start, waits
from graphmem.language.sentences import sentences
from graphmem.model.chunk import ChunkTurn


class Edge(IntEnum):
    """What lies before a piece: the lower, the sooner it is cut there."""

    FREE = 0
    INSIDE = 1  # of a turn
    REPLY = 2  # a question lies before it, its answer behind


class Piece(NamedTuple):
    """A turn or a part of one, and what lies before it; ``place`` counts the turns."""

    turn: ChunkTurn
    edge: Edge
    place: int


def size(turn: ChunkTurn) -> int:
    """Its characters, those of its caption included."""
    return len(turn.text) + len(turn.caption or "")


def pieces(turns: Sequence[ChunkTurn], *, limit: int) -> list[Piece]:
    """The turns in order, split where a chunk of at most ``limit`` characters may need it.

    A turn over the limit is in pieces of its sentences. In a run of questions and answers that
    is over the limit, each turn that first answers and then asks is in two.
    """
    waiting = waits(turns)
    made: list[Piece] = []
    begin = 0
    for end in range(1, len(turns) + 1):
        if waiting[end - 1]:
            continue
        run = turns[begin:end]
        too_long = sum(map(size, run)) > limit
        for place, turn in enumerate(run, begin):
            parts = _split(turn, limit) if too_long else [turn]
            before = Edge.FREE if place == begin else Edge.REPLY
            made.append(Piece(parts[0], before, place))
            made.extend(Piece(part, Edge.INSIDE, place) for part in parts[1:])
        begin = end
    return made


def merged(parts: Sequence[Piece]) -> list[ChunkTurn]:
    """The turns of pieces that ended in one chunk: parts of one turn are one again."""
    together: list[list[Piece]] = []
    for part in parts:
        if together and together[-1][0].place == part.place:
            together[-1].append(part)
        else:
            together.append([part])
    return [_joined([part.turn for part in turn]) for turn in together]


def _joined(parts: Sequence[ChunkTurn]) -> ChunkTurn:
    if len(parts) == 1:
        return parts[0]
    text = "".join(part.text for part in parts)
    return parts[0].model_copy(update={"text": text, "caption": parts[-1].caption})


def _split(turn: ChunkTurn, limit: int) -> list[ChunkTurn]:
    """The parts of a turn; what a shared image shows goes with the last or, too long, alone."""
    text = turn.text
    cuts = {0}
    if size(turn) > limit:
        cuts.update(_sentence_cuts(text, limit))
        if turn.caption:
            cuts.add(len(text))
    asked = question_start(text)
    if asked is not None:
        cuts.add(asked)
    starts = sorted(cuts)
    return [
        turn.model_copy(
            update={
                "text": text[first:last],
                "offset": turn.offset + first,
                "caption": turn.caption if first == starts[-1] else None,
            }
        )
        for first, last in zip(starts, [*starts[1:], len(text)], strict=True)
    ]


def _sentence_cuts(text: str, limit: int) -> list[int]:
    """Where sentences begin, and within those over the limit, where words do."""
    starts = []
    place = 0
    for sentence in sentences(text):
        place = text.index(sentence, place)
        starts.append(place)
        place += len(sentence)
    # What stands before the first sentence goes with it.
    starts[:1] = [0]
    cuts = []
    for first, last in zip(starts, [*starts[1:], len(text)], strict=True):
        cuts.append(first)
        while last - first > limit:
            first = _word_start(text, first, first + limit)
            cuts.append(first)
    return cuts[1:]


def _word_start(text: str, floor: int, ceiling: int) -> int:
    """The last place up to ``ceiling`` behind a space; ``ceiling`` where there is none."""
    for place in range(ceiling, floor, -1):
        if text[place - 1].isspace():
            return place
    return ceiling
