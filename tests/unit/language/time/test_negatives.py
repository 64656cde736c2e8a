"""Words that look like times and are none."""

from datetime import datetime

import pytest

from graphmem.language.time import find_times

FRIDAY = datetime(2023, 6, 9, 19, 55)


@pytest.mark.parametrize(
    "said",
    [
        "May I come in?",
        "It may rain, or it may not.",
        "This may be the one.",
        "I may second that motion.",
        "March on!",
        "They march on the palace.",
        "The sun is out and the cat sat on the mat.",
        "He was on sun lounger nine.",
        "Give me a second, or a minute.",
        "I came second.",
        "We waited for a minute.",
        "One day I will learn to juggle.",
        "Some day we will laugh.",
        "Next time I'll win.",
        "The last time was better.",
        "I read the last book and the next chapter.",
        "My birthday was fun.",
        "When I was ten, I fell off a pony.",
        "I have juggled since I was ten.",
        "Since then it has been quiet.",
        "It feels like yesterday.",
        "It seems like just yesterday.",
        "Since we last spoke, nothing happened.",
        "The week before the wedding was chaos.",
        "The day before I left was calm.",
        "I told April about June.",
        "She fell in the spring water.",
        "The fall hurt.",
        "He is in his twenties.",
        "We work 9 to 5 and 24/7.",
        "It costs 2019 dollars.",
        "She took 2000 steps.",
        "We scored 40 points in 2 games.",
        "A 10-year-old won.",
        "Sunday school was dull.",
        "It was a one-day trip.",
        "A long time ago there was a fox.",
        "Rome wasn't built in a day.",
        "The meeting is on the 5th floor.",
        "Version 1.2.23 is out.",
        "31/31/2023 is no date.",
        "2023-13-45 is no date.",
        "Have a great day and a good night!",
        "Talk to you soon!",
        "I have no Christmas tree.",
        "",
        "   ",
    ],
)
def test_nothing_is_found(said: str) -> None:
    assert find_times(said, said_at=FRIDAY) == ()


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("You may go in May.", "in May"),
        ("We march in March.", "in March"),
        ("The sun shone last Sun.", "last Sun"),
        ("A second look on the second of May.", "on the second of May"),
        ("The place I volunteer at yesterday was full.", "yesterday"),
        ("What is going on tomorrow?", "tomorrow"),
        ("She dropped by yesterday.", "yesterday"),
        ("Back at work after 2 years back home.", "after 2 years"),
    ],
)
def test_only_the_time_is_taken(said: str, text: str) -> None:
    assert [found.text for found in find_times(said, said_at=FRIDAY)] == [text]


@pytest.mark.parametrize(
    "said",
    ["We usually ski in the winter.", "I always bake on Friday.", "We often sing at Christmas."],
)
def test_a_habit_has_no_interval(said: str) -> None:
    (found,) = find_times(said, said_at=FRIDAY)
    assert (found.relation, found.interval) == ("every", None)
