"""The answer that agrees best with everything that may be the answer."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graphmem.answering.telling.spans import Span

Floats = npt.NDArray[np.float64]

_WEIGHED = 80  # spans; those after them have no chance to speak of
_UNCOUNTED = frozenset({"", "a", "an", "the", "and"})  # "" is punctuation


class Choice(NamedTuple):
    """A span; ``chance`` is its own probability, ``agreement`` its expected token F1, 0 to 1."""

    span: Span
    chance: float
    agreement: float


def choose(spans: Sequence[Span], scores: Floats) -> list[Choice]:
    """The spans, those first that share most words with the likely ones.

    A softmax makes probabilities of the scores; a span is worth the F1 of its words that it can
    expect if the true answer is drawn by them. Several spans around one answer thus support each
    other, where the single best may be an accident.
    """
    if not spans:
        return []
    best = np.argsort(-scores, kind="stable")[:_WEIGHED]
    likely = [spans[at] for at in best]
    chances = np.exp(scores[best] - scores[best[0]])
    chances /= chances.sum()
    expected = agreement(likely) @ chances
    order = np.argsort(-expected, kind="stable")
    return [Choice(likely[at], float(chances[at]), float(expected[at])) for at in order]


def agreement(spans: Sequence[Span]) -> Floats:
    """Spans × spans: the F1 of their sets of stems."""
    places: dict[str, int] = {}
    bags = [
        {places.setdefault(stem, len(places)) for stem in span.unit.stems[span.begin : span.end]}
        for span in spans
    ]
    rows = np.zeros((len(spans), len(places)))
    for row, bag in zip(rows, bags, strict=True):
        row[list(bag)] = 1.0
    for stem in _UNCOUNTED & places.keys():
        rows[:, places[stem]] = 0.0
    sizes = rows.sum(axis=1)
    return np.asarray(2.0 * (rows @ rows.T) / (sizes[:, None] + sizes[None, :]))
