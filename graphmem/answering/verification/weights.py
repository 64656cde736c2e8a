"""The weights by which answers are doubted, and where they come from."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from graphmem.answering.verification.reading_signals import AnswerSignals, ReadingSignals
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.odds import Odds

_SHIPPED_READING = Path(__file__).with_name("reading.json")


class ReadingWeights(Frozen):
    """The odds of a fault where turns were read, and the doubt above which is refused.

    ``fault``: it is not so as it is asked. ``right``: what is answered is right. ``origin`` tells
    what they were fitted on.
    """

    origin: Mapping[str, Any]
    fault: Odds
    right: Odds
    threshold: float


@lru_cache(maxsize=8)
def read_reading_weights(path: Path | None = None) -> ReadingWeights:
    """The weights of a file that `training.fit_abstention` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    path = path or _SHIPPED_READING
    try:
        weights = ReadingWeights.model_validate_json(path.read_text(encoding="utf-8"))
        _check(weights.fault, ReadingSignals)
        _check(weights.right, AnswerSignals)
    except (OSError, ValueError) as error:  # what does not fit is a ValueError too
        raise SettingsError(
            f"{path} holds no weights of this kind: {error}.",
            next_step="Make it with `python -m training.fit_abstention`, or use the shipped ones.",
        ) from error
    return weights


def _check(odds: Odds, signals: type[ReadingSignals | AnswerSignals]) -> None:
    if unknown := sorted(set(odds.weights) - set(signals._fields)):
        raise ValueError(f"no such signals: {', '.join(unknown)}")
