"""Whether a question asks for a gist of what was said; pure."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from graphmem.adapters.onnx_encoder import TokenVectors
from graphmem.errors import SettingsError
from graphmem.model.base import Frozen
from graphmem.model.odds import Odds

_SHIPPED = Path(__file__).with_name("gists.json")
_NEAREST = 3
NEARNESS = "nearness"
"""The name of `nearness` among the values of ``told``."""


class GistWeights(Frozen):
    """Over the form of a question (`form_of`), the log odds that it asks for a gist.

    ``told`` are the odds that anything was said of it, over `nearness`. ``origin`` tells what they
    were fitted on.
    """

    origin: Mapping[str, Any]
    told: Odds
    bias: float
    weights: tuple[float, ...]

    def log_odds(self, vector: Sequence[float]) -> float:
        """Above zero where a gist is asked for."""
        return self.bias + sum(w * x for w, x in zip(self.weights, vector, strict=True))


@lru_cache(maxsize=1)
def read_gist_weights() -> GistWeights:
    """The shipped weights; raises `SettingsError` where their file cannot be used."""
    try:
        return GistWeights.model_validate_json(_SHIPPED.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:  # what does not fit is a ValueError too
        raise SettingsError(
            f"{_SHIPPED} holds no weights of this kind: {error}.",
            next_step="Make it with `python -m training.fit_gists`, or install the package again.",
        ) from error


def form_of(question: TokenVectors) -> list[float]:
    """The mean of the vectors of a question's tokens that are near to its words.

    Names stay in it: without them a question is no sentence, and seems to ask for anything.
    """
    form: list[float] = question.inner.mean(axis=0).tolist()
    return form


def asks_for_gist(form: Sequence[float]) -> bool:
    """Whether a question of this form asks for a gist: what was discussed, how a thing went."""
    return read_gist_weights().log_odds(form) > 0


def nearness(asked: Sequence[float], said: Sequence[Sequence[float]]) -> float:
    """How near what was said is to a question: the mean cosine of the three nearest sentences."""
    cosines = sorted((float(np.dot(asked, one)) for one in said), reverse=True)[:_NEAREST]
    return sum(cosines) / _NEAREST
