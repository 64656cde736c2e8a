"""Two evaluations of the same questions: how far apart, and how surely."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from graphmem.errors import InputError
from graphmem.evaluation.found import SCORES, Scored, read_lines
from graphmem.model.base import Frozen

METRICS = ("recall@5", "recall@10", "f1")

_RESAMPLES = 10_000
_AT_ONCE = 500
_SEED = 20_260_101
_ENDS = (2.5, 97.5)

Floats = npt.NDArray[np.float64]


class Interval(Frozen):
    """A 95 % interval, in points."""

    low: float
    high: float


class Difference(Frozen):
    """One figure of A and of B in percent, over answerable questions that both have.

    ``difference`` is B less A in points. ``by_question`` resamples questions,
    ``by_conversation`` whole conversations, whose questions stand and fall together: it is the
    one to go by where the claim is about other conversations, and None where there is only one.
    """

    metric: str
    questions: int
    conversations: int
    a: float
    b: float
    difference: float
    by_question: Interval
    by_conversation: Interval | None


class Comparison(Frozen):
    """Two result folders held against each other; ``unmatched`` questions are in one alone."""

    a: str
    b: str
    unmatched: int
    differences: tuple[Difference, ...]


def compare(a: Path, b: Path) -> Comparison:
    """Compare two folders that `evaluate` wrote; `InputError` where they share no question."""
    left = {item.key: item for item in read_lines(a / SCORES, Scored)}
    right = {item.key: item for item in read_lines(b / SCORES, Scored)}
    shared = [key for key in left if key in right]
    pairs = [(left[key], right[key]) for key in shared if not left[key].adversarial]
    found = [item for metric in METRICS if (item := difference(pairs, metric)) is not None]
    if not found:
        raise InputError(
            f"{a} and {b} have no scored question in common.",
            next_step="Compare two evaluations of the same file.",
        )
    return Comparison(
        a=str(a), b=str(b), unmatched=len(left.keys() ^ right.keys()), differences=tuple(found)
    )


def difference(pairs: Sequence[tuple[Scored, Scored]], metric: str) -> Difference | None:
    """One figure compared by a paired bootstrap with a fixed seed; None where no pair has it."""
    kept = [pair for pair in pairs if all(metric in item.scores for item in pair)]
    if not kept:
        return None
    first = np.array([one.scores[metric] for one, _ in kept])
    second = np.array([other.scores[metric] for _, other in kept])
    apart = 100.0 * (second - first)
    names = sorted({one.conversation or "" for one, _ in kept})
    groups = np.array([names.index(one.conversation or "") for one, _ in kept])
    sums: Floats = np.bincount(groups, weights=apart).astype(np.float64)
    counts: Floats = np.bincount(groups).astype(np.float64)
    return Difference(
        metric=metric,
        questions=len(kept),
        conversations=len(names),
        a=_rounded(100.0 * first.mean()),
        b=_rounded(100.0 * second.mean()),
        difference=_rounded(apart.mean()),
        by_question=_interval(apart, np.ones(len(apart))),
        by_conversation=_interval(sums, counts) if len(names) > 1 else None,
    )


def _interval(sums: Floats, counts: Floats) -> Interval:
    """Resamples units, each a sum over its questions and their count, with replacement."""
    chance = np.random.default_rng(_SEED)
    means = []
    for _ in range(_RESAMPLES // _AT_ONCE):
        drawn = chance.integers(0, len(sums), size=(_AT_ONCE, len(sums)))
        means.append(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    low, high = np.percentile(np.concatenate(means), _ENDS)
    return Interval(low=_rounded(low), high=_rounded(high))


def _rounded(value: float) -> float:
    return round(float(value), 2)
