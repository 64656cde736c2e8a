"""The weights of the verifier that ship with graphmem, and where they come from."""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from graphmem.answering.verification.reading_signals import ReadingSignals
from graphmem.answering.verification.signals import Signals
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.search import ScorePart

_SHIPPED = Path(__file__).with_name("verifier.json")
_SHIPPED_READING = Path(__file__).with_name("reading.json")
_BIAS = "bias"


class Odds(Frozen):
    """The logarithm of the odds of one fault against none: ``bias + sum(weight * signal)``."""

    bias: float
    weights: Mapping[str, float]

    def parts(self, signals: Signals | ReadingSignals) -> tuple[ScorePart, ...]:
        """Every addend, the bias first."""
        values = signals._asdict()
        return (
            ScorePart(name=_BIAS, value=1.0, weight=self.bias),
            *(
                ScorePart(name=name, value=values[name], weight=weight)
                for name, weight in self.weights.items()
            ),
        )


class VerifierWeights(Frozen):
    """The odds of either fault of a claim, and the doubt above which a question is refused.

    ``somebody_else``: another one said or did it. ``altered``: nobody did, at least not so. They
    are fitted on the scores of the ranker that ships; other weights of it want a fit of their own.
    """

    somebody_else: Odds
    altered: Odds
    threshold: float


class ReadingWeights(Frozen):
    """The odds of either fault where turns were read, and the doubt above which is refused.

    ``somebody_else``, on what was found: another one said or did it. ``reading``, on what the
    reader says: nobody did, at least not so. ``origin`` tells what they were fitted on.
    """

    origin: Mapping[str, Any]
    somebody_else: Odds
    reading: Odds
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
    """The weights of a file that `benchmarks.fit_answers` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    path = path or _SHIPPED
    try:
        shipped = ShippedVerifier.model_validate(json.loads(path.read_text(encoding="utf-8")))
        for weights in (shipped.weights, *shipped.left_out.values()):
            for odds in (weights.somebody_else, weights.altered):
                if unknown := sorted(set(odds.weights) - set(Signals._fields)):
                    raise ValueError(f"no such signals: {', '.join(unknown)}")
    except (OSError, ValueError, ValidationError) as error:
        raise SettingsError(
            f"{path} holds no weights of the verifier: {error}.",
            next_step="Make it with `python -m benchmarks.fit_answers`, or use the shipped ones.",
        ) from error
    return shipped


@lru_cache(maxsize=8)
def read_reading_weights(path: Path | None = None) -> ReadingWeights:
    """The weights of a file that `training.fit_verifier` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    path = path or _SHIPPED_READING
    try:
        weights = ReadingWeights.model_validate(json.loads(path.read_text(encoding="utf-8")))
        for odds, known in (
            (weights.somebody_else, Signals._fields),
            (weights.reading, ReadingSignals._fields),
        ):
            if unknown := sorted(set(odds.weights) - set(known)):
                raise ValueError(f"no such signals: {', '.join(unknown)}")
    except (OSError, ValueError, ValidationError) as error:
        raise SettingsError(
            f"{path} holds no weights of the verifier: {error}.",
            next_step="Make it with `python -m training.fit_verifier`, or use the shipped ones.",
        ) from error
    return weights
