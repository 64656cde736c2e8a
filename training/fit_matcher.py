"""Fits the matcher of `graphmem eval corpus` on the judgements by hand.

    python -m training.fit_matcher

Two thirds of the judged conversations are for fitting; the rest tells how far the matcher and
people agree. Writes `graphmem/evaluation/matching/matcher.json`.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit
from sklearn.metrics import cohen_kappa_score

from graphmem.adapters.factory import make_encoder
from graphmem.adapters.parser import load_parser
from graphmem.evaluation.corpus_parts import CorpusSplit
from graphmem.evaluation.matching import matcher
from graphmem.evaluation.matching.features import PAIR, Row, closeness
from graphmem.evaluation.matching.matcher import (
    BY_FOLDS,
    HELD,
    RIGHT,
    Agreement,
    Errors,
    Logistic,
    MatcherModel,
    held_row,
    right_row,
)
from graphmem.evaluation.matching.parsing import Scene, SceneReader
from graphmem.settings import load_settings
from training.judgements import (
    GoldJudgement,
    Held,
    Right,
    StatementJudgement,
    gold_judgements,
    statement_judgements,
)
from training.talk import conversations

FILE = Path(matcher.__file__).with_name("matcher.json")
_SEED = 20_260_101
_FOLDS = 6
_PENALTIES = (1.0, 3.0, 10.0, 30.0)
_THRESHOLDS = np.arange(0.2, 0.8, 0.02)
_LEAST_SCALE = 1e-3
_SECOND, _GOLD, _NETWORKS = "second", "gold", "networks"
_TOLD = frozenset({"rules", _NETWORKS, _SECOND})  # what readers told, as a measurement counts it
_COUNTED = frozenset({_GOLD, _SECOND})  # gold, each once
_FREE = (None, None)
_BOUNDS = {1: (0.0, None), -1: (None, 0.0), 0: _FREE}


class Way(NamedTuple):
    """How a model is fitted.

    ``weights`` is how often a case of a source is fitted on, where not once; ``slack`` by how
    much kappa may be lower for a threshold that counts as many as people do.
    """

    weights: Mapping[str, int]
    slack: float


# Turned polarities and swapped subjects stand in the alterations alone, and the fewer they are
# among others, the more pass. Words of a turn hold gold by other signs than sentences do: fitted
# on the networks too, the second model finds gold held by statements that deny or misdate it.
WAYS = {"right": Way({"altered": 2}, 0.0), "held": Way({_NETWORKS: 0}, 0.03)}


class Example(NamedTuple):
    """A judged case: its conversation, what it was drawn from, its features, yes or no."""

    conversation: str
    source: str
    row: Row
    yes: bool


def examples(scenes: SceneReader) -> tuple[list[Example], list[Example]]:
    """The cases of both decisions. Gold of which nothing is stored needs no judge."""
    right: list[Example] = []
    held: list[Example] = []
    judged, of_gold = statement_judgements(), gold_judgements()
    for talk in conversations(CorpusSplit.TRAIN, CorpusSplit.DEVELOPMENT):
        name = f"{talk.header.kind}/{talk.header.id}"
        own = [one for one in judged if one.conversation == name]
        gold = [one for one in of_gold if one.conversation == name and one.told]
        told = [one.told for one in own] + [told for one in gold for told in one.told]
        scene = scenes.read(talk, told)
        right += _right(name, own, scene)
        held += _held(name, own, scene) + _held_of_gold(name, gold, scene, len(own))
    return right, held


def _right(name: str, judged: Sequence[StatementJudgement], scene: Scene) -> list[Example]:
    return [
        Example(name, one.source, right_row(scene, place), one.right is Right.RIGHT)
        for place, one in enumerate(judged)
    ]


def _held(name: str, judged: Sequence[StatementJudgement], scene: Scene) -> list[Example]:
    return [
        Example(
            name,
            one.source,
            held_row(scene, place, gold),
            one.holds[gold.statement.id] is Held.HELD,
        )
        for place, one in enumerate(judged)
        for gold in scene.gold_of(scene.stored[place])
        if gold.statement.id in one.holds
    ]


def _held_of_gold(
    name: str, judged: Sequence[GoldJudgement], scene: Scene, begin: int
) -> list[Example]:
    """A gold statement beside the nearest of all that is stored of its turn."""
    found = []
    for one in judged:
        places = range(begin, begin + len(one.told))
        begin += len(one.told)
        rows = [
            held_row(scene, place, gold)
            for place in places
            for gold in scene.gold_of(scene.stored[place])
            if gold.statement.id == one.gold
        ]
        found.append(
            Example(
                name,
                "gold",
                max(rows, key=lambda row: closeness(row[: len(PAIR)])),
                one.held is Held.HELD,
            )
        )
    return found


def fit(judged: Sequence[Example], features: Mapping[str, int], way: Way) -> Logistic:
    """The model whose penalty and threshold agree best with people across folds.

    Of thresholds that agree about as well the one is taken that counts as many as people do.
    """
    cases = [one for one in judged if way.weights.get(one.source, 1)]
    labels = np.array([one.yes for one in cases])
    counted = _COUNTED if any(one.source == _GOLD for one in cases) else _TOLD
    told = np.array([one.source in counted for one in cases])
    tried = []
    for penalty in _PENALTIES:
        chances = unseen_chances(cases, features, penalty, way.weights)
        for threshold in _THRESHOLDS:
            found = chances >= threshold
            kappa = float(cohen_kappa_score(labels, found))
            off = abs(float(found[told].mean() - labels[told].mean()))
            tried.append((kappa, off, penalty, float(threshold)))
    best = max(kappa for kappa, *_ in tried)
    _, penalty, threshold = min(one[1:] for one in tried if one[0] >= best - way.slack)
    return fit_one(_weighted(cases, way.weights), features, penalty).model_copy(
        update={"penalty": penalty, "threshold": round(threshold, 2)}
    )


def unseen_chances(
    cases: Sequence[Example],
    features: Mapping[str, int],
    penalty: float,
    weights: Mapping[str, int],
) -> Row:
    """The chance of each case by a model that saw nothing of its conversation."""
    names = sorted({one.conversation for one in cases})
    random.Random(_SEED).shuffle(names)
    chances = np.zeros(len(cases))
    for fold in range(_FOLDS):
        left_out = set(names[fold::_FOLDS])
        kept = _weighted([one for one in cases if one.conversation not in left_out], weights)
        model = fit_one(kept, features, penalty)
        for place, one in enumerate(cases):
            if one.conversation in left_out:
                chances[place] = model.chance(one.row)
    return chances


def _weighted(cases: Sequence[Example], weights: Mapping[str, int]) -> list[Example]:
    return [one for case in cases for one in [case] * weights.get(case.source, 1)]


def fit_one(cases: Sequence[Example], features: Mapping[str, int], penalty: float) -> Logistic:
    """A logistic model in which no feature that speaks for a yes can speak against it.

    With a few hundred judgements, signs that are known beforehand spare the rest of them.
    """
    rows = np.stack([one.row for one in cases])
    mean, scale = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(scale < _LEAST_SCALE, 1.0, scale)
    values = (rows - mean) / scale
    sides = np.where([one.yes for one in cases], 1.0, -1.0)

    def loss(weights: Row) -> tuple[float, Row]:
        margins = sides * (values @ weights[:-1] + weights[-1])
        slopes = -sides * expit(-margins)
        gradient = np.append(values.T @ slopes + penalty * weights[:-1], slopes.sum())
        lost = np.logaddexp(0, -margins).sum() + penalty / 2 * (weights[:-1] @ weights[:-1])
        return float(lost), gradient

    bounds = [_BOUNDS[sign] for sign in features.values()]
    found = minimize(
        loss, np.zeros(len(features) + 1), jac=True, method="L-BFGS-B", bounds=[*bounds, _FREE]
    )
    return Logistic(
        features=tuple(features),
        mean=_rounded(mean),
        scale=_rounded(scale),
        weights=_rounded(found.x[:-1]),
        bias=round(float(found.x[-1]), 5),
        penalty=penalty,
        threshold=0.5,
    )


def agreement(model: Logistic, cases: Sequence[Example]) -> dict[str, Agreement]:
    """How far a model and people agree, by what was judged and over all."""
    sources = sorted({one.source for one in cases})
    groups = {source: [one for one in cases if one.source == source] for source in sources}
    return {name: _agreement(model, some) for name, some in {**groups, "all": list(cases)}.items()}


def _agreement(model: Logistic, cases: Sequence[Example]) -> Agreement:
    return agree(cases, [model.chance(one.row) >= model.threshold for one in cases])


def agree(cases: Sequence[Example], found: Sequence[bool]) -> Agreement:
    """How far what was found and what people judged agree."""
    by_hand, by_matcher = np.array([one.yes for one in cases]), np.array(found)
    same = float((by_hand == by_matcher).mean())
    chance = by_hand.mean() * by_matcher.mean() + (1 - by_hand.mean()) * (1 - by_matcher.mean())
    return Agreement(
        judged=len(cases),
        accuracy=round(same, 3),
        kappa=round(float((same - chance) / (1 - chance)) if chance < 1 else 1.0, 3),
        by_hand=round(float(by_hand.mean()), 3),
        by_matcher=round(float(by_matcher.mean()), 3),
    )


def _rounded(values: Iterable[float]) -> tuple[float, ...]:
    return tuple(round(float(value), 5) for value in values)


def left_out(cases: Sequence[Example]) -> frozenset[str]:
    """The third of the conversations that nothing is fitted on, of those annotated twice too."""
    chance = random.Random(_SEED)
    twice = {one.conversation for one in cases if one.source == _SECOND}
    found: set[str] = set()
    for group in (twice, {one.conversation for one in cases} - twice):
        names = sorted(group)
        chance.shuffle(names)
        found.update(names[: round(len(names) / 3)])
    return frozenset(found)


def errors(cases: Sequence[Example], found: Sequence[bool]) -> Errors:
    """How often statements that readers told are denied or let through wrongly."""
    told = [(one.yes, yes) for one, yes in zip(cases, found, strict=True) if one.source in _TOLD]
    right = [yes for by_hand, yes in told if by_hand]
    wrong = [yes for by_hand, yes in told if not by_hand]
    return Errors(
        missed=round(1 - sum(right) / len(right), 3),
        let_through=round(sum(wrong) / len(wrong), 3),
    )


def main() -> None:
    """Fit both models, write them, and print how far they agree with people."""
    write(*examples(SceneReader(load_parser(), make_encoder(load_settings()))))


def write(right: Sequence[Example], held: Sequence[Example]) -> None:
    """Fit on two thirds, measure on the rest and by folds over all, write both."""
    apart = left_out(right)
    models: dict[str, Logistic] = {}
    agreements: dict[str, dict[str, Agreement]] = {}
    found: dict[str, list[bool]] = {}
    for name, cases, features in (("right", right, RIGHT), ("held", held, HELD)):
        way = WAYS[name]
        models[name] = fit([one for one in cases if one.conversation not in apart], features, way)
        chances = unseen_chances(cases, features, models[name].penalty, way.weights)
        found[name] = [bool(chance >= models[name].threshold) for chance in chances]
        agreements[name] = {
            **agreement(models[name], [one for one in cases if one.conversation in apart]),
            BY_FOLDS: agree(cases, found[name]),
        }
    fitted = MatcherModel(
        right=models["right"],
        held=models["held"],
        errors=errors(right, found["right"]),
        agreement=agreements,
        left_out=tuple(sorted(apart)),
    )
    FILE.write_text(fitted.model_dump_json(indent=1) + "\n", encoding="utf-8")
    for name, by_source in agreements.items():
        for source, one in by_source.items():
            print(name, source, one.model_dump())
    print(fitted.errors.model_dump())


if __name__ == "__main__":
    main()
