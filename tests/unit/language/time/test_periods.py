"""Holidays against dates that are known from elsewhere."""

from datetime import datetime

import pytest

from graphmem.language.time import find_times
from graphmem.language.time.periods import easter

SAID_AT = datetime(2025, 6, 1, 12)


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(1961, 4, 2), (2000, 4, 23), (2008, 3, 23), (2011, 4, 24), (2023, 4, 9), (2038, 4, 25)],
)
def test_easter(year: int, month: int, day: int) -> None:
    assert easter(year) == datetime(year, month, day)


@pytest.mark.parametrize(
    ("holiday", "dates"),
    [
        ("Thanksgiving 2022", "24 November 2022"),
        ("Thanksgiving 2023", "23 November 2023"),
        ("Black Friday 2023", "24 November 2023"),
        ("Cyber Monday 2023", "27 November 2023"),
        ("Mother's Day 2023", "14 May 2023"),
        ("Father’s Day 2023", "18 June 2023"),
        ("Memorial Day 2023", "29 May 2023"),
        ("Labor Day 2023", "4 September 2023"),
        ("MLK Day 2023", "16 January 2023"),
        ("Presidents' Day 2023", "20 February 2023"),
        ("Good Friday 2023", "7 April 2023"),
        ("Easter Monday 2023", "10 April 2023"),
        ("Valentine's Day 2023", "14 February 2023"),
        ("New Year's Day 2023", "1 January 2023"),
        ("New Years Eve 2023", "31 December 2023"),
        ("Christmas Eve last year", "24 December 2024"),
        ("the Christmas holidays 2023", "23 December 2023 to 2 January 2024"),
        ("St. Patrick's Day 2023", "17 March 2023"),
        ("Juneteenth 2023", "19 June 2023"),
        ("Veterans Day 2023", "11 November 2023"),
        ("Halloween 2023", "31 October 2023"),
        ("Independence Day 2023", "4 July 2023"),
    ],
)
def test_holiday(holiday: str, dates: str) -> None:
    (found,) = find_times(holiday, said_at=SAID_AT)
    assert found.date_phrase == dates
