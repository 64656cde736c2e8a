from datetime import datetime

from graphmem.model.search import SearchPath
from graphmem.retrieval.path_scores import (
    PathScores,
    Span,
    add_statements,
    add_things,
    spans_by_turn,
)
from graphmem.store.paths import DatedTurn, NearStatement, NearThing
from graphmem.store.turns import CandidateSource
from tests.unit.retrieval.turns import near, turn

EVERY = frozenset(SearchPath)


def test_a_turn_keeps_its_best_value_and_a_path_its_best_turns() -> None:
    finds = PathScores()
    finds.add(SearchPath.ANSWERS, [("a", 0.2), ("b", 0.5), ("a", 0.6), ("c", 0.1)], depth=2)
    assert finds.values[SearchPath.ANSWERS] == {"a": 0.6, "b": 0.5}


def test_whoever_brought_a_turn_is_named() -> None:
    finds = PathScores()
    first, second, third = turn(1, "a"), turn(2, "b"), turn(3, "c")
    finds.add(SearchPath.ANSWERS, [(first.uid, 0.5)], depth=5)
    finds.expanded[second.uid] = 1.0
    assert finds.found_by(
        near(first, by=CandidateSource.WORDS | CandidateSource.MEANING | CandidateSource.FURTHER)
    ) == (
        SearchPath.WORDS,
        SearchPath.MEANING,
        SearchPath.ANSWERS,
    )
    assert finds.found_by(near(second, by=CandidateSource.FURTHER)) == ("expansion",)
    assert finds.found_by(near(third, by=0)) == (SearchPath.NEIGHBOURS,)


def test_paths_do_not_compete_for_places() -> None:
    finds = PathScores()
    finds.add(SearchPath.ANSWERS, [("a", 0.9), ("b", 0.8)], depth=1)
    finds.add(SearchPath.QUESTIONS, [("c", 0.1)], depth=1)
    assert set(finds.turns()) == {"a", "c"}


def test_attention_weighs_dated_answers() -> None:
    near = [
        NearStatement("answers", ("a",), 0.4, dated=True, frequency=1),
        NearStatement("answers", ("b",), 0.5, dated=False, frequency=9),
    ]
    finds = PathScores()
    add_statements(finds, near, EVERY, depth=5, attention=1.5)
    values = finds.values[SearchPath.ANSWERS]
    assert values["a"] > values["b"]
    assert finds.frequency["b"] == 1.0 > finds.frequency["a"]


def test_only_the_paths_that_were_asked_for_find_anything() -> None:
    near = [NearStatement("questions", ("a",), 0.4, dated=False, frequency=1)]
    finds = PathScores()
    add_statements(finds, near, frozenset({SearchPath.ANSWERS}), depth=5, attention=1.0)
    assert finds.turns() == []


def test_concepts_are_apart_from_other_things() -> None:
    things = [
        NearThing("cactus", "thing", 0.5, ("a",)),
        NearThing("patience", "concept", 0.7, ("a", "b")),
    ]
    finds = PathScores()
    add_things(finds, things, EVERY, depth=5)
    assert finds.values[SearchPath.ENTITIES] == {"a": 0.5}
    assert finds.values[SearchPath.CONCEPTS] == {"a": 0.7, "b": 0.7}


def test_times_are_grouped_by_turn() -> None:
    first, second = datetime(2024, 1, 1), datetime(2024, 1, 2)
    told = spans_by_turn([DatedTurn("a", first, second), DatedTurn("a", second, datetime.max)])
    assert told == {"a": [Span(first, second), Span(second, datetime.max)]}
