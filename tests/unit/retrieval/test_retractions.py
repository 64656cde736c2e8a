"""A turn as it stands: without the words that were taken back, with what corrects them."""

import pytest

from graphmem.model.retraction import Retraction, TurnTakenBack, WordsOf
from graphmem.retrieval.retractions import refusal, without
from tests.unit.reconciliation.test_taken_back import RETRACTION

TURN = "I work at Contoso as a nurse, and I live in Graz."
WORK, ALL = "I work at Contoso as a nurse", TURN


def words(quote: str) -> WordsOf:
    start = TURN.index(quote)
    return WordsOf(
        turn_uid="turn:1", dia_id="D1:1", field="text", start=start, end=start + len(quote)
    )


CORRECTED = RETRACTION.model_copy(update={"corrected_to": "Ana works at Fabrikam."})


@pytest.mark.parametrize(
    ("retraction", "quote", "standing", "left"),
    [
        (RETRACTION, WORK, (), ", and I live in Graz."),
        (RETRACTION, ALL, (("Ana lives in Graz.", "I live in Graz"),), "I live in Graz"),
        (
            RETRACTION,
            WORK,
            (("Ana is a nurse.", WORK),),
            "I work at as a nurse, and I live in Graz.",
        ),
        (RETRACTION, WORK, (("Ana likes Contoso.", WORK),), ", and I live in Graz."),
        (
            CORRECTED,
            WORK,
            (),
            "[corrected 2024-04-01: Ana works at Fabrikam.] , and I live in Graz.",
        ),
        (RETRACTION, ALL, (), ""),
    ],
)
def test_words_that_were_taken_back_are_not_read(
    retraction: Retraction, quote: str, standing: tuple[tuple[str, str], ...], left: str
) -> None:
    beside = [(said, words(at)) for said, at in standing]
    found = TurnTakenBack([(retraction, words(quote))], beside)
    assert without(TURN, "text", found) == left


def test_what_an_image_shows_is_left_alone_where_the_text_was_taken_back() -> None:
    found = TurnTakenBack([(RETRACTION, words(WORK))], [])
    assert without("A nurse at Contoso", "caption", found) == "A nurse at Contoso"


def test_a_refusal_tells_who_took_it_back_and_quotes_nothing() -> None:
    made = RETRACTION.model_copy(update={"by": "Ana", "reason": "A slip."})
    told = refusal("office/D1:1", [made])
    assert (
        told.text
        == "What was said of that (office/D1:1) was taken back by Ana on 2024-04-01: A slip."
    )
    assert told.reason == "It was taken back by Ana on 2024-04-01."
    assert "Contoso" not in told.text
