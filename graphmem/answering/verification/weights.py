"""The weights by which answers are doubted, and where they come from."""

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from graphmem.answering.verification.reading_signals import AnswerSignals, ReadingSignals
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.search import ScorePart

_SHIPPED_READING = Path(__file__).with_name("reading.json")
_BIAS = "bias"


class Odds(Frozen):
    """The logarithm of the odds of a fault, or of an answer: ``bias + sum(weight * signal)``."""

    bias: float
    weights: Mapping[str, float]

    def parts(self, signals: ReadingSignals | AnswerSignals) -> tuple[ScorePart, ...]:
        """Every addend, the bias first."""
        values = signals._asdict()
        return (
            ScorePart(name=_BIAS, value=1.0, weight=self.bias),
            *(
                ScorePart(name=name, value=values[name], weight=weight)
                for name, weight in self.weights.items()
            ),
        )

    def chance(self, signals: ReadingSignals | AnswerSignals) -> float:
        """The probability of these odds, from 0 to 1."""
        log_odds = math.fsum(part.contribution for part in self.parts(signals))
        return 1.0 / (1.0 + math.exp(-log_odds))


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
    with _told_of(path or _SHIPPED_READING, "training.fit_abstention") as content:
        weights = ReadingWeights.model_validate(content)
        _check(weights.fault, ReadingSignals)
        _check(weights.right, AnswerSignals)
        return weights


@contextmanager
def _told_of(path: Path, program: str) -> Iterator[Any]:
    """What a file of weights holds; whatever is wrong with it is told with the file."""
    try:
        yield json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, ValidationError) as error:
        raise SettingsError(
            f"{path} holds no weights of this kind: {error}.",
            next_step=f"Make it with `python -m {program}`, or use the shipped ones.",
        ) from error


def _check(odds: Odds, signals: type[ReadingSignals | AnswerSignals]) -> None:
    if unknown := sorted(set(odds.weights) - set(signals._fields)):
        raise ValueError(f"no such signals: {', '.join(unknown)}")
