"""Decides whether a stored statement is right, and whether a gold one is held."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from graphmem.evaluation.matching.features import (
    FORM,
    GROUND,
    PAIR,
    SPOKEN,
    ParsedGold,
    Row,
    Stored,
    closeness,
    faults_of,
    gated,
    ground,
    is_spoken,
    pair,
)
from graphmem.evaluation.matching.features import form as form_of
from graphmem.evaluation.matching.parsing import Scene
from graphmem.model.base import Frozen

RIGHT = {**PAIR, **FORM, **GROUND, **SPOKEN}
HELD = {**PAIR, **FORM}
# Agreement over everything judged, each conversation by a model that saw nothing of it.
BY_FOLDS = "all, by folds"
_SHIPPED = Path(__file__).with_name("matcher.json")


class Reason(StrEnum):
    """Reason why a statement is not right."""

    FORM = "no statement"
    STANDING = "does not stand alone"
    SUBJECT = "subject"
    POLARITY = "polarity"
    MODALITY = "modality"
    TIME = "time"
    CONTENT = "content"


class Logistic(Frozen):
    """A fitted logistic model over named features; a chance of ``threshold`` or more is a yes."""

    features: tuple[str, ...]
    mean: tuple[float, ...]
    scale: tuple[float, ...]
    weights: tuple[float, ...]
    bias: float
    penalty: float
    threshold: float

    def chance(self, row: Row) -> float:
        """Probability of a yes."""
        values = (row - np.array(self.mean)) / np.array(self.scale)
        return float(1 / (1 + np.exp(-(values @ np.array(self.weights) + self.bias))))


class Agreement(Frozen):
    """Agreement of the matcher with hand judgements of conversations that it never saw.

    ``by_hand`` and ``by_matcher`` are the shares of yes.
    """

    judged: int
    accuracy: float
    kappa: float
    by_hand: float
    by_matcher: float


class Errors(Frozen):
    """Shares of the right statements that are denied, and of the others that are let through."""

    missed: float
    let_through: float

    def corrected(self, percent: float) -> float:
        """Percent that are right, told from the percent that the matcher finds right."""
        found = (percent / 100 - self.let_through) / (1 - self.missed - self.let_through)
        return 100 * min(1.0, max(0.0, found))


class MatcherModel(Frozen):
    """Both models, and how far they agree with hand judgements, by what was judged.

    ``errors`` are those of the first. ``left_out`` are the conversations of the agreement.
    """

    right: Logistic
    held: Logistic
    errors: Errors
    agreement: Mapping[str, Mapping[str, Agreement]]
    left_out: tuple[str, ...]


class MatchVerdict(NamedTuple):
    """The matcher's verdict on a stored statement; ``reason`` where it is not right."""

    right: bool
    reason: Reason | None


class MatchResult(NamedTuple):
    """The verdict on each stored statement, in order, and the ids of gold that is held."""

    verdicts: tuple[MatchVerdict, ...]
    held: frozenset[str]


@lru_cache(maxsize=1)
def shipped() -> MatcherModel:
    """The matcher that ships with graphmem."""
    return MatcherModel.model_validate(json.loads(_SHIPPED.read_text(encoding="utf-8")))


def judge(scene: Scene, fitted: MatcherModel) -> MatchResult:
    """Judge everything that is told of a conversation."""
    verdicts = []
    held: set[str] = set()
    for place, stored in enumerate(scene.stored):
        golds = scene.gold_of(stored)
        pairs = [pair(stored, gold, scene.like) for gold in golds]
        held |= _held(stored, golds, pairs, fitted)
        row = right_row(scene, place, pairs)
        right = fitted.right.chance(row) >= fitted.right.threshold
        verdicts.append(MatchVerdict(right, None if right else reason_of(row)))
    return MatchResult(tuple(verdicts), frozenset(held))


def held_by(scene: Scene, fitted: MatcherModel) -> tuple[frozenset[str], ...]:
    """The ids of the gold that each thing told holds, in the order of what is told."""
    found = []
    for stored in scene.stored:
        golds = scene.gold_of(stored)
        pairs = [pair(stored, gold, scene.like) for gold in golds]
        found.append(_held(stored, golds, pairs, fitted))
    return tuple(found)


def _held(
    stored: Stored, golds: Sequence[ParsedGold], pairs: Sequence[Row], fitted: MatcherModel
) -> frozenset[str]:
    shape = form_of(stored)
    return frozenset(
        gold.statement.id
        for gold, row in zip(golds, pairs, strict=True)
        if fitted.held.chance(np.concatenate([row, shape])) >= fitted.held.threshold
    )


def right_row(scene: Scene, place: int, pairs: Sequence[Row] | None = None) -> Row:
    """The features of the first model: those beside the nearest gold, its form, its ground."""
    stored = scene.stored[place]
    golds = scene.gold_of(stored)
    rows = pairs if pairs is not None else [pair(stored, gold, scene.like) for gold in golds]
    nearest = gated(max(rows, key=closeness, default=np.zeros(len(PAIR))))
    spoken = is_spoken(stored)
    # Grammar tells of a sentence whether it stands alone; "I" and "you" are at home in a quotation.
    shape = np.zeros(len(FORM)) if spoken else form_of(stored)
    around = scene.around[place]
    beside = ground(stored, around, golds, scene.like, faults_of(nearest, shape))
    return np.concatenate([nearest, shape, beside, [float(spoken)]])


def held_row(scene: Scene, place: int, gold: ParsedGold) -> Row:
    """The features of the second model."""
    stored = scene.stored[place]
    return np.concatenate([pair(stored, gold, scene.like), form_of(stored)])


def reason_of(row: Row) -> Reason:
    """The plainest thing amiss, as far as the features tell."""
    seen = dict(zip(RIGHT, row, strict=True))
    if seen["malformed"]:
        return Reason.FORM
    if seen["time_conflicts"] or seen["time_far"] or seen["time_foreign"]:
        return Reason.TIME
    if seen["polarity_differs"]:
        return Reason.POLARITY
    if seen["persons"] or seen["unbound"] or seen["open"] or seen["pointing"]:
        return Reason.STANDING
    if seen["as_fact"]:
        return Reason.MODALITY
    if seen["subject_swapped"]:
        return Reason.SUBJECT
    return Reason.CONTENT
