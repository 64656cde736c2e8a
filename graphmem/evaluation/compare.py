"""Two evaluations of the same questions: how far apart, and how surely."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from graphmem.errors import InputError
from graphmem.evaluation.question_records import SCORES, SUMMARY, Scored, not_a_result, read_lines
from graphmem.model.base import Frozen

_SCORES = (
    *("recall@5", "recall@10", "mrr", "ndcg@10"),
    *("session_recall@10", "session_recall_of_10_turns", "f1", "judge"),
)
_RESAMPLES = 10_000
_AT_ONCE = 500
_SEED = 20_260_101
_ENDS = (2.5, 97.5)

Floats = npt.NDArray[np.float64]


class ConfidenceInterval(Frozen):
    """A 95 % interval, in points."""

    low: float
    high: float


class MetricDifference(Frozen):
    """One figure of A and of B in percent, over the questions that both have and that it is of.

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
    by_question: ConfidenceInterval
    by_conversation: ConfidenceInterval | None


class Figure(NamedTuple):
    """A figure's name, and its value between 0 and 1 for a question; None where it has none."""

    name: str
    of: Callable[[Scored], float | None]


class ResultComparison(Frozen):
    """Two result folders held against each other; ``unmatched`` questions are in one alone."""

    a: str
    b: str
    unmatched: int
    differences: tuple[MetricDifference, ...]


def compare(a: Path, b: Path) -> ResultComparison:
    """Compare two folders that `evaluate` wrote.

    Raises `InputError` where they are of different benchmarks or data, or share no question.
    """
    _refuse_unlike(a, b)
    left = {item.key: item for item in read_lines(a / SCORES, Scored)}
    right = {item.key: item for item in read_lines(b / SCORES, Scored)}
    shared = [key for key in left if key in right]
    pairs = [(left[key], right[key]) for key in shared]
    found = [item for figure in FIGURES if (item := difference(pairs, figure)) is not None]
    if not found:
        raise InputError(
            f"{a} and {b} have no scored question in common.",
            next_step="Compare two evaluations of the same file.",
        )
    return ResultComparison(
        a=str(a), b=str(b), unmatched=len(left.keys() ^ right.keys()), differences=tuple(found)
    )


def difference(pairs: Sequence[tuple[Scored, Scored]], figure: Figure) -> MetricDifference | None:
    """One figure compared by a paired bootstrap with a fixed seed; None where no pair has it."""
    kept = [
        (one.conversation or "", of_a, of_b)
        for one, other in pairs
        if (of_a := figure.of(one)) is not None and (of_b := figure.of(other)) is not None
    ]
    if not kept:
        return None
    first = np.array([value for _, value, _ in kept])
    second = np.array([value for _, _, value in kept])
    apart = 100.0 * (second - first)
    names = sorted({conversation for conversation, _, _ in kept})
    groups = np.array([names.index(conversation) for conversation, _, _ in kept])
    sums: Floats = np.bincount(groups, weights=apart).astype(np.float64)
    counts: Floats = np.bincount(groups).astype(np.float64)
    return MetricDifference(
        metric=figure.name,
        questions=len(kept),
        conversations=len(names),
        a=_rounded(100.0 * first.mean()),
        b=_rounded(100.0 * second.mean()),
        difference=_rounded(apart.mean()),
        by_question=_interval(apart, np.ones(len(apart))),
        by_conversation=_interval(sums, counts) if len(names) > 1 else None,
    )


def _score(name: str) -> Figure:
    return Figure(name, lambda item: item.scores.get(name) if item.answerable else None)


FIGURES = (
    *map(_score, _SCORES),
    Figure("asked_back", lambda item: item.scores.get("asked_back")),
    Figure(
        "rightly_abstained",
        lambda item: float(not item.answered) if item.adversarial else None,
    ),
    Figure(
        "falsely_abstained",
        lambda item: float(not item.answered) if item.answerable else None,
    ),
)


def _refuse_unlike(a: Path, b: Path) -> None:
    of_a, of_b = _asked_of(a), _asked_of(b)
    for what, one, other in zip(("benchmark", "data"), of_a, of_b, strict=True):
        if one != other:
            raise InputError(
                f"{a} and {b} are not of the same {what}: {one} and {other}.",
                next_step="Compare two evaluations of the same file.",
            )


def _asked_of(folder: Path) -> tuple[object, object]:
    """The benchmark and the digest of the data, of however old a summary."""
    file = folder / SUMMARY
    try:
        summary = json.loads(file.read_text(encoding="utf-8"))
        return summary["benchmark"], summary["basis"].get("sha256", {}).get("data")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise not_a_result(file, error) from error


def _interval(sums: Floats, counts: Floats) -> ConfidenceInterval:
    """Resamples units, each a sum over its questions and their count, with replacement."""
    chance = np.random.default_rng(_SEED)
    means = []
    for _ in range(_RESAMPLES // _AT_ONCE):
        drawn = chance.integers(0, len(sums), size=(_AT_ONCE, len(sums)))
        means.append(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    low, high = np.percentile(np.concatenate(means), _ENDS)
    return ConfidenceInterval(low=_rounded(low), high=_rounded(high))


def _rounded(value: float) -> float:
    return round(float(value), 2)
