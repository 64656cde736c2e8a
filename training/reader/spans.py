"""Which words of a turn are an answer, where the annotation quotes none."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from graphmem.evaluation.corpus import AnswerType, Expected, GoldQuestion, GoldSpan
from training.derived import DerivedQuestion
from training.reader.examples import Span, SpokenTurn

_LEAST_ALIKE = 0.6
_MOST_WORDS = 12  # a longer answer is told, not quoted
_WORDS_MORE = 6
_FUNCTION_WORDS = frozenset({
    "the", "a", "an", "of", "to", "in", "on", "at", "and", "for", "with", "by", "is", "was", "it",
    "its", "his", "her", "their",
})  # fmt: skip


def answer_spans(
    question: GoldQuestion | DerivedQuestion, turns: Sequence[SpokenTurn], places: Mapping[str, int]
) -> dict[int, tuple[Span, ...]]:
    """The answer's own words by the place of their turn: as quoted, else those most alike.

    Where a turn has neither and the answer is who speaks, it is the speaker's name.
    """
    found = _quoted(question.spans, turns, places)
    if question.status is not Expected.ANSWERED or question.wants is AnswerType.YES_NO:
        return found
    answer = question.answer or ""
    for place in (places[turn] for turn in question.evidence):
        if place in found:
            continue
        turn = turns[place]
        span = most_alike(turn.text, answer)
        if span is None and not found and _words(answer) == _words(turn.speaker):
            span = Span(0, len(turn.speaker), in_head=True)
        if span is not None:
            found[place] = (span,)
    return found


def quoted(text: str, quote: str) -> Span | None:
    """Where a quote stands first, whatever its case."""
    start = text.lower().find(quote.lower())
    return Span(start, start + len(quote)) if start >= 0 else None


def most_alike(text: str, answer: str) -> Span | None:
    """The run of words that shares most with an answer; None where that is little."""
    wanted = Counter(word for word in _words(answer) if word not in _FUNCTION_WORDS)
    if not wanted or wanted.total() > _MOST_WORDS:
        return None
    best, span = _LEAST_ALIKE, None
    for alike, run in _runs(text, wanted):
        if alike > best or (span is None and alike >= best):
            best, span = alike, run
    return span


def _runs(text: str, wanted: Counter[str]) -> Iterator[tuple[float, Span]]:
    """Every run of words that begins and ends with a wanted one, with its F1."""
    words = list(re.finditer(r"[A-Za-z0-9]+", text))
    for begin, first in enumerate(words):
        if first[0].lower() not in wanted:
            continue
        run: Counter[str] = Counter()
        for last in words[begin : begin + wanted.total() + _WORDS_MORE]:
            word = last[0].lower()
            if word not in _FUNCTION_WORDS:
                run[word] += 1
            if word in wanted:
                alike = 2 * (run & wanted).total() / (run.total() + wanted.total())
                yield alike, Span(first.start(), last.end())


def _quoted(
    spans: Sequence[GoldSpan], turns: Sequence[SpokenTurn], places: Mapping[str, int]
) -> dict[int, tuple[Span, ...]]:
    found: dict[int, tuple[Span, ...]] = {}
    for one in spans:
        place = places[one.turn]
        span = quoted(turns[place].text, one.quote)
        if span is not None:
            found[place] = (*found.get(place, ()), span)
    return found


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())
