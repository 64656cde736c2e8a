"""When it was: the words of a turn against that turn's own date."""

from datetime import datetime

from graphmem.model.time import Precision, TimeInterval
from tests.unit.extraction.talk import (
    admitted,
    answer,
    context,
    quote,
    turn,
)


def test_time_words_are_resolved_against_their_own_turn() -> None:
    admission = admitted(answer(time="Yesterday"))
    (found,) = admission.workspace.answers
    assert found.time_text == "yesterday"
    assert found.interval is not None
    assert found.interval.start == datetime(2024, 3, 7)
    assert found.interval.precision is Precision.DAY


def test_the_words_within_the_quote_are_meant() -> None:
    turns = (
        turn("D1:1", "Ana", "I swam on Friday. I ran on Friday, 5 January 2024."),
        turn("D1:2", "Ben", "I slept."),
    )
    ran = answer(
        text="Ana ran",
        predicate="run",
        object="",
        time="on Friday",
        evidence=(quote("D1:1", "I ran on Friday"),),
    )
    (found,) = admitted(ran, turns=turns).workspace.answers
    assert found.interval is not None
    assert found.interval.start == datetime(2024, 1, 5)


def test_time_words_that_stand_nowhere_are_dropped_and_told() -> None:
    admission = admitted(answer(time="last week"), answer(time="in May 2019"))
    (found,) = admission.workspace.answers
    assert (found.interval, found.time_text) == (None, None)
    assert [one.reason for one in admission.rejected] == [
        "the words 'last week' stand in none of its turns",
        "the words 'in May 2019' stand in none of its turns",
    ]


def test_the_turn_of_a_context_may_say_when() -> None:
    turns = (
        turn("D1:1", "Ben", "Did you ski last winter?", said_at=datetime(2021, 5, 1)),
        turn("D1:2", "Ana", "I did.", said_at=datetime(2024, 5, 1)),
    )
    said = answer(
        text="Ana skied",
        predicate="ski",
        object="",
        time="last winter",
        evidence=(quote("D1:2", "I did."), context("D1:1", "Did you ski last winter?")),
    )
    (found,) = admitted(said, turns=turns).workspace.answers
    assert found.interval is not None
    assert found.interval.start.year == 2020


def test_words_without_a_date_are_kept_without_one() -> None:
    turns = (turn("D1:1", "Ana", "I swim every Friday, and someday I shall win."),)
    for words in ("every Friday", "someday"):
        said = answer(
            text="Ana swims",
            predicate="swim",
            object="",
            time=words,
            evidence=(quote("D1:1", "I swim"),),
        )
        admission = admitted(said, turns=turns)
        (found,) = admission.workspace.answers
        assert (found.interval, found.time_text) == (None, words)
        assert admission.rejected == ()


def test_an_interval_of_the_caller_is_taken_as_it_is() -> None:
    known = TimeInterval(
        start=datetime(2024, 3, 1), end=datetime(2024, 3, 2), precision=Precision.DAY
    )
    (found,) = admitted(answer(time="yesterday", interval=known)).workspace.answers
    assert (found.interval, found.time_text) == (known, "yesterday")


def test_what_is_planned_is_dated_ahead_without_a_parse_too() -> None:
    turns = (turn("D1:1", "Ana", "Tennis on Tuesday."),)
    words = {"text": "Ana has tennis", "predicate": "have", "object": "tennis"}
    cited = (quote("D1:1", "Tennis on Tuesday."),)
    days = []
    for modality in ("said", "planned", "requested"):
        said = answer(**words, time="on Tuesday", modality=modality, evidence=cited)
        (found,) = admitted(said, turns=turns).workspace.answers
        assert found.interval is not None
        days.append(found.interval.start)
    assert days == [datetime(2024, 3, 5), datetime(2024, 3, 12), datetime(2024, 3, 12)]


def test_a_part_of_the_words_beside_a_number_is_not_what_they_mean() -> None:
    turns = (turn("D1:1", "Ana", "I pay by the 25th of the next month, or so last year anyway."),)
    cited = (quote("D1:1", "I pay"),)
    words = {"text": "Ana pays", "predicate": "pay", "object": "", "evidence": cited}
    by, last = (
        admitted(answer(**words, time=time), turns=turns).workspace.answers[0]
        for time in ("by the 25th of the next month", "or so last year anyway")
    )
    assert (by.time_text, by.interval) == ("by the 25th of the next month", None)
    assert last.interval is not None
    assert last.interval.start.year == 2023
