"""Numbers as talk writes them."""

import pytest

from graphmem.language.numbers import clocks_in, counts, numbers_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1,500 euros and 4 200 for 6.5", [1500, 4200, 6.5]),
        ("a hundred and twenty-five a week", [125]),
        ("three thousand one hundred and eighteen, it's ninety a month", [3118, 90]),
        ("six and a half", [6.5]),
        ("four point nine", [4, 4.9, 9]),
        ("twenty-two of 24, and 3mm", [22, 24, 3]),
        ("two and three", [2, 3]),
        ("twice a week, the 12th", [2, 12]),
        ("the one with both", []),
        ("12k", [12000]),
        ("at 17:15", [315]),
        ("half past three, a quarter to 5, half 6", [210, 285, 390]),
        ("N12", []),
    ],
)
def test_numbers_are_read_as_they_are_written(text: str, found: list[float]) -> None:
    assert numbers_in(text) == found


def test_words_that_may_be_no_numbers_are_read_where_that_is_wanted() -> None:
    assert sorted(numbers_in("the one with both, 5.10", loose=True)) == [1, 2, 5, 5.1, 10, 310]


def test_times_of_day_are_found() -> None:
    text = "from 6:30 to half past seven, in half the time"
    assert [text[begin:end] for begin, end in clocks_in(text)] == ["6:30", "half past seven"]


def test_an_ordinal_alone_counts_nothing() -> None:
    assert all(map(counts, ("seven", "a pair", "the third of 12", "half a day")))
    assert not any(map(counts, ("the third", "on the 28th", "twenty-first", "how many")))
