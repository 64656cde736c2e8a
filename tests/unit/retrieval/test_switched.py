"""Options that are switched on for a call change the ranking with the shipped weights."""

from datetime import datetime

import pytest

from graphmem.model.scope import Scope
from graphmem.model.search import Recency, SearchOptions, SearchPath, SearchWeights
from graphmem.retrieval.path_scores import PathScores
from graphmem.retrieval.question import read_question
from graphmem.retrieval.ranking import RankRequest, rank
from graphmem.retrieval.weights import read_weights, switched_on
from tests.unit.retrieval.turns import near, turn

SHIPPED = read_weights().weights
NOW = datetime(2024, 3, 3, 10)
# Alike but for their day, so that nothing but what is switched on tells them apart.
OLD = near(turn(1, "tulips", session=1)._replace(said_at=datetime(2022, 3, 1)), 0.4)
NEW = near(turn(1, "tulips", session=2), 0.4)


def ranked(
    options: SearchOptions, finds: PathScores, *, at_hand: bool = False, expanded: bool = False
) -> list[str]:
    weights = options.weights or switched_on(SHIPPED, options, at_hand=at_hand, expanded=expanded)
    asking = RankRequest(
        read_question("Which tulips?", []), Scope(space="s"), options, weights, now=NOW
    )
    return [one.near.turn.session_id for one in rank([OLD, NEW], asking, finds)]


def test_nothing_is_switched_on_by_itself() -> None:
    assert switched_on(SHIPPED, SearchOptions(), at_hand=False, expanded=False) == SHIPPED
    assert ranked(SearchOptions(), PathScores()) == ["S1", "S2"]


@pytest.mark.parametrize("mode", [Recency.DECAY, Recency.BOOST])
def test_recency_lifts_what_is_new(mode: Recency) -> None:
    assert ranked(SearchOptions(recency=mode), PathScores()) == ["S2", "S1"]


def test_the_talk_at_hand_lifts_its_turns() -> None:
    finds = PathScores()
    finds.add(SearchPath.TALK, [(NEW.turn.uid, 1.0)], depth=10)
    assert ranked(SearchOptions(), finds, at_hand=True) == ["S2", "S1"]


def test_further_questions_lift_what_they_find() -> None:
    finds = PathScores()
    finds.expanded[NEW.turn.uid] = 1.0
    assert ranked(SearchOptions(), finds, expanded=True) == ["S2", "S1"]


def test_the_boost_is_added_to_a_score_on_a_scale_of_the_weights() -> None:
    boosted = switched_on(
        SearchWeights(meaning=2.0, asks=-5.0, words=1.0),
        SearchOptions(recency=Recency.BOOST),
        at_hand=False,
        expanded=False,
    )
    assert boosted.recency == pytest.approx(1.0)
    assert (boosted.talk, boosted.expanded, boosted.meaning) == (0.0, 0.0, 2.0)


def test_a_weight_that_is_in_force_stays() -> None:
    own = SearchWeights(meaning=1.0, recency=0.5, talk=0.25)
    options = SearchOptions(recency=Recency.BOOST)
    assert switched_on(own, options, at_hand=True, expanded=False) == own


def test_weights_that_are_given_count_as_they_are() -> None:
    options = SearchOptions(weights=SearchWeights(meaning=1.0), recency=Recency.BOOST)
    assert ranked(options, PathScores()) == ["S1", "S2"]


def test_the_published_formula_adds_up_to_one() -> None:
    spreading = SearchWeights.spreading()
    assert sum(spreading.model_dump().values()) == pytest.approx(1.0)
    assert (spreading.activation, spreading.meaning) == (0.30, 0.30)
    assert (spreading.recency, spreading.frequency) == (0.25, 0.15)
