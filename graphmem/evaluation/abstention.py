"""Measures abstention: refusing where one should, against where one should not."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from graphmem.evaluation.cases import GoldAnswer
from graphmem.model.base import Frozen

_STEPS = 20
_ALLOWED = (5.0, 10.0, 20.0)


class AbstentionOutcome(Frozen):
    """Outcome of one question: to be refused or not, answered or not, and how surely (0 to 1)."""

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


_FALSE_REFUSALS_ALLOWED = (2.0, 5.0, 8.0, 10.0, 15.0, 20.0)


class AbstentionLabel(StrEnum):
    """Label of a question: nothing wrong, it names the wrong person, or a detail is not so."""

    NONE = "none"
    SOMEBODY_ELSE = "somebody_else"
    ALTERED = "altered"


class Doubted(Frozen):
    """A question with its fault, and how surely (0 to 1) it was taken to have one."""

    fault: AbstentionLabel
    doubt: float


class Refusing(Frozen):
    """Percent refused above a threshold of doubt; of a fault that no question has, None.

    ``allowed`` is the percentage of false refusals that the threshold was chosen for, ``false``
    the one that it has; ``right`` is of all questions with a fault.
    """

    allowed: float | None
    threshold: float
    false: float | None
    right: float | None
    somebody_else: float | None
    altered: float | None


def fault_of(
    gold: GoldAnswer, named: Collection[str], speakers: Mapping[str, str]
) -> AbstentionLabel:
    """The fault of a question that names these people, by who speaks the turns that tempt.

    ``speakers`` gives the speaker of each turn. Somebody else did it where none of those turns is
    by a person whom the question names; else it is a detail.
    """
    if not gold.adversarial:
        return AbstentionLabel.NONE
    spoken_by = {speakers[turn_id] for turn_id in gold.evidence}
    return (
        AbstentionLabel.SOMEBODY_ELSE
        if spoken_by and spoken_by.isdisjoint(named)
        else AbstentionLabel.ALTERED
    )


def refusing_curve(
    doubted: Sequence[Doubted], allowed: Sequence[float] = _FALSE_REFUSALS_ALLOWED
) -> tuple[Refusing, ...]:
    """Refusal rates where at most so many percent of what is so may be refused.

    The thresholds are chosen on these very questions: it is the trade-off, not a forecast. Empty
    where there are only questions with a fault, or none with one.
    """
    outcomes = [
        AbstentionOutcome(
            adversarial=item.fault is not AbstentionLabel.NONE,
            answered=True,
            confidence=1.0 - item.doubt,
        )
        for item in doubted
    ]
    return tuple(
        refusing_at(doubted, 1.0 - point.threshold).model_copy(update={"allowed": point.allowed})
        for point in operating(outcomes, allowed)
        if point.threshold is not None
    )


def refusing_at(doubted: Sequence[Doubted], threshold: float) -> Refusing:
    """Refusal rates where all is refused whose doubt is above a threshold."""

    def share(*faults: AbstentionLabel) -> float | None:
        kept = [item for item in doubted if item.fault in faults]
        # As `refusing_curve` compares, so that one threshold refuses the same in both.
        held = sum(1.0 - item.doubt < 1.0 - threshold for item in kept)
        return round(100.0 * held / len(kept), 2) if kept else None

    return Refusing(
        allowed=None,
        threshold=threshold,
        false=share(AbstentionLabel.NONE),
        right=share(AbstentionLabel.SOMEBODY_ELSE, AbstentionLabel.ALTERED),
        somebody_else=share(AbstentionLabel.SOMEBODY_ELSE),
        altered=share(AbstentionLabel.ALTERED),
    )
