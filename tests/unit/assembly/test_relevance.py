"""Which of the found turns are needed, by weights over how they were found and what they state."""

import math
from datetime import timedelta

import pytest

from graphmem.assembly.relevance import (
    RelevanceWeights,
    rank_by_relevance,
    read_relevance_weights,
    signals,
)
from graphmem.model.odds import Odds
from graphmem.model.workspace import Kind
from tests.unit.assembly.memory import BEGIN, OLE, fact, hit

RULE = fact("Nadia wants short answers", "D1:1", kind=Kind.INSTRUCTION)
HITS = [
    hit("D1:1", "Keep it short, please."),
    hit("D1:2", "Why? Is it late?", speaker=OLE),
    hit("D1:3", "The skiff leaks."),
]
FACTS = {("yard", "D1:1"): [RULE]}


def weighing(**weights: float) -> RelevanceWeights:
    return RelevanceWeights(origin={}, needed=Odds(bias=0.0, weights=weights))


def order(**weights: float) -> list[str]:
    found = rank_by_relevance(HITS, FACTS, asked_by="Ole", now=None, weights=weighing(**weights))
    return [hit.dia_id for hit in found]


def test_what_is_known_of_a_found_turn() -> None:
    first, second, third = signals(HITS, FACTS, asked_by="ole", now=BEGIN + timedelta(days=20))
    assert [one["rank"] for one in (first, second, third)] == pytest.approx([1 / 3, 1 / 4, 1 / 5])
    assert (first["asks"], second["asks"], third["asks"]) == (0.0, 1.0, 0.0)
    assert (first["own"], second["own"]) == (0.0, 1.0)
    assert first["days"] == pytest.approx(math.log1p(20), abs=0.01)
    assert (first["lately"], first["states_instruction"], second["states_instruction"]) == (0, 1, 0)
    assert first["states"] == math.log(2)


def test_what_is_said_after_the_moment_of_asking_is_not_in_the_future() -> None:
    (only,) = signals(HITS[:1], {}, asked_by="Ole", now=BEGIN - timedelta(days=3))
    assert (only["days"], only["lately"]) == (0.0, 1.0)


def test_without_a_moment_the_last_of_them_is_now() -> None:
    first, *_, last = signals(HITS, {}, asked_by="Ole", now=None)
    assert last["days"] == 0.0
    assert first["days"] == pytest.approx(math.log1p(2 / (24 * 60)))


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ({"rank": 1.0}, ["D1:1", "D1:2", "D1:3"]),
        ({"days": -1.0}, ["D1:3", "D1:2", "D1:1"]),
        ({"asks": -5.0, "rank": 1.0}, ["D1:1", "D1:3", "D1:2"]),
        ({"states_instruction": 1.0, "days": -0.1}, ["D1:1", "D1:3", "D1:2"]),
    ],
)
def test_the_weights_decide(weights: dict[str, float], expected: list[str]) -> None:
    assert order(**weights) == expected


def test_the_shipped_weights_are_over_what_is_measured() -> None:
    (values,) = signals(HITS[:1], FACTS, asked_by="Ole", now=None)
    shipped = read_relevance_weights()
    assert shipped.needed.weights.keys() <= values.keys()
    assert shipped.needed.weights["asks"] < 0
