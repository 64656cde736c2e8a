"""Decides whether a stored statement is right, and whether a gold one is held."""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from graphmem.evaluation.matching.features import FORM, GROUND, PAIR, Gold, Row
from graphmem.evaluation.matching.features import form as form_of
from graphmem.evaluation.matching.features import ground, pair
from graphmem.evaluation.matching.reading import Scene
from graphmem.model.base import Frozen

RIGHT = (*PAIR, *FORM, *GROUND)
HELD = (*PAIR, *FORM)
_SHIPPED = Path(__file__).with_name("matcher.json")


class Reason(StrEnum):
    """What is amiss with a statement that is not right."""

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
    threshold: float

    def chance(self, row: Row) -> float:
        """How likely a yes is."""
        values = (row - np.array(self.mean)) / np.array(self.scale)
        return float(1 / (1 + np.exp(-(values @ np.array(self.weights) + self.bias))))


class Agreement(Frozen):
    """How far the matcher and hand judgements of conversations that it never saw agree.

    ``by_hand`` and ``by_matcher`` are the shares of yes.
    """

    judged: int
    accuracy: float
    kappa: float
    by_hand: float
    by_matcher: float


class Fitted(Frozen):
    """Both models, and how far they agree with hand judgements, by what was judged."""

    right: Logistic
    held: Logistic
    agreement: Mapping[str, Mapping[str, Agreement]]
    left_out: tuple[str, ...]


class Verdict(NamedTuple):
    """What the matcher says of a stored statement; ``reason`` where it is not right."""

    right: bool
    reason: Reason | None


class Judged(NamedTuple):
    """The verdict on each stored statement, in order, and the ids of gold that is held."""

    verdicts: tuple[Verdict, ...]
    held: frozenset[str]


@lru_cache(maxsize=1)
def shipped() -> Fitted:
    """The matcher that ships with graphmem."""
    return Fitted.model_validate(json.loads(_SHIPPED.read_text(encoding="utf-8")))


def judge(scene: Scene, fitted: Fitted) -> Judged:
    """Judge everything that is told of a conversation."""
    verdicts = []
    held: set[str] = set()
    for place, stored in enumerate(scene.stored):
        golds = scene.gold_of(stored)
        pairs = [pair(stored, gold, scene.like) for gold in golds]
        shape = form_of(stored)
        for gold, row in zip(golds, pairs, strict=True):
            chance = fitted.held.chance(np.concatenate([row, shape]))
            if chance >= fitted.held.threshold:
                held.add(gold.statement.id)
        row = right_row(scene, place, pairs)
        right = fitted.right.chance(row) >= fitted.right.threshold
        verdicts.append(Verdict(right, None if right else reason_of(row)))
    return Judged(tuple(verdicts), frozenset(held))


def right_row(scene: Scene, place: int, pairs: Sequence[Row] | None = None) -> Row:
    """The features of the first model: those beside the nearest gold, its form, its ground."""
    stored = scene.stored[place]
    golds = scene.gold_of(stored)
    rows = pairs if pairs is not None else [pair(stored, gold, scene.like) for gold in golds]
    nearest = max(rows, key=closeness, default=np.zeros(len(PAIR)))
    return np.concatenate(
        [nearest, form_of(stored), ground(stored, scene.around[place], golds, scene.like)]
    )


def held_row(scene: Scene, place: int, gold: Gold) -> Row:
    """The features of the second model."""
    stored = scene.stored[place]
    return np.concatenate([pair(stored, gold, scene.like), form_of(stored)])


def closeness(row: Row) -> float:
    """How near a pair is on the face of it, to choose the gold that a statement is held against."""
    seen = dict(zip(PAIR, row, strict=False))
    return float(
        seen["cosine"]
        + seen["soft_recall"]
        + seen["soft_precision"]
        + seen["quote_recall"] * seen["quote_precision"]
    )


def reason_of(row: Row) -> Reason:
    """The plainest thing amiss, as far as the features tell."""
    seen = dict(zip(RIGHT, row, strict=True))
    if seen["malformed"]:
        return Reason.FORM
    if seen["time_conflicts"] or seen["time_far"]:
        return Reason.TIME
    if not seen["no_gold"] and seen["polarity_differs"]:
        return Reason.POLARITY
    if seen["persons"] or seen["unbound"] or seen["open"] or seen["pointing"]:
        return Reason.STANDING
    if seen["as_fact"]:
        return Reason.MODALITY
    if seen["subject_wrong"] and not seen["no_gold"]:
        return Reason.SUBJECT
    return Reason.CONTENT
