from collections.abc import Callable
from datetime import datetime

import pytest

from graphmem.sources.checks import UnfitError
from graphmem.sources.times import iso_time, locomo_time, longmemeval_time, zone_name


@pytest.mark.parametrize(
    ("written", "said_at"),
    [
        ("1:56 pm on 8 May, 2023", datetime(2023, 5, 8, 13, 56)),
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9)),
        ("12:00 pm on 29 February, 2024", datetime(2024, 2, 29, 12, 0)),
        ("11:59 PM on 31 december 2023", datetime(2023, 12, 31, 23, 59)),
    ],
)
def test_locomo_time(written: str, said_at: datetime) -> None:
    assert locomo_time(written, name="date") == said_at


def test_longmemeval_time() -> None:
    assert longmemeval_time("2023/05/20 (Sat) 02:21", name="date") == datetime(2023, 5, 20, 2, 21)


@pytest.mark.parametrize(
    ("parse", "written"),
    [
        (locomo_time, "1:56 pm on 31 April, 2023"),
        (locomo_time, "13:56 pm on 8 May, 2023"),
        (locomo_time, "0:10 am on 8 May, 2023"),
        (locomo_time, "1:60 pm on 8 May, 2023"),
        (locomo_time, "1:10 pm on 8 May, 0000"),
        (longmemeval_time, "2023/02/29 (Wed) 02:21"),
        (longmemeval_time, "2023/05/20 (Sat) 24:00"),
        (iso_time, "2023-02-30T10:00:00"),
        (iso_time, "2023-02-28T24:00:00"),
        (iso_time, "2023-02-28T23:59:60"),
    ],
)
def test_date_that_does_not_exist(parse: Callable[..., object], written: str) -> None:
    with pytest.raises(UnfitError) as refused:
        parse(written, name="when")
    assert str(refused.value) == f"when '{written}' is not a date that exists"


@pytest.mark.parametrize(
    ("parse", "written", "example"),
    [
        (locomo_time, "8 May 2023", "1:56 pm on 8 May, 2023"),
        (locomo_time, "1:56 pm on 8 Maio, 2023", "1:56 pm on 8 May, 2023"),
        (locomo_time, "１:56 pm on 8 May, 2023", "1:56 pm on 8 May, 2023"),
        (longmemeval_time, "2023-05-20 02:21", "2023/05/20 (Sat) 02:21"),
        (iso_time, "yesterday", "2023-05-08T13:56:00"),
        (iso_time, "2023-05-08", "2023-05-08T13:56:00"),
        (iso_time, "2023-05-08T10:00\n", "2023-05-08T13:56:00"),
    ],
)
def test_date_in_another_notation(parse: Callable[..., object], written: str, example: str) -> None:
    with pytest.raises(UnfitError) as refused:
        parse(written, name="when")
    assert str(refused.value) == f"when {written!r} is not written like '{example}'"


@pytest.mark.parametrize(
    ("written", "zone", "kept"),
    [
        ("2023-05-08T10:00", None, "unknown"),
        ("2023-05-08 10:00:00", None, "unknown"),
        ("2023-05-08T10:00:00Z", None, "UTC"),
        ("2023-05-08T10:00:00.000+02:00", None, "+02:00"),
        ("2023-05-08T10:00:00-0330", None, "-03:30"),
        ("2023-05-08T10:00:00+02", None, "+02:00"),
        ("2023-05-08T10:00:00-00:00", None, "+00:00"),
        ("2023-05-08T10:00:00", "Europe/Berlin", "Europe/Berlin"),
        ("2023-05-08T10:00:00+02:00", "Europe/Berlin", "Europe/Berlin"),
        ("2023-05-08T10:00:00+02:00", "+02:00", "+02:00"),
        ("2023-05-08T10:00:00Z", "Europe/London", None),
        ("2023-05-08T10:00:00+00:00", "UTC", "UTC"),
    ],
)
def test_iso_time_is_wall_time_with_its_zone(
    written: str, zone: str | None, kept: str | None
) -> None:
    if kept is None:
        with pytest.raises(UnfitError) as refused:
            iso_time(written, name="said_at", zone=zone)
        assert str(refused.value) == (
            f"said_at '{written}' has another offset than {zone} had then"
        )
        return
    assert iso_time(written, name="said_at", zone=zone) == (datetime(2023, 5, 8, 10), kept)


def test_a_wall_time_that_comes_twice_may_have_either_offset() -> None:
    for offset in ("+02:00", "+01:00"):
        iso_time(f"2023-10-29T02:30:00{offset}", name="said_at", zone="Europe/Berlin")


def test_fractions_of_a_second() -> None:
    said_at, _ = iso_time("2023-05-08T10:00:00.5", name="said_at")
    assert said_at.microsecond == 500_000
    said_at, _ = iso_time("2023-05-08T10:00:00,123456789", name="said_at")
    assert said_at.microsecond == 123_456


@pytest.mark.parametrize("value", [None, "unknown"])
def test_no_zone(value: object) -> None:
    assert zone_name(value, name="zone") is None


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Asia/Kathmandu", "Asia/Kathmandu"), ("UTC", "UTC"), ("Z", "UTC"), ("-0930", "-09:30")],
)
def test_zone(written: str, kept: str) -> None:
    assert zone_name(written, name="zone") == kept


@pytest.mark.parametrize(
    "written", ["", " ", "Europe", "Mars/Base", "../UTC", "/etc/passwd", "CEST?"]
)
def test_zone_that_does_not_exist(written: str) -> None:
    with pytest.raises(UnfitError, match="is neither an IANA time zone nor an offset"):
        zone_name(written, name="zone")


@pytest.mark.parametrize("written", ["+19:00", "-18:01", "+02:75"])
def test_offset_that_does_not_exist(written: str) -> None:
    with pytest.raises(UnfitError, match="which is not an offset from UTC"):
        zone_name(written, name="zone")
    with pytest.raises(UnfitError, match="which is not an offset from UTC"):
        iso_time(f"2023-05-08T10:00:00{written}", name="said_at")
