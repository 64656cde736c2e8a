"""Which questions ask for a gist."""

import pytest

from graphmem.adapters.factory import make_token_encoder
from graphmem.answering.extractive.gist import GistWeights, asks_for_gist, form_of, nearness
from graphmem.model.odds import Odds
from graphmem.settings import load_settings


@pytest.mark.parametrize(
    ("question", "gist"),
    [
        ("Summarise what the neighbours said about the scaffolding.", True),
        ("What did the teachers discuss about the timetable?", True),
        ("Give me the gist of the argument over the piano.", True),
        ("How many pianos were there?", False),
        ("What colour is the scaffolding?", False),
        ("Who plays the piano on Mondays?", False),
        ("When did the teachers meet?", False),
        ("What does Olaf like about the piano?", False),
        ("How did Olaf feel after the concert?", False),
    ],
)
def test_the_shipped_weights_tell_it_of_questions_that_they_never_saw(
    question: str, gist: bool
) -> None:
    [tokens] = make_token_encoder(load_settings()).token_vectors([question])
    assert asks_for_gist(form_of(tokens)) is gist


def test_a_vector_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        GistWeights(
            origin={}, told=Odds(bias=0.0, weights={"nearness": 1.0}), bias=0.0, weights=(1.0, 2.0)
        ).log_odds([1.0])


def test_nearness_is_of_the_three_nearest_and_less_where_there_are_fewer() -> None:
    assert nearness((1.0, 0.0), [(0.6, 0.8), (0.0, 1.0), (1.0, 0.0), (0.8, 0.6)]) == pytest.approx(
        0.8
    )
    assert nearness((1.0, 0.0), [(0.6, 0.8)]) == pytest.approx(0.2)
    assert nearness((1.0, 0.0), []) == 0.0
