"""Fitting which turns a message needs, on turns that were measured."""

import random

import pytest

pytest.importorskip("sklearn")

from graphmem.model.odds import Odds
from training.fit_relevance import Case, fit, recall


def cases(seed: int, messages: int) -> list[Case]:
    """Of twenty turns found for a message the late one is needed, and the first is not."""
    drawn = random.Random(seed)
    made = []
    for number in range(messages):
        late = drawn.randrange(20)
        for rank in range(20):
            values = {"rank": 1 / (rank + 3), "days": 0.0 if rank == late else drawn.uniform(1, 5)}
            made.append(Case(f"{seed}/{number}", values, needed=rank == late, welcome=False))
    return made


def test_it_learns_what_the_needed_turns_have_in_common() -> None:
    found = fit(cases(1, 40), cases(2, 20))
    assert found.needed.weights["days"] < 0
    assert recall(cases(3, 20), found.needed) == 1.0
    assert recall(cases(3, 20), Odds(bias=0.0, weights={"rank": 1.0})) < 0.8


def test_what_may_stand_in_the_prompt_teaches_nothing() -> None:
    welcome = [
        case._replace(welcome=True, values={**case.values, "days": 9.0}) for case in cases(4, 40)
    ]
    told = fit([*cases(1, 40), *welcome], cases(2, 20))
    assert told.needed == fit(cases(1, 40), cases(2, 20)).needed
