"""The weights of the verifier that ship with graphmem, and where they come from."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
    with _told_of(path or _SHIPPED, "benchmarks.fit_answers") as content:
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
        _check(weights.reading, ReadingSignals)
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


def _check(odds: Odds, signals: type[Signals] | type[ReadingSignals]) -> None:
    if unknown := sorted(set(odds.weights) - set(signals._fields)):
        raise ValueError(f"no such signals: {', '.join(unknown)}")
