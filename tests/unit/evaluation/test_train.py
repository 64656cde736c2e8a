"""The fit, held against weights that made the data and against the optimum's own conditions."""

import numpy as np
import pytest

from graphmem.errors import InputError
from graphmem.evaluation.train import (
    Example,
    features,
    fit,
    leave_out,
    recall,
    vector,
)
from graphmem.model.search import FITTED, SearchWeights

TALK = frozenset({"talk"})
TRUE = np.zeros(len(FITTED))
TRUE[[FITTED.index("meaning"), FITTED.index("words"), FITTED.index("asks")]] = [3.0, 1.5, -2.0]


def drawn(questions: int, *, seed: int = 7) -> list[Example]:
    """Questions whose evidence was drawn by chance, likelier where TRUE scores high."""
    chance = np.random.default_rng(seed)
    made = []
    for number in range(questions):
        rows = chance.normal(size=(30, len(FITTED)))
        rows[:, FITTED.index("dated")] = 0.0  # a signal that never fires
        share = np.exp(rows @ TRUE)
        gold = int(chance.choice(30, p=share / share.sum()))
        made.append(Example(frozenset({f"talk-{number % 4}"}), rows, (gold,), 1))
    return made


@pytest.mark.slow
def test_the_weights_that_made_the_data_come_out() -> None:
    weights = vector(fit(drawn(3_000), l2=1e-6))
    assert np.abs(weights - TRUE).max() < 0.2
    assert weights[FITTED.index("dated")] == 0.0


def test_no_step_in_any_direction_is_better() -> None:
    examples = drawn(60)
    best = vector(fit(examples, l2=0.01))

    def loss(weights: np.ndarray) -> float:
        spread = np.vstack([item.features for item in examples]).std(axis=0)
        total = 0.0
        for item in examples:
            scores = item.features @ weights
            total += float(np.log(np.exp(scores).sum()) - scores[list(item.gold)].mean())
        return total / len(examples) + 0.01 * float(((weights * spread) ** 2).sum())

    for signal in range(len(FITTED)):
        for step in (-0.01, 0.01):
            moved = best.copy()
            moved[signal] += step
            assert loss(moved) > loss(best) or FITTED[signal] == "dated"


def test_the_unit_of_a_signal_does_not_matter() -> None:
    examples = drawn(200)
    place = FITTED.index("words")
    scale = np.ones(len(FITTED))
    scale[place] = 1_000.0
    scaled = [Example(e.seen, e.features * scale, e.gold, e.evidence) for e in examples]
    assert vector(fit(scaled)) * scale == pytest.approx(vector(fit(examples)), abs=1e-5)


def test_left_out_weights_have_not_seen_their_conversation() -> None:
    examples = drawn(80)
    others = [item for item in examples if "talk-2" not in item.seen]
    assert leave_out(examples, {"talk-2"}) == fit(others)
    assert leave_out(examples, {"talk-2"}) != fit(examples)
    # A question that was asked of several conversations has seen each of them.
    wide = [Example(frozenset({"talk-2", "talk-9"}), e.features, e.gold, 1) for e in drawn(5)]
    assert leave_out([*examples, *wide], {"talk-2"}) == fit(others)
    assert leave_out(examples, {f"talk-{number}" for number in range(4)}) is None


def test_recall_counts_what_was_never_a_candidate() -> None:
    rows = np.zeros((3, len(FITTED)))
    rows[:, 0] = [0.1, 0.9, 0.5]
    one = Example(TALK, rows, (1, 2), 4)
    other = Example(frozenset({"other"}), rows, (0,), 1)
    # First two: rows 1 and 2. The first question has 2 of 4, the second 0 of 1.
    assert recall([one, other], lambda _: SearchWeights(meaning=1.0), k=2) == pytest.approx(0.25)
    sign = {one.seen: 1.0, other.seen: -1.0}
    turned = recall([one, other], lambda item: SearchWeights(meaning=sign[item.seen]), k=1)
    assert turned == pytest.approx((0.25 + 1) / 2)
    assert recall([], lambda _: SearchWeights()) is None


def test_nothing_to_learn_from_is_said() -> None:
    with pytest.raises(InputError, match="No question has evidence"):
        fit([Example(TALK, np.zeros((2, len(FITTED))), (), 1)])


def test_features_are_the_values_of_the_fitted_signals() -> None:
    found = features([{"meaning": 0.5, "words": 0.25}, {"recency": 1.0}])
    assert found.shape == (2, 15)
    assert found[0, FITTED.index("meaning")] == 0.5
    assert found[0, FITTED.index("words")] == 0.25
    assert not found[1].any()
    assert features([]).shape == (0, 15)
