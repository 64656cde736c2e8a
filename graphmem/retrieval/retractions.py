"""Applies retractions and corrections to the text of turns.

A turn is kept as it was said, and a search finds it so. What is told from turns goes by this.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from graphmem.language.keys import entity_key
from graphmem.language.words import words
from graphmem.model.assembly import RecordedTurn
from graphmem.model.retraction import Retraction, TurnTakenBack
from graphmem.model.search import SearchHit
from graphmem.store.database import Database
from graphmem.store.retractions import taken_back_at

T = TypeVar("T", SearchHit, RecordedTurn)


class AsItStands:
    """Reads the turns of one space as they stand; ``seen`` is what was left out, by turn id."""

    def __init__(self, database: Database, space: str) -> None:
        self._database = database
        self._space = space
        self.seen: dict[str, tuple[Retraction, ...]] = {}

    def read(self, turns: Sequence[T]) -> list[T]:
        """The turns without what was taken back; one that says nothing else falls away."""
        places = [(turn.conversation_id, turn.dia_id) for turn in turns]
        found = taken_back_at(self._database, self._space, places)
        if not found:
            return list(turns)
        read = []
        for turn, place in zip(turns, places, strict=True):
            taken = found.get(place)
            if taken is None:
                read.append(turn)
                continue
            self.seen[turn.turn_id] = tuple(one for one, _ in taken.taken)
            text = without(turn.text, "text", taken)
            caption = without(turn.caption, "caption", taken) if turn.caption else None
            if words(text) or caption:
                read.append(_with(turn, text, caption or None))
        return read


class AsSaid(AsItStands):
    """Reads turns as they were said."""

    def read(self, turns: Sequence[T]) -> list[T]:
        """The turns as they are."""
        return list(turns)


def without(text: str, field: str, taken: TurnTakenBack) -> str:
    """A text of a turn without what was taken back of it, and with its correction there.

    Words that a standing statement rests on as well stay, but for those of the object that was
    taken back, which no standing statement has.
    """
    standing = [(said, at) for said, at in taken.standing if at.field == field]
    cut = [False] * len(text)
    notes: dict[int, str] = {}
    for retraction, at in taken.taken:
        if at.field != field:
            continue
        span = range(at.start, min(at.end, len(text)))
        free = [
            place for place in span if not any(one.start <= place < one.end for _, one in standing)
        ]
        if not any(text[place].isalnum() for place in free):
            free = _object_in(text, span, retraction, [said for said, _ in standing])
        for place in free:
            cut[place] = True
        if retraction.corrected_to and free:
            day = retraction.recorded_at.date().isoformat()
            notes[free[0]] = f"[corrected {day}: {retraction.corrected_to}]"
    return _written(text, cut, notes)


def _object_in(
    text: str, span: range, retraction: Retraction, standing: Iterable[str]
) -> list[int]:
    """Where the words of the object stand that no standing statement has; else all of them."""
    known = {_key(word) for said in standing for word in words(said)}
    gone = {_key(word) for word in words(retraction.object)} - known
    found: list[int] = []
    begin = span.start
    for place in range(span.start, span.stop + 1):
        if place < span.stop and text[place].isalnum():
            continue
        if begin < place and _key(text[begin:place]) in gone:
            found += range(begin, place)
        begin = place + 1
    return found or list(span)


def _key(word: str) -> str:
    return entity_key(word)


def _written(text: str, cut: Sequence[bool], notes: dict[int, str]) -> str:
    parts: list[str] = []
    for place, letter in enumerate(text):
        if place in notes:
            parts.append(f" {notes[place]} ")
        if not cut[place]:
            parts.append(letter)
        elif parts and parts[-1] != " ":
            parts.append(" ")
    return " ".join("".join(parts).split())


def _with(turn: T, text: str, caption: str | None) -> T:
    if isinstance(turn, SearchHit):
        return turn.model_copy(update={"text": text, "caption": caption})
    return turn._replace(text=text, caption=caption)


class TakenBackNotice(NamedTuple):
    """Why what would be the answer is not told."""

    text: str
    reason: str


def refusal(turn_id: str, taken: Sequence[Retraction]) -> TakenBackNotice:
    """Words a retraction: by whom, when and why; the words taken back are not told."""
    last = taken[-1]
    word = "corrected" if last.corrected_to else "taken back"
    day = last.recorded_at.date().isoformat()
    told = f"{word} by {last.by or 'hand'} on {day}"
    why = f": {last.reason}" if last.reason else "."
    return TakenBackNotice(f"What was said of that ({turn_id}) was {told}{why}", f"It was {told}.")
