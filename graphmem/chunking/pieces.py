"""Turns in pieces: where a turn may be split, and which stay with the question that they answer."""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from graphmem.language.sentences import sentences, wants_answer
from graphmem.model.chunk import ChunkTurn

# Turns behind a question in which an answer is looked for that is not the next one's: "Why do you
# ask?" lies between, or the words of somebody else.
_REACH = 4


class _Shape(NamedTuple):
    asks: bool
    only_asks: bool


class _SessionTalk:
    """The talk of a session, with who speaks after whom."""

    def __init__(self, turns: Sequence[ChunkTurn]) -> None:
        self._turns = turns
        self._shapes = [_shape(turn.text) for turn in turns]
        self._names = {turn.speaker_uid: turn.speaker for turn in turns}
        self._other = [len(turns)] * len(turns)
        for place in range(len(turns) - 2, -1, -1):
            is_other = turns[place].speaker_uid != turns[place + 1].speaker_uid
            self._other[place] = place + 1 if is_other else self._other[place + 1]

    def answers(self, place: int) -> Iterator[int]:
        """The turns by which the questions of a turn are answered, as far as it can be known."""
        turn = self._turns[place]
        if not self._shapes[place].asks or self._other[place] == len(self._turns):
            return
        first = self._first_of(addressee(turn, self._names), place) or self._other[place]
        yield first
        if self._shapes[first].only_asks:
            back = self._first_of(self._turns[first].speaker_uid, self._other[first] - 1)
            if back is not None and back - place <= _REACH and back > self._other[first]:
                yield back

    def _first_of(self, uid: str | None, place: int) -> int | None:
        """Where a person speaks first behind a place, if that is soon."""
        near = range(place + 1, min(place + 1 + _REACH, len(self._turns)))
        return next((one for one in near if self._turns[one].speaker_uid == uid), None)


# Whom a turn calls by name.

_TWO = 2


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


def question_start(text: str) -> int | None:
    """Start of the text's last question or request; None where it has none.

    With the questions right before it.
    """
    found = sentences(text)
    last = next(
        (place for place in reversed(range(len(found))) if wants_answer(found[place])), None
    )
    if last is None:
        return None
    while last > 0 and wants_answer(found[last - 1]):
        last -= 1
    place = len(text)
    for sentence in reversed(found[last:]):
        place = text.rindex(sentence, 0, place)
    return place


def waits(turns: Sequence[ChunkTurn]) -> list[bool]:
    """Of each turn, whether a question before the next turn still waits for its answer.

    A question, wherever in its turn it stands, waits until somebody else speaks, where anybody
    does: whom it calls by name, if they speak soon. If they only ask back, it waits for what they
    say next. Linear in the number of turns.
    """
    asked = _SessionTalk(turns)
    until = 0
    found = []
    for place in range(len(turns)):
        until = max(until, *asked.answers(place), 0)
        found.append(place < until)
    return found


def _shape(text: str) -> _Shape:
    wanting = [wants_answer(sentence) for sentence in sentences(text)]
    return _Shape(any(wanting), bool(wanting) and all(wanting))


def addressee(turn: ChunkTurn, names: Mapping[str, str]) -> str | None:
    """The uid of the one person whom a turn speaks to by name ("Cy, what do you play?").

    ``names`` are those of everyone who speaks, by uid. None where it names nobody in that way, or
    several, and where only two talk: there it is clear whom a question is for.
    """
    if len(names) <= _TWO:
        return None
    called = [
        uid
        for uid, name in names.items()
        if uid != turn.speaker_uid
        and name.strip()
        and name.split()[0] in turn.text
        and _calls(turn.text, name)
    ]
    return called[0] if len(called) == 1 else None


def _calls(text: str, name: str) -> bool:
    """Whether the name, or the first word of it, is set apart as one calls somebody."""
    written = "|".join(re.escape(one) for one in (name, name.split()[0]))
    before = rf"(?:^|[.!?,…]\s*)(?:{written})(?=\s*[,.!?…:])"
    return re.search(rf"{before}|,\s*(?:{written})(?=\s*[.!?…]|$)", text) is not None
