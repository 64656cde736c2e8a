import pytest

from graphmem.model.listing import Participant
from graphmem.model.scope import Scope
from graphmem.model.search import (
    BASE_PATHS,
    SearchOptions,
    SearchPath,
    SearchWeights,
)
from graphmem.retrieval.path_scores import PathScores
from graphmem.retrieval.question import ParsedQuestion, read_question
from graphmem.retrieval.ranking import RankRequest, rank
from graphmem.store.turns import Near
from tests.unit.retrieval.turns import near, turn

ANA = Participant(uid="person:Ana", name="Ana", names=("Ana",), conversation_ids=("garden",))


def asking(
    weights: SearchWeights,
    *,
    question: str = "What did Ana plant?",
    scope: Scope | None = None,
    paths: frozenset[SearchPath] = frozenset(SearchPath),
) -> RankRequest:
    asked: ParsedQuestion = read_question(question, [ANA])
    options = SearchOptions(paths=paths)
    return RankRequest(asked, scope or Scope(space="s"), options, weights)


def ids(pool: list[Near], given: RankRequest, finds: PathScores | None = None) -> list[str]:
    return [one.near.turn.dia_id for one in rank(pool, given, finds or PathScores())]


def test_the_score_is_the_sum_of_weighted_signals() -> None:
    weights = SearchWeights(meaning=2.0, speaker=0.5, asks=-1.0)
    (one,) = rank([near(turn(1, "Did I plant it?"), 0.25)], asking(weights), PathScores())
    assert one.score == pytest.approx(2.0 * 0.25 + 0.5 - 1.0)


def test_a_name_in_the_question_speaks_for_its_bearer() -> None:
    pool = [near(turn(1, "A walk", speaker="Ben"), 0.3), near(turn(2, "A walk"), 0.3)]
    assert ids(pool, asking(SearchWeights(meaning=1.0, speaker=0.1))) == ["D1:2", "D1:1"]


def test_neighbours_lend_their_meaning_and_their_words() -> None:
    pool = [
        near(turn(1, "What did you plant?", speaker="Ben"), 0.9),
        near(turn(2, "Forty tulips")),
        near(turn(1, "Forty walks", session=2)),
    ]
    after = rank(pool, asking(SearchWeights(meaning_before=1.0)), PathScores())
    assert after[0].near.turn.dia_id == "D1:2"
    around = rank(pool, asking(SearchWeights(words_around=1.0)), PathScores())
    values = {one.near.turn.dia_id: one.values["words_around"] for one in around}
    assert values["D1:2"] > 0 == values["D2:1"]


def test_turns_of_two_sessions_are_no_neighbours() -> None:
    pool = [near(turn(1, "plant", session=1), 0.9), near(turn(2, "tulips", session=2))]
    found = rank(pool, asking(SearchWeights(meaning_before=1.0)), PathScores())
    assert all(one.values["meaning_before"] == 0 for one in found)


def test_the_best_session_costs_its_turns_nothing() -> None:
    pool = [
        near(turn(1, "a", session=1), 0.9),
        near(turn(2, "b", session=1), 0.7),
        near(turn(1, "c", session=2), 0.5),
    ]
    found = rank(pool, asking(SearchWeights(session=1.0)), PathScores())
    values = {one.near.turn.dia_id: one.values["session"] for one in found}
    assert values["D1:1"] == values["D1:2"] == 0.0
    assert values["D2:1"] == pytest.approx(0.5 - 0.8)


def test_equal_scores_come_in_order_of_turn() -> None:
    pool = [near(turn(number, "same")) for number in (10, 2, 1)]
    assert ids(pool, asking(SearchWeights(meaning=1.0))) == ["D1:1", "D1:2", "D1:10"]


def test_neighbours_outside_the_scope_are_no_hits() -> None:
    pool = [near(turn(1, "a")), near(turn(2, "b", speaker="Ben"), by=0)]
    scope = Scope(space="s", people=("person:Ana",))
    assert ids(pool, asking(SearchWeights(), scope=scope)) == ["D1:1"]


def test_a_path_that_is_off_brings_nothing() -> None:
    pool = [
        near(turn(1, "plant"), 0.9, by=2),
        near(turn(2, "plant"), by=1),
        near(turn(3, "x"), by=0),
    ]
    weights = SearchWeights(meaning=1.0, words=1.0)
    no_meaning = rank(pool, asking(weights, paths=BASE_PATHS - {SearchPath.MEANING}), PathScores())
    assert all(one.values["meaning"] == 0 for one in no_meaning)
    without = asking(weights, paths=BASE_PATHS - {SearchPath.NEIGHBOURS})
    assert ids(pool, without) == ["D1:1", "D1:2"]
    no_words = rank(pool, asking(weights, paths=BASE_PATHS - {SearchPath.WORDS}), PathScores())
    assert all(one.values["words"] == 0 for one in no_words)


def test_what_paths_found_is_part_of_the_score() -> None:
    finds = PathScores()
    finds.add(SearchPath.ANSWERS, [("turn:1:2", 0.5)], depth=5)
    pool = [near(turn(1, "a")), near(turn(2, "b"), by=4)]
    assert ids(pool, asking(SearchWeights(answers=1.0)), finds) == ["D1:2", "D1:1"]
