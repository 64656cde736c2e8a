"""Whether a claim is borne out."""

from collections.abc import Sequence

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.verification.verify import Outcome, Verification, verify
from graphmem.answering.verification.weights import Odds, ReadingWeights
from graphmem.reader.reading import Reading
from graphmem.retrieval.question import read_question
from tests.unit.answering.verification.talk import PEOPLE, passage

WEIGHTS = ReadingWeights(
    origin={},
    fault=Odds(bias=0.0, weights={"answers": -1.0}),
    somebody_else=Odds(bias=-3.0, weights={"ahead": 2.0}),
    right=Odds(bias=0.0, weights={}),
    threshold=0.5,
)
NO_ANSWER = Reading(-4.0, 0.0, 0.0, ())
RACE = passage(2, "Ana", "I ran the harbour race by the river.", 5.0)
CHEESE = passage(9, "Benjamin", "I like cheese.", 1.0)


def checked(
    text: str,
    *passages: Passage,
    unread: Sequence[Passage] = (),
    readings: Sequence[Reading] = (),
) -> Verification:
    return verify(
        read_question(text, PEOPLE),
        passages,
        PEOPLE,
        WEIGHTS,
        unread=[one.hit.turn_id for one in unread],
        readings=readings,
    )


def test_what_the_named_person_told_is_supported() -> None:
    found = checked("Did Ana run the harbour race?", RACE, CHEESE)
    assert found.outcome is Outcome.SUPPORTED
    assert found.proof == RACE
    assert found.doubt < found.threshold


def test_what_another_told_was_somebody_else() -> None:
    found = checked("Did Benjamin run the harbour race?", RACE, CHEESE)
    assert found.outcome is Outcome.SOMEBODY_ELSE
    assert found.proof == RACE
    assert found.names == ("Benjamin",)


def test_a_turn_that_waits_and_tells_as_much_of_its_speaker_is_no_contrast() -> None:
    asked = "Did Benjamin run the harbour race?"
    his = passage(9, "Benjamin", "I ran the harbour race as well.", 1.0)
    assert checked(asked, RACE, his).outcome is Outcome.SOMEBODY_ELSE
    assert checked(asked, RACE, his, unread=[his]).outcome is Outcome.SUPPORTED
    assert checked(asked, RACE, CHEESE, unread=[CHEESE]).outcome is Outcome.SOMEBODY_ELSE
    # Another's turn that waits tells nothing of him.
    assert checked(asked, RACE, CHEESE, unread=[RACE]).outcome is Outcome.SOMEBODY_ELSE


def test_nobody_is_blamed_who_told_it_not_of_themselves() -> None:
    crowd = passage(2, "Ana", "Whoever runs the harbour race gets wet.", 5.0)
    found = checked("Did Benjamin run the harbour race?", crowd, CHEESE)
    assert found.outcome is Outcome.NOBODY
    assert found.proof == crowd


def test_a_detail_that_nobody_said_is_altered() -> None:
    asked = "Did Ana run the harbour race for the museum?"
    found = checked(asked, RACE, CHEESE, readings=[NO_ANSWER])
    assert found.outcome is Outcome.ALTERED
    assert found.missing == ("museum",)
    assert found.proof == RACE


def test_what_hardly_a_word_was_said_of_is_of_nobody() -> None:
    asked = "Did Ana sail to the museum of Lisbon?"
    found = checked(asked, CHEESE, RACE, readings=[NO_ANSWER])
    assert found.outcome is Outcome.NOBODY
    assert found.proof == RACE


def test_where_nothing_was_found_it_is_of_nobody() -> None:
    found = checked("Did Ana sail?")
    assert (found.outcome, found.doubt, found.proof) == (Outcome.NOBODY, 1.0, None)


def test_the_parts_add_up_to_the_doubt_that_it_was_another() -> None:
    found = checked("Did Benjamin run the harbour race?", RACE, CHEESE)
    assert [part.name for part in found.parts] == ["bias", "ahead"]
    assert sum(part.contribution for part in found.parts) == pytest.approx(-3.0 + 2.0 * 4.0)


def test_the_order_of_equal_hits_does_not_matter_to_the_doubt() -> None:
    asked = "Did Benjamin run the harbour race?"
    assert checked(asked, RACE, CHEESE).doubt == checked(asked, CHEESE, RACE).doubt


@pytest.mark.parametrize("text", ["?", "🙂", "asdf qwer"])
def test_what_names_nobody_and_was_never_spoken_of_is_borne_out_by_nobody(text: str) -> None:
    found = checked(text, RACE, CHEESE)
    assert found.outcome is Outcome.NOBODY
    assert found.doubt == 1.0
    assert checked("Who ran the race?", RACE, CHEESE).outcome is Outcome.SUPPORTED
