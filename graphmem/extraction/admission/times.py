"""Resolves the time words of a turn against that turn's own date."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from graphmem.extraction.admission import ProposalRejected
from graphmem.extraction.admission.quotes import find_words
from graphmem.extraction.admission.turns import Turns, written
from graphmem.language.sentences import sentences
from graphmem.language.time import Tense, TimeExpression, find_times
from graphmem.model.chunk import ChunkTurn
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import EvidenceSpan, Modality, Part

Dates = Callable[[str, datetime, Tense | None], Sequence[TimeExpression]]
"""The time expressions of a text that was said at a time, by whoever has a parse of it."""

# What is put so is still to come, whatever its clause looks like ("lunch on Sunday").
_COMING = frozenset({Modality.PLANNED, Modality.PROPOSED})
# So is what is put so for the most part, but its words may say when it was asked for or had to be
# ("I asked her on Monday to come"): a parse of the clause knows better.
_MOSTLY_COMING = _COMING | {Modality.ADVISED, Modality.REQUIRED, Modality.REQUESTED}


class When(NamedTuple):
    """When something was, and the words of a turn that say so."""

    interval: TimeInterval | None = None
    words: str | None = None


class _Place(NamedTuple):
    """Characters of a text that was said at a time, and where that text begins in ``whole``."""

    text: str
    first: int
    last: int
    said_at: datetime
    whole: str
    begins: int


def read_time(
    words: str | None,
    *,
    interval: TimeInterval | None,
    evidence: Sequence[EvidenceSpan],
    turns: Turns,
    modality: Modality = Modality.SAID,
    dates: Dates | None = None,
) -> When:
    """Resolves when it was by the words as they stand in one of the evidence turns.

    Words within what is quoted are meant before others. An ``interval`` that a caller gives is
    taken as it is. Without ``dates`` a sentence is read by its words, without a parse. Words that
    name no date ("someday") are kept without one. Raises `ProposalRejected` for words that stand
    in none of the turns.
    """
    if words is None or not words.strip():
        return When(interval, None)
    place = _find(words, evidence, turns, whole=False) or _find(words, evidence, turns, whole=True)
    if place is None:
        raise ProposalRejected(f"the words {words!r} stand in none of its turns")
    said = place.text[place.first : place.last]
    if interval is not None:
        return When(interval, said)
    coming = _MOSTLY_COMING if dates is None else _COMING
    tense: Tense | None = "future" if modality in coming else None
    if dates is None:
        found: Sequence[TimeExpression] = _times(place.text, place.said_at, tense)
        return When(_resolve(place.text, found, place.first, place.last), said)
    found = dates(place.whole, place.said_at, tense)
    first, last = place.begins + place.first, place.begins + place.last
    return When(_resolve(place.whole, found, first, last), said)


def _find(
    words: str, evidence: Sequence[EvidenceSpan], turns: Turns, *, whole: bool
) -> _Place | None:
    best: tuple[tuple[bool, bool, int], _Place] | None = None
    for one in evidence:
        for text, begins, turn in _texts(one, turns, whole):
            span = find_words(words, text)
            if span is None:
                continue
            start = begins + (turn.offset if one.field == "text" else 0)
            far = max(0, one.start - start - span[0], start + span[1] - one.end)
            rank = (far > 0, one.part is Part.CONTEXT, far)
            if best is None or rank < best[0]:
                place = _Place(text, *span, turn.said_at, written(turn, one.field), begins)
                best = (rank, place)
    return best[1] if best else None


def _resolve(
    text: str, found: Sequence[TimeExpression], first: int, last: int
) -> TimeInterval | None:
    """The interval of the expression that these characters are, lie in, or hold.

    One that they hold beside a number ("by the 25th of the next month") is not what they mean.
    """
    exact = [one for one in found if (one.start, one.end) == (first, last)]
    around = [one for one in found if one.start <= first and last <= one.end]
    within = [
        one
        for one in found
        if first <= one.start
        and one.end <= last
        and not any(map(str.isdigit, text[first : one.start] + text[one.end : last]))
    ]
    for group in (exact, around, within):
        intervals = [one.interval for one in group if one.interval is not None]
        if len(intervals) == 1:
            return intervals[0]
    return None


def _texts(
    evidence: EvidenceSpan, turns: Turns, whole: bool
) -> Iterator[tuple[str, int, ChunkTurn]]:
    """The sentences of the turn, or all of it, where each begins in it, and the turn."""
    for turn in turns.parts(evidence.dia_id):
        text = written(turn, evidence.field)
        for sentence, start in ((text, 0),) if whole else _split(text):
            yield sentence, start, turn


@lru_cache(maxsize=512)
def _split(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    place = 0
    for sentence in sentences(text):
        place = text.index(sentence, place)
        found.append((sentence, place))
        place += len(sentence)
    return tuple(found)


@lru_cache(maxsize=2_048)
def _times(sentence: str, said_at: datetime, tense: Tense | None) -> tuple[TimeExpression, ...]:
    return find_times(sentence, said_at=said_at, tense=tense)
