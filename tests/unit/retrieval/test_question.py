from datetime import datetime

import pytest

from graphmem.errors import InputError
from graphmem.language.sentences import asks_about_time, asks_when
from graphmem.model.listing import Participant
from graphmem.retrieval.question import keys_in, read_question

ANA = Participant(uid="person:a", name="Ana", names=("Ana",), conversation_ids=("garden",))


def test_names_are_taken_out_and_kept_as_people() -> None:
    asked = read_question("What did Ana's brother plant in the garden?", [ANA])
    assert asked.people == (ANA,)
    assert "Ana" not in asked.neutral
    assert asked.terms == ("brother", "plant", "garden")


def test_a_day_that_names_its_year_needs_no_moment_of_asking() -> None:
    (time,) = read_question("What did Ana do on 8 May 2023?", [ANA]).times
    assert (time.start, time.end) == (datetime(2023, 5, 8), datetime(2023, 5, 9))


def test_a_relative_time_is_read_from_the_moment_of_asking() -> None:
    question = "What did Ana plant last May?"
    assert read_question(question, [ANA]).times == ()
    (time,) = read_question(question, [ANA], now=datetime(2024, 3, 1)).times
    assert time.start == datetime(2023, 5, 1)


@pytest.mark.parametrize(
    ("question", "left_out"),
    [
        ("What did Ana plant last May?", ("last May",)),
        ("What did Ana do two weeks ago?", ("two weeks ago",)),
        ("Did Ana call yesterday or this morning?", ("yesterday", "this morning")),
        ("What happened since last week?", ("since last week",)),
        ("What has Ana planted recently?", ()),
        ("What does Ana do on Fridays?", ()),
        ("What did Ana give Ben for Christmas?", ()),
        ("What did Ana plant in May?", ()),
        ("How long did Ana live there, for three years?", ()),
        ("What did Ana do in the week before 8 May 2023?", ()),
        ("What was the last thing that Ana planted?", ()),
    ],
)
def test_a_relative_time_without_a_moment_of_asking_is_told(
    question: str, left_out: tuple[str, ...]
) -> None:
    assert read_question(question, [ANA]).unresolved == left_out
    assert read_question(question, [ANA], now=datetime(2024, 3, 1)).unresolved == ()


@pytest.mark.parametrize(
    ("question", "when", "time"),
    [
        ("When did Ana move?", True, True),
        ("What year was it?", True, True),
        ("How long has she lived there?", False, True),
        ("How many weeks did it take?", False, True),
        ("What did she say when she left?", False, False),
    ],
)
def test_questions_about_time_are_known(question: str, when: bool, time: bool) -> None:
    assert asks_when(question) is when
    assert asks_about_time(question) is time


def test_names_of_things_are_looked_for_as_keys() -> None:
    keys = keys_in("What does the support group do on Sundays?")
    assert {"support", "support_group", "group", "sunday"} <= set(keys)
    assert "the" not in keys


def test_names_do_not_go_over_a_comma_and_keep_their_signs() -> None:
    keys = keys_in("Is C++, the band's boat, what's left?")
    assert set(keys) == {"c++", "band", "band_boat", "boat", "left"}


def test_an_empty_question_is_refused() -> None:
    with pytest.raises(InputError):
        read_question(" ", [ANA])


@pytest.mark.parametrize("given", [None, 5, ["a"]])
def test_what_is_no_text_is_no_question(given: object) -> None:
    with pytest.raises(InputError, match="question is no text"):
        read_question(given, [ANA])  # type: ignore[arg-type]
