"""The weights of the verifier that ship with graphmem, and where they come from."""

import json
import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from graphmem.answering.verification.reading_signals import AnswerSignals, ReadingSignals
from graphmem.answering.verification.signals import Signals
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.search import ScorePart

_SHIPPED = Path(__file__).with_name("verifier.json")
_SHIPPED_READING = Path(__file__).with_name("reading.json")
_BIAS = "bias"


class Odds(Frozen):
    """The logarithm of the odds of a fault, or of an answer: ``bias + sum(weight * signal)``."""

    bias: float
    weights: Mapping[str, float]

    def parts(self, *signals: Signals | ReadingSignals | AnswerSignals) -> tuple[ScorePart, ...]:
        """Every addend, the bias first."""
        values = {name: value for some in signals for name, value in some._asdict().items()}
        return (
            ScorePart(name=_BIAS, value=1.0, weight=self.bias),
            *(
                ScorePart(name=name, value=values[name], weight=weight)
                for name, weight in self.weights.items()
            ),
        )

    def chance(self, *signals: Signals | ReadingSignals | AnswerSignals) -> float:
        """The probability of these odds, from 0 to 1."""
        log_odds = math.fsum(part.contribution for part in self.parts(*signals))
        return 1.0 / (1.0 + math.exp(-log_odds))


class VerifierWeights(Frozen):
    """The odds of either fault of a claim, and the doubt above which a question is refused.

    ``somebody_else``: another one said or did it. ``altered``: nobody did, at least not so. They
    are fitted on the scores of the ranker that ships; other weights of it want a fit of their own.
    """

    somebody_else: Odds
    altered: Odds
    threshold: float


class ReadingWeights(Frozen):
    """The odds of a fault where turns were read, and the doubt above which is refused.

    ``fault``, on what was found and what the reader says of it: it is not so as it is asked.
    ``somebody_else``, on what was found: if not, then another one said or did it. ``right``: what
    is answered is right. ``origin`` tells what they were fitted on.
    """

    origin: Mapping[str, Any]
    fault: Odds
    somebody_else: Odds
    right: Odds
    threshold: float


class ShippedVerifier(Frozen):
    """Fitted weights, their origin, and those fitted without one of the conversations.

    ``left_out`` is by `graphmem.retrieval.weights.conversation_digest`, so that an evaluation on a
    conversation that was part of the fit can use weights that never saw it.
    """

    origin: Mapping[str, Any]
    weights: VerifierWeights
    left_out: Mapping[str, VerifierWeights] = Field(default_factory=dict)


@lru_cache(maxsize=8)
def read_verifier(path: Path | None = None) -> ShippedVerifier:
    """The weights of a file that `training.weigh` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    with _told_of(path or _SHIPPED, "training.weigh") as content:
        shipped = ShippedVerifier.model_validate(content)
        for weights in (shipped.weights, *shipped.left_out.values()):
            for odds in (weights.somebody_else, weights.altered):
                _check(odds, Signals)
        return shipped


@lru_cache(maxsize=8)
def read_reading_weights(path: Path | None = None) -> ReadingWeights:
    """The weights of a file that `training.fit_abstention` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    with _told_of(path or _SHIPPED_READING, "training.fit_abstention") as content:
        weights = ReadingWeights.model_validate(content)
        _check(weights.somebody_else, Signals)
        _check(weights.fault, Signals, ReadingSignals)
        _check(weights.right, AnswerSignals)
        return weights


@contextmanager
def _told_of(path: Path, program: str) -> Iterator[Any]:
    """What a file of weights holds; whatever is wrong with it is told with the file."""
    try:
        yield json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, ValidationError) as error:
        raise SettingsError(
            f"{path} holds no weights of the verifier: {error}.",
            next_step=f"Make it with `python -m {program}`, or use the shipped ones.",
        ) from error


def _check(odds: Odds, *signals: type[Signals | ReadingSignals | AnswerSignals]) -> None:
    known = {name for some in signals for name in some._fields}
    if unknown := sorted(set(odds.weights) - known):
        raise ValueError(f"no such signals: {', '.join(unknown)}")
