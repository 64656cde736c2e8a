"""The weights that choose an answer's words, as they ship, and where they come from."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import Field, ValidationError

from graphmem.answering.telling.choose import Floats
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen

_SHIPPED = Path(__file__).with_name("weights.json")


class SpanWeights(Frozen):
    """How much each signal speaks for a span of a sentence: ``weight * value``, summed.

    - ``behind``: how far the turn's score is behind the best one's; ``before``: the share of the
      question's words in the turn before, where that asks
    - ``length``: the squared logarithm of the words; ``clause``: their logarithm, where a reason, a
      manner or an action is wanted
    - ``small``: the share of words that say nothing; ``asked``: of those that do, the share that
      the question has itself; ``focus``: it holds, or stands before, the noun that is asked for
    - ``begins``, ``ends``: it begins behind a word that opens a phrase, and ends where one closes
    - ``after``, ``verb``: how close it stands behind a word of the question, behind its verb
    - ``fits``: it is of the sort that is wanted; ``speaking``: it says I or you
    - ``stated``: its likeness to the object of a statement that the question is about
    """

    behind: float = 0.0
    before: float = 0.0
    length: float = 0.0
    clause: float = 0.0
    small: float = 0.0
    asked: float = 0.0
    focus: float = 0.0
    begins: float = 0.0
    ends: float = 0.0
    after: float = 0.0
    verb: float = 0.0
    fits: float = 0.0
    speaking: float = 0.0
    stated: float = 0.0

    def vector(self) -> Floats:
        """The weights in the order of the fields."""
        return np.array([getattr(self, name) for name in SIGNALS], dtype=np.float64)


SIGNALS = tuple(SpanWeights.model_fields)


class ShippedSpanWeights(Frozen):
    """Fitted weights, their origin, and those fitted without one of the conversations.

    ``left_out`` is by `graphmem.retrieval.weights.conversation_digest`.
    """

    origin: Mapping[str, Any]
    weights: SpanWeights
    left_out: Mapping[str, SpanWeights] = Field(default_factory=dict)


@cache
def shipped_span_weights() -> ShippedSpanWeights:
    """The weights that ship with graphmem; `SettingsError` where the file cannot be used."""
    try:
        return ShippedSpanWeights.model_validate(json.loads(_SHIPPED.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as error:
        raise SettingsError(
            f"{_SHIPPED} holds no weights: {error}.", next_step="Install graphmem again."
        ) from error
