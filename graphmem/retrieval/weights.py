"""Weights of the ranker: the fitted ones that ship, and those of options that a call sets."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from graphmem.errors import InputError, SettingsError
from graphmem.model.base import Frozen, faults
from graphmem.model.search import Recency, SearchOptions, SearchWeights

# Shares of a whole score. The boost is added as it was published, the decay has its published
# share; the others lift a turn by some places among its like, and never over what fits far better.
_RECENCY = {Recency.NONE: 0.0, Recency.DECAY: 0.25, Recency.BOOST: 1.0}
_TALK = 0.05
_EXPANDED = 0.1
# The best turn of a question scores about a third of what all signals at 1 would add up to (10.6
# of 29 in the median of the development questions), so that is a score of 1 on a scale of 0 to 1.
_WHOLE = 1 / 3


def switched_on(
    weights: SearchWeights, options: SearchOptions, *, at_hand: bool, expanded: bool
) -> SearchWeights:
    """The weights with those of what this call switches on, where ``weights`` has 0 for them.

    ``at_hand`` tells that a conversation goes on, ``expanded`` that there are further questions.
    """
    whole = _WHOLE * sum(max(0.0, weight) for weight in weights.model_dump().values())
    shares = {
        "recency": _RECENCY[options.recency],
        "talk": _TALK if at_hand else 0.0,
        "expanded": _EXPANDED if expanded else 0.0,
    }
    return weights.model_copy(
        update={
            name: share * whole
            for name, share in shares.items()
            if share and not getattr(weights, name)
        }
    )


_SHIPPED = Path(__file__).with_name("weights.json")


class Shipped(Frozen):
    """Fitted weights, their origin, and those fitted without one of the conversations.

    ``left_out`` is by `conversation_digest`, so that an evaluation on a conversation that the
    weights were fitted on can use the ones that never saw it. ``fitted_on`` are the digests of all
    conversations that the weights have seen, also those without which nothing was left to fit on.
    """

    origin: Mapping[str, Any]
    weights: SearchWeights
    left_out: Mapping[str, SearchWeights] = Field(default_factory=dict)
    fitted_on: tuple[str, ...] = ()


def read_weights(path: Path | None = None, *, named_by: str = "GRAPHMEM_WEIGHTS") -> Shipped:
    """The weights of a file that `graphmem train-ranker` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used; ``named_by`` is what the caller named it
    with, and may leave away.
    """
    path = path or _SHIPPED
    try:
        found = path.stat()
        return _read(path, found.st_mtime_ns, found.st_size)
    except (OSError, ValueError, InputError) as error:
        raise SettingsError(
            f"{path} holds no weights: {_reason(error)}.",
            next_step=f"Make it with `graphmem train-ranker`, or do without {named_by}: then the "
            "weights that ship with graphmem rank.",
        ) from error


def _reason(error: Exception) -> str:
    told = error.__cause__ if isinstance(error, InputError) else error  # of the weights in it
    match told:
        case ValidationError():
            return faults(told)
        case FileNotFoundError():
            return "there is no such file"
        case OSError():
            return told.strerror or str(told)
        case json.JSONDecodeError():
            return f"it is not JSON (line {told.lineno}, column {told.colno})"
        case UnicodeDecodeError():
            return "it is not text in UTF-8"
        case _:
            return str(error)


@lru_cache(maxsize=8)
def _read(path: Path, modified: int, size: int) -> Shipped:  # noqa: ARG001 - what the cache knows
    return Shipped.model_validate(json.loads(path.read_text(encoding="utf-8")))


def conversation_digest(turns: Iterable[tuple[str, str, str]]) -> str:
    """What identifies a conversation whatever it is called: SHA-256 of its turns, in any order.

    Each is ``dia_id``, speaker and text.
    """
    whole = hashlib.sha256()
    for turn in sorted(turns):
        for part in turn:
            whole.update(f"{len(part)}:{part}".encode(errors="surrogatepass"))
    return whole.hexdigest()
