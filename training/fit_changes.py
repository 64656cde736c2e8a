"""`python -m training.fit_changes`: how a statement stands to earlier ones, fitted and measured.

A logistic model of several classes on the pairs of the corpus's training part. From which chance
a kind is told is chosen on pairs of conversations that the model did not see. What it gives on the
development part is printed and kept with the weights; the test part is not read.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression
from sklearn.preprocessing import StandardScaler

from graphmem.tools import changes as package
from graphmem.tools.changes import CHANGING, ChangeKind, ChangeWeights, KindOdds
from training.changes import LinkedPair, linked_pairs, links_of
from training.talk import CorpusSplit, conversations

_NONE = "none"
_STRENGTH = 0.1
_FOLDS = 4
_PRECISION = 0.8
_LEAST_TOLD = 8  # a threshold that rests on fewer pairs is chance
_NEVER = 1.01
_ROUNDS = 400
_DIGITS = 5

Figures = Mapping[str, float | int]


def main() -> None:
    """Fit, choose the thresholds, measure and write."""
    parser = argparse.ArgumentParser(prog="python -m training.fit_changes", description=__doc__)
    default = Path(package.__file__).with_name("changes.json")
    parser.add_argument("--output", type=Path, default=default, help="the file to write")
    output: Path = parser.parse_args().output
    train, links = _pairs(CorpusSplit.TRAIN)
    least = _thresholds(train)
    weights = _fit(train, least)
    development, asked = _pairs(CorpusSplit.DEVELOPMENT)
    origin = {
        "fitted_on": "the training part of corpus/ (CC BY 4.0), its annotated statements",
        "made_by": "python -m training.fit_changes",
        "pairs": len(train),
        "links": {str(kind): links[kind] for kind in ChangeKind},
        "development": _figures(weights, development, asked),
    }
    written = weights.model_copy(update={"origin": origin}).model_dump(mode="json")
    output.write_text(json.dumps(written, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(origin, indent=2))


def _pairs(part: CorpusSplit) -> tuple[list[LinkedPair], dict[ChangeKind, int]]:
    talks = list(conversations(part))
    every = [kind for talk in talks for kind in links_of(talk).values()]
    counts = {kind: every.count(kind) for kind in ChangeKind}
    return [pair for talk in talks for pair in linked_pairs(talk)], counts


def _fit(pairs: Sequence[LinkedPair], least: Mapping[ChangeKind, float]) -> ChangeWeights:
    """The weights of all pairs but those of which a link would be right though none is given."""
    known = [pair for pair in pairs if not pair.implied]
    names = list(known[0].features)
    features = np.array([list(pair.features.values()) for pair in known], dtype=np.float64)
    scaler = StandardScaler().fit(features)
    scale = np.where(scaler.scale_ < 1e-3, 1.0, scaler.scale_)
    model = LogisticRegression(C=_STRENGTH, max_iter=_ROUNDS)
    model.fit((features - scaler.mean_) / scale, [str(pair.kind or _NONE) for pair in known])
    labels = list(model.classes_)
    none = labels.index(_NONE)
    kinds = {}
    for kind in ChangeKind:
        place = labels.index(str(kind))
        weights = (model.coef_[place] - model.coef_[none]) / scale
        bias = model.intercept_[place] - model.intercept_[none] - weights @ scaler.mean_
        kinds[kind] = KindOdds(
            bias=round(float(bias), _DIGITS),
            weights={
                name: round(float(weight), _DIGITS)
                for name, weight in zip(names, weights, strict=True)
            },
            least=least.get(kind, _NEVER),
        )
    return ChangeWeights(origin={}, kinds=kinds)


def _thresholds(pairs: Sequence[LinkedPair]) -> dict[ChangeKind, float]:
    """For each kind the least chance at which so many of unseen pairs are right."""
    names = sorted({pair.conversation for pair in pairs})
    chances: list[dict[ChangeKind, float]] = []
    unseen: list[LinkedPair] = []
    for fold in range(_FOLDS):
        left = set(names[fold::_FOLDS])
        weights = _fit([pair for pair in pairs if pair.conversation not in left], {})
        for pair in pairs:
            if pair.conversation in left:
                unseen.append(pair)
                chances.append(weights.chances(pair.features))
    changing = np.array([sum(one[kind] for kind in CHANGING) for one in chances])
    both = _least(changing, [pair.implied or pair.kind in CHANGING for pair in unseen])
    found = dict.fromkeys(CHANGING, both)
    for kind in ChangeKind:
        if kind not in CHANGING:
            sure = np.array([one[kind] for one in chances])
            found[kind] = _least(sure, [pair.kind is kind for pair in unseen])
    return found


def _least(chances: NDArray[np.float64], right: Sequence[bool]) -> float:
    order = np.argsort(-chances)
    share = np.cumsum(np.array(right)[order]) / np.arange(1, len(order) + 1)
    enough = [place for place in np.flatnonzero(share >= _PRECISION) if place >= _LEAST_TOLD - 1]
    return round(float(chances[order[enough[-1]]]), 3) if enough else _NEVER


def _figures(
    weights: ChangeWeights, pairs: Sequence[LinkedPair], total: Mapping[ChangeKind, int]
) -> dict[str, Figures]:
    told = [(pair, weights.told(weights.chances(pair.features))) for pair in pairs]
    sorts = {"changes and corrections": CHANGING, **{str(kind): (kind,) for kind in ChangeKind}}
    found: dict[str, Figures] = {}
    for name, kinds in sorts.items():
        stored = [pair for pair, kind in told if kind in kinds]
        held = sum(pair.kind in kinds for pair in stored)
        right = held + sum(pair.implied for pair in stored if ChangeKind.SUPERSEDES in kinds)
        gold = sum(total[kind] for kind in kinds)
        found[name] = {
            "gold": gold,
            "in_reach": sum(pair.kind in kinds for pair in pairs),
            "stored": len(stored),
            "right": right,
            "held": held,
            "precision": round(100 * right / max(1, len(stored)), 1),
            "recall": round(100 * held / max(1, gold), 1),
        }
    return found


if __name__ == "__main__":
    main()
