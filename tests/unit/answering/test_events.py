"""What is worked out from the dates of two events."""

from datetime import datetime, timedelta

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.answering.events import EventsQuery, Span, distance, earlier, events_asked
from graphmem.answering.frame import alternatives_of


def read(question: str, *names: str) -> EventsQuery | None:
    [parsed] = load_parser()([question])
    return events_asked(parsed, names=names, options=alternatives_of(parsed))


def on(day: str, days: int = 1) -> Span:
    begin = datetime.fromisoformat(day)
    return begin, begin + timedelta(days=days)


ANY = EventsQuery("", "")


@pytest.mark.parametrize(
    ("question", "first", "second", "order", "unit"),
    [
        (
            "How long after the diagnosis did Nora start swimming?",
            "When was the diagnosis?",
            "When did Nora start swimming?",
            1,
            None,
        ),
        (
            "How many weeks before she moved to Ghent had Nora sold the boat?",
            "When was it that Nora moved to Ghent?",
            "When had Nora sold the boat?",
            -1,
            "week",
        ),
        (
            "How many days lay between the storm that broke the mast and her arrival?",
            "When was the storm that broke the mast?",
            "When was Nora's arrival?",
            0,
            "day",
        ),
        (
            "How much time passed from the flood to the repair?",
            "When was the flood?",
            "When was the repair?",
            0,
            None,
        ),
    ],
)
def test_a_length_between_two_events_asks_for_the_date_of_each(
    question: str, first: str, second: str, order: int, unit: str | None
) -> None:
    assert read(question, "Nora") == EventsQuery(first, second, order, unit)


@pytest.mark.parametrize(
    "question",
    [
        "How long did Nora swim?",
        "How long ago was the flood?",
        "How many boats lay between the pier and the bridge?",
        "How many",
        "Which oar broke, the left one or the right one?",
        "What did Nora buy first?",
        "Where was the flood?",
    ],
)
def test_other_questions_name_no_two_events(question: str) -> None:
    assert read(question) is None


def test_of_two_people_nobody_knows_which_a_pronoun_means() -> None:
    found = read("How long after her accident did Nora visit Iris?", "Nora", "Iris")
    assert found is not None
    assert found.first == "When was her accident?"


def test_an_order_asks_for_the_date_of_either_option() -> None:
    found = read("What did Omar buy first, the car or the bicycle?")
    options = ("the car", "the bicycle")
    asked = ("When did Omar buy the car?", "When did Omar buy the bicycle?")
    assert found == EventsQuery(*asked, 1, None, options)
    happened = read("Which happened last, the flood or the fire?")
    assert happened is not None
    assert happened.order == -1
    assert happened.first == "When was it that the flood happened?"


@pytest.mark.parametrize(
    ("second", "unit", "length"),
    [
        ("2024-01-12", None, "1 day (11 to 12 January 2024)"),
        ("2024-02-03", None, "23 days (11 January to 3 February 2024)"),
        ("2024-02-29", None, "7 weeks (11 January to 29 February 2024)"),
        ("2024-02-03", "week", "3 weeks and 2 days (11 January to 3 February 2024)"),
        ("2025-01-11", None, "about 1 year (11 January 2024 to 11 January 2025)"),
        ("2025-01-11", "day", "366 days (11 January 2024 to 11 January 2025)"),
    ],
)
def test_a_length_is_told_exactly_where_it_is_short(
    second: str, unit: str | None, length: str
) -> None:
    asked = ANY._replace(unit=unit)
    assert distance(on("2024-01-11"), on(second), asked) == length
    if unit is None:
        assert distance(on(second), on("2024-01-11"), asked) == length


def test_no_length_is_told_of_dates_that_do_not_bear_it() -> None:
    storm, repair = on("2024-01-11"), on("2024-02-03")
    assert distance(storm, storm, ANY) is None
    assert distance(storm, repair, ANY._replace(order=1))
    assert distance(repair, storm, ANY._replace(order=1)) is None
    # A month is not exact enough for weeks, but it is for a year.
    assert distance(on("2024-01-01", 31), repair, ANY) is None
    assert distance(on("2023-01-01", 31), on("2024-06-10"), ANY) == "about 17 months"


def test_the_earlier_of_two_is_told_with_both_dates() -> None:
    asked = ANY._replace(options=("the car", "the bicycle"), order=1)
    car, bicycle = on("2024-03-18"), on("2024-03-19")
    assert earlier(car, bicycle, asked) == "the car (18 March 2024; the bicycle: 19 March 2024)"
    last = earlier(car, bicycle, asked._replace(order=-1))
    assert last == "the bicycle (19 March 2024; the car: 18 March 2024)"
    assert earlier(car, car, asked) is None
    assert earlier(on("2024-03-01", 31), bicycle, asked) is None
