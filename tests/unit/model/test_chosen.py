"""What callers make themselves is refused as everything is: by name, on one line, with a way on."""

import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from graphmem.errors import InputError
from graphmem.model.assembly import AssemblySettings
from graphmem.model.base import Frozen
from graphmem.model.search import (
    ActivationSettings,
    Recency,
    ScorePart,
    SearchOptions,
    SearchPath,
    SearchWeights,
)

WRONG: Any = "wrong"


@pytest.mark.parametrize(
    ("make", "problem", "next_step"),
    [
        (
            lambda: SearchWeights.model_validate({"magic": 1.0}),
            "magic: there is no such field",
            "meaning, ",
        ),
        (lambda: SearchWeights(words=math.nan), "words: input should be a finite", "finite number"),
        (lambda: ActivationSettings(entries=99), "entries: ", "whole number from 1 to 20"),
        (lambda: ActivationSettings(hours=0.0), "hours: ", "above 0"),
        (lambda: SearchOptions(paths=frozenset()), "paths: no path", "words | meaning"),
        (lambda: SearchOptions(recency=WRONG), "recency: ", "none | decay | boost"),
        (lambda: SearchOptions(rerank=WRONG, depth=0), "depth: ", "from 1 to 1,000"),
        (lambda: SearchOptions.model_validate({"weights": {"words": "x"}}), "words: ", "number"),
        (lambda: SearchOptions.model_validate([]), "dictionary", "paths, weights"),
        (lambda: SearchOptions(weights=WRONG), "SearchWeights", "meaning, "),
        (lambda: AssemblySettings(things=-1), "things: ", "from 0 to 50"),
        (lambda: AssemblySettings(people=0.9), "add up to 1.8", "add up to 1"),
    ],
)
def test_what_cannot_be_used_is_an_input_error(
    make: Callable[[], Frozen], problem: str, next_step: str
) -> None:
    with pytest.raises(InputError) as raised:
        make()
    assert problem in raised.value.problem
    assert next_step in raised.value.next_step
    for odd in ("\n", "pydantic", "validation error", "Value error"):
        assert odd not in str(raised.value)


def test_every_fault_is_named_and_pydantics_error_is_the_cause() -> None:
    with pytest.raises(InputError, match=r"depth: .*; attention: ") as raised:
        SearchOptions(depth=0, attention=-1.0)
    assert isinstance(raised.value.__cause__, ValidationError)


def test_what_can_be_used_is_as_any_other_value() -> None:
    options = SearchOptions.model_validate({"weights": {"words": 1}, "recency": "decay"})
    assert options == SearchOptions(weights=SearchWeights(words=1.0), recency=Recency.DECAY)
    assert SearchOptions.model_validate(options) is options
    assert SearchOptions.model_validate_json(options.model_dump_json()) == options
    assert pickle.loads(pickle.dumps(options)) == options
    assert options.model_copy(update={"depth": 7}).depth == 7
    assert options.paths == frozenset(SearchPath)
    assert hash(options) == hash(options.model_copy())
    with pytest.raises(ValidationError, match="frozen"):
        options.depth = 7  # type: ignore[misc]


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf])
def test_no_value_holds_a_number_that_is_none(number: float) -> None:
    with pytest.raises(ValidationError, match="finite"):
        ScorePart(name="words", value=number, weight=1.0)
