"""Answers in the spans that the reader finds; pure."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.told import Proof, Told, trimmed
from graphmem.answering.times import resolved_times
from graphmem.language.sentences import sentences
from graphmem.model.routing import QuestionKind
from graphmem.reader.reading import AnswerSpan, Reading

Readings = Mapping[str, Reading]
"""What the reader says of turns, by their ids."""

# Beside the log odds that a turn answers; fixed beforehand on the corpus's development part.
_OF_SEARCH, _OF_SPAN = 2.0, 0.5
_MOST_LISTED = 5
# Of the further members of a list: the least log odds of their turns, and how far behind the best.
_LISTED, _BEHIND = 1.0, 2.0


class _Chosen(NamedTuple):
    passage: Passage
    reading: Reading
    span: AnswerSpan
    score: float


def tell_read(kind: QuestionKind, passages: Sequence[Passage], readings: Readings) -> Told | None:
    """Answer in words of the turn that answers best, or by yes or no; None where nothing was read.

    Words that a passage no longer has are not told. Of a list, turns that answer nearly as well
    give one member each.
    """
    found = sorted(_chosen(passages, readings), key=lambda one: -one.score)
    if not found:
        return None
    best = found[0]
    if kind is QuestionKind.YES_NO:
        text = "Yes" if best.reading.yes > 0 else "No"
        return _told(text, kind, [best])
    if kind is QuestionKind.LIST:
        members = [best, *(one for one in found[1:] if _is_member(one, best))][:_MOST_LISTED]
        texts = dict.fromkeys(trimmed(one.span.text) for one in members)
        return _told(", ".join(texts), kind, members)
    return _told(trimmed(best.span.text), kind, [best])


def _chosen(passages: Sequence[Passage], readings: Readings) -> list[_Chosen]:
    found = []
    for passage in passages:
        reading = readings.get(passage.hit.turn_id)
        span = reading and _span_left(passage, reading)
        if reading and span:
            score = (
                reading.answers + _OF_SEARCH * passage.hit.score + _OF_SPAN * span.log_probability
            )
            found.append(_Chosen(passage, reading, span, score))
    return found


def _span_left(passage: Passage, reading: Reading) -> AnswerSpan | None:
    """The best span that the passage still has; a speaker's name always is."""
    whole = f"{passage.hit.text} {passage.hit.caption or ''}"
    return next((span for span in reading.spans if span.begin < 0 or span.text in whole), None)


def _is_member(one: _Chosen, best: _Chosen) -> bool:
    return one.reading.answers > _LISTED and one.score > best.score - _BEHIND


def _told(text: str, kind: QuestionKind, chosen: Sequence[_Chosen]) -> Told:
    best = chosen[0]
    proofs = tuple(Proof(one.passage, _quote(one)) for one in chosen)
    return Told(
        text=text,
        kind=kind,
        proofs=proofs,
        times=resolved_times(proofs[0].quote, best.passage.hit.said_at),
        chance=1.0 / (1.0 + math.exp(-best.reading.answers)),
    )


def _quote(one: _Chosen) -> str:
    """The sentence that the words are in, or all that was said."""
    text = one.passage.hit.text
    return next((part for part in sentences(text) if one.span.text in part), text)
