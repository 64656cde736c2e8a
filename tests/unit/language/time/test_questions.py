"""Dates in questions, with and without a day on which they are asked."""

from datetime import datetime

import pytest

from graphmem.language.time import parse_question_times

NOW = datetime(2024, 3, 12, 10, 0)


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("What did Ada do in May 2023?", "2023-05-01", "2023-06-01"),
        ("Who called Ada on 7 May, 2023?", "2023-05-07", "2023-05-08"),
        ("Where was Ada during summer 2022?", "2022-06-01", "2022-09-01"),
        ("Where did Ada live in 2019?", "2019-01-01", "2020-01-01"),
        ("What happened on October 13, 2023?", "2023-10-13", "2023-10-14"),
        ("What happened on the 13th of October 2023?", "2023-10-13", "2023-10-14"),
        ("Where was Ada between August 11 and August 15 2023?", "2023-08-11", "2023-08-16"),
        ("Where was Ada from 28 December to 2 January 2023?", "2022-12-28", "2023-01-03"),
        ("Where was Ada between 2016 and 2019?", "2016-01-01", "2020-01-01"),
        ("What did Ada bake in the week before 16 November 2023?", "2023-11-09", "2023-11-16"),
        ("What did Ada bake last weekend before April 10, 2023?", "2023-04-08", "2023-04-10"),
        ("What did Ada bake in the second week of May 2023?", "2023-05-08", "2023-05-15"),
        ("Where was Ada at Christmas 2021?", "2021-12-25", "2021-12-26"),
        ("What did Ada plan in early August 2023?", "2023-08-01", "2023-08-11"),
        ("What did Ada do at 3 pm on 7 May 2023?", "2023-05-07T15:00", "2023-05-07T16:00"),
        ("What did Ada do the week of 7 May 2023?", "2023-05-01", "2023-05-08"),
        ("How many songs did Ada write in the 90s?", "1990-01-01", "2000-01-01"),
    ],
)
def test_dates_with_a_year_need_no_now(question: str, start: str, end: str) -> None:
    for now in (None, NOW):
        (found,) = parse_question_times(question, now=now)
        assert found.interval is not None
        assert found.interval.start == datetime.fromisoformat(start)
        assert found.interval.end == datetime.fromisoformat(end)


@pytest.mark.parametrize(
    ("question", "phrase"),
    [
        ("What did Ada buy yesterday?", "11 March 2024"),
        ("What did Ada buy last week?", "the week before 12 March 2024"),
        ("What did Ada buy in May?", "May 2023"),
        ("What did Ada buy on July 2?", "2 July 2023"),
        ("What did Ada buy three years ago?", "2021"),
        ("What did Ada buy at 3 pm?", "3 pm on 12 March 2024"),
        ("What does Ada buy every week?", "every week"),
    ],
)
def test_other_dates_do(question: str, phrase: str) -> None:
    assert parse_question_times(question, now=None) == ()
    assert [found.phrase for found in parse_question_times(question, now=NOW)] == [phrase]


def test_only_the_dates_with_a_year_are_kept() -> None:
    found = parse_question_times("Since May 2021, what did Ada buy last week?", now=None)
    assert [one.phrase for one in found] == ["since May 2021"]
