"""Abstaining where one should, against abstaining where one should not."""

from collections.abc import Sequence

from graphmem.model.base import Frozen

_STEPS = 20
_ALLOWED = (5.0, 10.0, 20.0)


class AbstentionOutcome(Frozen):
    """How one question ended: to be refused or not, answered or not, and how surely (0 to 1)."""

    adversarial: bool
    answered: bool
    confidence: float


class Point(Frozen):
    """Percent abstained where every answer below ``threshold`` is withheld.

    ``right`` is of the questions to be refused, ``false`` of all others.
    """

    threshold: float
    right: float
    false: float


class Operating(Frozen):
    """The most rightly refused, in percent, at no more than ``allowed`` percent false ones.

    ``threshold`` is the lowest one that reaches it. Both are None where the system abstains more
    often than that on its own.
    """

    allowed: float
    right: float | None
    threshold: float | None = None


def curve(outcomes: Sequence[AbstentionOutcome]) -> tuple[Point, ...]:
    """Points at thresholds 0, 0.05, … 1; at 0 the system's own abstentions alone.

    Empty where either kind of question is missing.
    """
    if not _both(outcomes):
        return ()
    return tuple(_at(outcomes, step / _STEPS) for step in range(_STEPS + 1))


def operating(
    outcomes: Sequence[AbstentionOutcome], allowed: Sequence[float] = _ALLOWED
) -> tuple[Operating, ...]:
    """The best of any threshold at each of these percentages of false abstentions."""
    if not _both(outcomes):
        return ()
    thresholds = sorted({0.0, *(item.confidence for item in outcomes)})
    points = [_at(outcomes, threshold) for threshold in thresholds]
    return tuple(_best(points, most) for most in allowed)


def _best(points: Sequence[Point], allowed: float) -> Operating:
    within = [point for point in points if point.false <= allowed]
    if not within:
        return Operating(allowed=allowed, right=None)
    best = max(within, key=lambda point: (point.right, -point.threshold))
    return Operating(allowed=allowed, right=best.right, threshold=best.threshold)


def _both(outcomes: Sequence[AbstentionOutcome]) -> bool:
    return len({item.adversarial for item in outcomes}) == 2


def _at(outcomes: Sequence[AbstentionOutcome], threshold: float) -> Point:
    return Point(
        threshold=threshold,
        right=_share([item for item in outcomes if item.adversarial], threshold),
        false=_share([item for item in outcomes if not item.adversarial], threshold),
    )


def _share(outcomes: Sequence[AbstentionOutcome], threshold: float) -> float:
    held = sum(not item.answered or item.confidence < threshold for item in outcomes)
    return 100.0 * held / len(outcomes)
