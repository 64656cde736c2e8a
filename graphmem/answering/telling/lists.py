"""Several answers to one question: distinct ones, from different sentences."""

from collections.abc import Sequence

import numpy as np

from graphmem.answering.telling.choose import Choice, Floats, choose
from graphmem.answering.telling.spans import Span
from graphmem.answering.telling.wordlists import SMALL

MOST = 3  # items; what comes after is seldom right, and a long list says little
_LONGEST = 6  # tokens of an item after the first
_BEHIND = 2.0  # in the score, how far an item may be behind the first


def distinct(spans: Sequence[Span], scores: Floats, *, most: int = MOST) -> list[Choice]:
    """The best choice, and the best of further sentences that say something else in a few words."""
    first = choose(spans, scores)[:1]
    kept, best = list(first), float(scores.max()) if spans else 0.0
    rest = list(range(len(spans)))
    while kept and len(kept) < most:
        last = kept[-1].span
        said = _says(last)
        rest = [
            at
            for at in rest
            if spans[at].unit is not last.unit
            and spans[at].end - spans[at].begin <= _LONGEST
            and said.isdisjoint(_says(spans[at]))
        ]
        if not rest or float(scores[rest].max()) < best - _BEHIND:
            break
        kept += choose([spans[at] for at in rest], scores[np.array(rest)])[:1]
    return kept


def _says(span: Span) -> set[str]:
    """The stems of the words that say something."""
    unit = span.unit
    return {
        unit.stems[at]
        for at in range(span.begin, span.end)
        if unit.stems[at] and unit.words[at] not in SMALL
    }
