"""Refusing what is not so against refusing what is, by what is wrong with a question."""

from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from graphmem.evaluation.abstention import AbstentionOutcome, operating
from graphmem.evaluation.cases import GoldAnswer
from graphmem.model.base import Frozen

_ALLOWED = (2.0, 5.0, 8.0, 10.0, 15.0, 20.0)


class AbstentionLabel(StrEnum):
    """What is wrong with a question: nothing, it names the wrong person, or a detail is not so."""

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
    doubted: Sequence[Doubted], allowed: Sequence[float] = _ALLOWED
) -> tuple[Refusing, ...]:
    """What is refused where at most so many percent of what is so may be.

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
    """What is refused where all is whose doubt is above a threshold."""

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
