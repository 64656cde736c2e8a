"""Questions that wait for an answer, and whom a turn calls by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from graphmem.language.sentences import sentences, wants_answer
from graphmem.model.chunk import ChunkTurn

# Turns behind a question in which an answer is looked for that is not the next one's: "Why do you
# ask?" lies between, or the words of somebody else.
_REACH = 4


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


def _shape(text: str) -> _Shape:
    wanting = [wants_answer(sentence) for sentence in sentences(text)]
    return _Shape(any(wanting), bool(wanting) and all(wanting))


# Whom a turn calls by name.

_TWO = 2


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
