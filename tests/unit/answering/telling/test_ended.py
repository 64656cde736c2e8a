"""What was so and is no longer."""

from datetime import datetime, timedelta

import pytest

from graphmem.answering.passages import Passage
from graphmem.answering.telling import kind_of, tell
from tests.unit.answering.telling.talk import SAID_AT, asking, passage

LATER = SAID_AT + timedelta(days=90)


def told(question: str, *passages: Passage) -> str:
    return tell(asking(question), passages, kind=kind_of(question)).text


def shed(said: str, said_at: datetime = LATER) -> tuple[Passage, Passage]:
    return (
        passage("I keep the seeds in the shed.", score=10.0),
        passage(said, place=9, score=7.0, said_at=said_at),
    )


def test_whereto_things_moved_is_told_with_what_was_before() -> None:
    where = told(
        "Where does Ana keep the seeds?",
        *shed("The seeds aren't in the shed anymore, I've moved them to the cellar."),
    )
    assert where.startswith("the cellar (before that")
    assert "shed" in where


def test_what_is_over_is_told_where_nothing_followed() -> None:
    where = told("Where does Ana keep the seeds?", *shed("No longer are the seeds in the shed."))
    assert where.startswith("no longer")


@pytest.mark.parametrize(
    "said",
    [
        "The tools aren't in the shed anymore, I've moved them to the cellar.",
        "The seeds aren't in the kitchen anymore, I've moved them to the shed.",
    ],
)
def test_what_is_over_for_something_else_changes_nothing(said: str) -> None:
    assert "before that" not in told("Where does Ana keep the seeds?", *shed(said))


def test_an_earlier_turn_ends_nothing() -> None:
    earlier = SAID_AT - timedelta(days=90)
    said = "The seeds aren't in the shed anymore, I've moved them to the cellar."
    assert "before that" not in told("Where does Ana keep the seeds?", *shed(said, earlier))


def test_a_question_of_the_past_is_not_answered_by_what_followed() -> None:
    said = "The seeds aren't in the shed anymore, I've moved them to the cellar."
    assert "before that" not in told("Where did Ana keep the seeds?", *shed(said))


def test_what_was_given_away_is_had_no_longer() -> None:
    kayak = passage("I bought a red kayak on Saturday.", score=10.0)
    sold = passage("I sold my kayak last week.", place=9, score=7.0, said_at=LATER)
    assert told("Does Ana still have her kayak?", kayak, sold) == "No"
    assert told("Does Ana still have her kayak?", kayak) == "Yes"
    assert told("Did Ana buy a kayak?", kayak, sold) == "Yes"


def test_what_somebody_else_gave_away_is_still_had() -> None:
    kayak = passage("I bought a red kayak on Saturday.", score=10.0)
    sold = passage("I sold my kayak.", speaker="Ben", place=9, score=7.0, said_at=LATER)
    assert told("Does Ana still have her kayak?", kayak, sold) == "Yes"
