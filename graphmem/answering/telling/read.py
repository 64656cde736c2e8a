"""Answers in the spans that the reader finds; pure."""

import math
import re
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

# Beside the log odds that a turn answers; chosen on the corpus's development part.
_OF_SEARCH, _OF_SPAN = 1.0, 0.25
_MOST_LISTED = 5
# Of the further members of a list: the least log odds of their turns, and how far behind the best.
_LISTED, _BEHIND = 1.0, 2.0


_ARTICLE = re.compile(r"(?:an?|the)\s+(?=\S)", re.IGNORECASE)
_MINE = re.compile(r"\b(?:my|our)\s+$", re.IGNORECASE)
_MINE_FIRST = re.compile(r"(?:my|our)\s+(?=\S)", re.IGNORECASE)


class _Chosen(NamedTuple):
    passage: Passage
    reading: Reading
    span: AnswerSpan
    score: float


def tell_read(
    kind: QuestionKind, passages: Sequence[Passage], readings: Readings, *, who: bool = False
) -> Told | None:
    """Answer in words of the turn that answers best, or by yes or no; None where nothing was read.

    Words that a passage no longer has are not told. Of a list, turns that answer nearly as well
    give one member each. Where it is asked ``who`` it was, "my brother" is the speaker's.
    """
    found = _best_first(passages, readings)
    if not found:
        return None
    best = found[0]
    if kind is QuestionKind.YES_NO:
        return _told("Yes" if best.reading.yes > 0 else "No", kind, [best])
    if kind is QuestionKind.LIST:
        members = [best, *(one for one in found[1:] if _is_member(one, best))][:_MOST_LISTED]
        texts = dict.fromkeys(_words(one, who=who) for one in members)
        return _told(", ".join(texts), kind, members)
    return _told(_words(best, who=who), kind, [best])


def best_read(passages: Sequence[Passage], readings: Readings) -> Passage | None:
    """The passage that answers best by what the reader says of it."""
    found = _best_first(passages, readings)
    return found[0].passage if found else None


def likeliest(passages: Sequence[Passage], readings: Readings) -> Proof | None:
    """What the reader takes for the answer, however well its turn was found."""
    found = _chosen(passages, readings)
    if not found:
        return None
    best = max(found, key=lambda one: one.reading.answers)
    return Proof(best.passage, _quote(best))


def _best_first(passages: Sequence[Passage], readings: Readings) -> list[_Chosen]:
    return sorted(_chosen(passages, readings), key=lambda one: -one.score)


def _words(one: _Chosen, *, who: bool) -> str:
    """The words of its span without an article, and with whose relative they name."""
    found = trimmed(one.span.text)
    text = found[opening.end() :] if (opening := _ARTICLE.match(found)) else found
    if not who or one.span.begin < 0:
        return text
    hit = one.passage.hit
    if mine := _MINE_FIRST.match(text):
        return f"{hit.speaker}'s {text[mine.end() :]}"
    before = f"{hit.text} {hit.caption or ''}".partition(one.span.text)[0]
    return f"{hit.speaker}'s {text}" if _MINE.search(before) else text


def _likely(log_odds: float) -> float:
    return 1.0 / (1.0 + math.exp(-log_odds))


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
        chance=_likely(best.reading.answers),
    )


def _quote(one: _Chosen) -> str:
    """The sentence that the words are in, or all that was said."""
    text = one.passage.hit.text
    return next((part for part in sentences(text) if one.span.text in part), text)
