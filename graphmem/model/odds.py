"""A linear model of one event over named values: what small fitted weights have in common."""

import math
from collections.abc import Mapping

from graphmem.model.base import Frozen

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
