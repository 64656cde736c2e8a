"""How dates and lengths are written."""

from datetime import datetime, timedelta

import pytest

from graphmem.language.time import Precision, TimeInterval, format_duration, write_interval


@pytest.mark.parametrize(
    ("start", "end", "written"),
    [
        ("2023-05-01T10:00", "2023-05-01T10:40", "40 minutes"),
        ("2023-05-01T10:00", "2023-05-01T11:00", "1 hour"),
        ("2023-05-01T10:00", "2023-05-01T15:10", "5 hours"),
        ("2023-05-01", "2023-05-02", "1 day"),
        ("2023-05-01", "2023-05-11", "10 days"),
        ("2023-05-01", "2023-05-15", "2 weeks"),
        ("2023-05-01", "2023-05-22", "3 weeks"),
        ("2023-05-01", "2023-06-01", "1 month"),
        ("2023-01-31", "2023-02-28", "1 month"),
        ("2023-05-01", "2023-06-07", "5 weeks"),
        ("2023-04-20", "2023-10-13", "6 months"),
        ("2023-05-01", "2024-05-01", "1 year"),
        ("2023-05-01", "2024-11-01", "18 months"),
        ("2019-06-09", "2023-06-09", "4 years"),
        ("2013-02-01", "2023-06-09", "10 years"),
    ],
)
def test_a_duration_takes_the_largest_unit_that_fits(start: str, end: str, written: str) -> None:
    first, last = datetime.fromisoformat(start), datetime.fromisoformat(end)
    assert format_duration(first, last) == written
    assert format_duration(last, first) == written


@pytest.mark.parametrize(
    ("start", "end", "precision", "written"),
    [
        ("2023-05-07", "2023-05-08", Precision.DAY, "7 May 2023"),
        ("2023-05-29", "2023-06-05", Precision.WEEK, "29 May to 4 June 2023"),
        ("2023-06-05", "2023-06-12", Precision.WEEK, "5 to 11 June 2023"),
        ("2022-12-26", "2023-01-02", Precision.WEEK, "26 December 2022 to 1 January 2023"),
        ("2023-07-08", "2023-07-10", Precision.WEEKEND, "8 to 9 July 2023"),
        ("2023-05-01", "2023-06-01", Precision.MONTH, "May 2023"),
        ("2023-03-01", "2023-06-01", Precision.SEASON, "spring 2023"),
        ("2023-03-01", "2023-06-01", Precision.APPROXIMATE, "March to May 2023"),
        ("2023-01-01", "2024-01-01", Precision.YEAR, "2023"),
        ("2018-01-01", "2022-01-01", Precision.APPROXIMATE, "2018 to 2021"),
        ("1990-01-01", "2000-01-01", Precision.DECADE, "the 1990s"),
        ("2023-05-07T15:00", "2023-05-07T16:00", Precision.HOUR, "3 pm on 7 May 2023"),
        ("2023-05-07T09:05", "2023-05-07T09:06", Precision.MINUTE, "9:05 am on 7 May 2023"),
        ("2023-05-07T12:00", "2023-05-07T13:00", Precision.HOUR, "noon on 7 May 2023"),
        ("2023-05-07T00:00", "2023-05-07T01:00", Precision.HOUR, "midnight on 7 May 2023"),
    ],
)
def test_an_interval_is_written_as_coarsely_as_it_allows(
    start: str, end: str, precision: Precision, written: str
) -> None:
    interval = TimeInterval(
        start=datetime.fromisoformat(start), end=datetime.fromisoformat(end), precision=precision
    )
    assert write_interval(interval) == written


def test_an_interval_is_not_empty_and_has_no_zone() -> None:
    noon = datetime(2023, 6, 9, 12)
    with pytest.raises(ValueError, match="must not be empty"):
        TimeInterval(start=noon, end=noon, precision=Precision.DAY)
    with pytest.raises(ValueError, match="without a zone"):
        TimeInterval(start=noon.astimezone(), end=noon + timedelta(days=1), precision=Precision.DAY)
