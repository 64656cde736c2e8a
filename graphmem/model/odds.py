"""A linear model of one event over named values, and reading fitted weights of any kind."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from graphmem.errors import SettingsError
from graphmem.model.base import Frozen

Weights = TypeVar("Weights", bound=Frozen)

_MOST = 50.0  # log odds; e to more of them says nothing more


class Odds(Frozen):
    """The logarithm of the odds of something: ``bias + sum(weight * value)``."""

    bias: float
    weights: Mapping[str, float]

    def log_odds(self, values: Mapping[str, float]) -> float:
        """The log odds for these values; raises `KeyError` where one is missing."""
        return self.bias + math.fsum(weight * values[name] for name, weight in self.weights.items())

    def chance(self, values: Mapping[str, float]) -> float:
        """The probability of these odds, from 0 to 1."""
        return 1.0 / (1.0 + math.exp(-max(-_MOST, min(_MOST, self.log_odds(values)))))


def read_fitted(kind: type[Weights], path: Path, *, made_by: str) -> Weights:
    """The weights of a file that the module ``made_by`` wrote.

    Raises `SettingsError` for a file that cannot be used.
    """
    try:
        return kind.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # what does not fit is a ValueError too
        raise SettingsError(
            f"{path} holds no weights of this kind: {error}.",
            next_step=f"Make it with `python -m {made_by}`, or install the package again.",
        ) from error
