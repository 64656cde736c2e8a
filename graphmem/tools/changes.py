"""How a statement stands to earlier ones: replaces, corrects, contradicts or says them again.

A multinomial model over the features of a pair, fitted by `python -m training.fit_changes`.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from graphmem.model.base import Frozen
from graphmem.model.odds import Odds
from graphmem.tools.change_features import LEAST_LIKENESS, ComparedStatement, pairs_of

_SHIPPED = Path(__file__).with_name("changes.json")


class ChangeKind(StrEnum):
    """What a statement is to an earlier one."""

    SUPERSEDES = "supersedes"
    CORRECTS = "corrects"
    CONTRADICTS = "contradicts"
    CONFIRMS = "confirms"


CHANGING = (ChangeKind.SUPERSEDES, ChangeKind.CORRECTS)
"""The kinds by which the earlier statement holds no longer; they are told together."""


class KindOdds(Odds):
    """Log odds of one kind against no link at all; it is told from a chance of ``least``."""

    least: float


class ChangeWeights(Frozen):
    """The odds of every kind.

    ``origin`` says what they were fitted on and what they gave.
    """

    origin: Mapping[str, Any]
    kinds: Mapping[ChangeKind, KindOdds]

    def chances(self, features: Mapping[str, float]) -> dict[ChangeKind, float]:
        """The chance of every kind for a pair; what is left is the chance of none."""
        exponentials = {
            kind: math.exp(min(odds.log_odds(features), 50.0)) for kind, odds in self.kinds.items()
        }
        total = 1.0 + math.fsum(exponentials.values())
        return {kind: value / total for kind, value in exponentials.items()}

    def told(self, chances: Mapping[ChangeKind, float]) -> ChangeKind | None:
        """The kind that is sure enough; a change and a correction are sure together."""
        likelier = max(CHANGING, key=lambda kind: chances[kind])
        if sum(chances[kind] for kind in CHANGING) >= self.kinds[likelier].least:
            return likelier
        others = (kind for kind in self.kinds if kind not in CHANGING)
        sure = [kind for kind in others if chances[kind] >= self.kinds[kind].least]
        return max(sure, key=lambda kind: chances[kind], default=None)


class Change(NamedTuple):
    """That a statement stands so to an earlier one."""

    kind: ChangeKind
    earlier: ComparedStatement


def changes_of(
    later: ComparedStatement,
    before: Sequence[ComparedStatement],
    weights: ChangeWeights | None = None,
) -> Iterator[Change]:
    """How a statement stands to those ``before`` it, which are in the order they were said."""
    weights = weights or shipped()
    for earlier, features in pairs_of(later, before, least=LEAST_LIKENESS):
        kind = weights.told(weights.chances(features))
        if kind is not None:
            yield Change(kind, earlier)


@lru_cache(maxsize=1)
def shipped() -> ChangeWeights:
    """The packaged weights."""
    return ChangeWeights.model_validate(
        json.loads(_SHIPPED.read_text(encoding="utf-8")), strict=False
    )
