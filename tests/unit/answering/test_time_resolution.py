"""What is told of a time word is right, or nothing is."""

from datetime import datetime

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.time_resolution import sure_times, times_by

SAID = datetime(2025, 2, 27, 10)  # a Thursday


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("The exam is tomorrow.", "28 February 2025"),
        ("I saw her last Tuesday.", "the Tuesday before 27 February 2025"),
        ("We got the results on Wednesday.", "26 February 2025"),
        ("She moves in on Saturday the 29th of March.", "29 March 2025"),
        ("From 3 March on we have new prices.", "from 3 March 2025"),
        ("Since May I row.", "since May 2024"),
        ("We leave in two weeks.", "two weeks after 27 February 2025"),
    ],
)
def test_what_a_time_word_meant_is_told(text: str, meaning: str) -> None:
    assert [one.meaning for one in sure_times(text, SAID, load_parser())] == [meaning]


@pytest.mark.parametrize(
    "text",
    [
        "I take my pill every day at 3:30.",
        "We moved the meeting from Monday to Wednesday.",
        "The plan: Monday legs, Wednesday arms, Friday rest.",
        "I swim on Monday and Thursday.",
        "My lesson is on Thursday at five.",
        "I work Monday to Friday.",
        "Gone by noon.",
        "School fair on the 14th, I've promised them a cake.",
        "I'm off from the 21st until 8 August.",
        "138 over 80 on Friday, best in a year.",
        "The rest of the week he is in York.",
        "It rang two times in a week.",
        "It was changed at 6 this morning.",
        "I am off for 6 weeks.",
        "We got married in March.",
    ],
)
def test_what_may_be_a_habit_or_another_day_is_left_out(text: str) -> None:
    assert sure_times(text, SAID, load_parser()) == ()


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("The exam is on 4 October.", "4 October 2025"),
        ("The exam was on 4 October.", "4 October 2024"),
        ("The plumber comes on Friday.", "28 February 2025"),
        ("Could it be Friday?", "28 February 2025"),
        ("The plumber came on Friday.", "21 February 2025"),
    ],
)
def test_the_clause_tells_the_year_and_the_week(text: str, phrase: str) -> None:
    assert [one.phrase for one in times_by(load_parser())(text, SAID)] == [phrase]


def test_open_ends_stay_open() -> None:
    [one] = sure_times("From 3 March on we have new prices.", SAID, load_parser())
    assert (one.start, one.end) == (datetime(2025, 3, 3), datetime.max)


def test_a_range_told_without_a_verb_is_not_taken_to_lie_ahead() -> None:
    said = datetime(2025, 7, 9, 10)
    assert sure_times("Sixty-one, 27th of December to 1st of July.", said, load_parser()) == ()
