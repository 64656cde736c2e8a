"""Times that a clause takes from beside it, and clauses that only a time makes worth telling."""

import pytest

from graphmem.adapters.parser import load_parser
from graphmem.extraction.admit import admit
from graphmem.extraction.rules import extract_by_rules
from graphmem.model.workspace import Modality
from tests.unit.extraction.rules.talk import chunk, only, read


def test_what_follows_in_the_past_goes_on_with_the_time() -> None:
    first, second = read("Ana: I went to Oslo last week. My sister cooked a huge stew.").answers
    assert (first.time, second.time) == ("last week", "last week")
    assert [quote.text for quote in second.evidence] == [
        "last week",
        "My sister cooked a huge stew",
    ]


@pytest.mark.parametrize(
    "after",
    [
        "I love the fjord.",
        "I will sell the van.",
        "I always wanted a van.",
        "In May I sold the van.",
    ],
)
def test_what_follows_does_not_go_on_where_it_is_not_the_story(after: str) -> None:
    assert read(f"Ana: I went to Oslo last week. {after}").answers[-1].time != "last week"


def test_a_time_without_a_verb_is_no_story() -> None:
    assert only("Ana: Three years last month. My boss painted the boat.").time is None


@pytest.mark.parametrize(
    ("line", "text", "time"),
    [
        ("Here's a drawing I made last week.", "Ana made a drawing last week", "last week"),
        ("Here's a pic from when we met up last week!", "Ana and others met up last week",
         "last week"),
        ("See you tomorrow at the pier!", "Ana will see Bo tomorrow at the pier", "tomorrow"),
    ],
)  # fmt: skip
def test_a_time_in_passing_is_told(line: str, text: str, time: str) -> None:
    answer = only(f"Ana: {line}")
    assert (answer.text, answer.time) == (text, time)


def test_a_meeting_to_come_is_planned() -> None:
    assert only("Ana: See you tomorrow at the pier!").modality is Modality.PLANNED


def test_what_was_just_done_was_done_today_or_yesterday() -> None:
    given = chunk("Ana: I just sold the van.")

    (answer,) = admit(
        extract_by_rules(given, load_parser()), given, extracted_by="rules"
    ).workspace.answers
    assert answer.interval is not None
    assert answer.interval.contains(given.turns[0].said_at)
    assert answer.interval.width.days == 2


def test_a_picture_of_a_day_is_told_with_the_day() -> None:
    answer = only("Ana: Here's a pic from last Friday with some sailors.")
    assert (answer.text, answer.predicate, answer.time) == (
        "Ana has a pic from last Friday with some sailors",
        "have",
        "last Friday",
    )


def test_something_that_happened_is_told_with_its_day() -> None:
    assert only("Ana: Something not so nice happened yesterday.").time == "yesterday"


def test_how_long_it_had_been_is_not_when_it_was() -> None:
    assert only("Ana: I left the bakery after three years.").time is None
