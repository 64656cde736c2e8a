from collections.abc import Callable
from datetime import datetime

import pytest

from graphmem.sources.checks import UnfitError
from graphmem.sources.json_values import Literal
from graphmem.sources.times import (
    epoch_time,
    in_zone,
    instant,
    iso_time,
    locomo_time,
    longmemeval_time,
    zone_name,
)


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
    assert zone_name(value) is None


@pytest.mark.parametrize(
    ("written", "kept"),
    [("Asia/Kathmandu", "Asia/Kathmandu"), ("UTC", "UTC"), ("Z", "UTC"), ("-0930", "-09:30")],
)
def test_zone(written: str, kept: str) -> None:
    assert zone_name(written) == kept


@pytest.mark.parametrize(
    "written", ["", " ", "Europe", "Mars/Base", "../UTC", "/etc/passwd", "CEST?"]
)
def test_zone_that_does_not_exist(written: str) -> None:
    with pytest.raises(UnfitError, match="is neither an IANA time zone nor an offset"):
        zone_name(written)


@pytest.mark.parametrize("written", ["+19:00", "-18:01", "+02:75"])
def test_offset_that_does_not_exist(written: str) -> None:
    with pytest.raises(UnfitError, match="which is not an offset from UTC"):
        zone_name(written)
    with pytest.raises(UnfitError, match="which is not an offset from UTC"):
        iso_time(f"2023-05-08T10:00:00{written}", name="said_at")


@pytest.mark.parametrize(
    ("value", "meant"),
    [
        ("1709316000.000100", datetime(2024, 3, 1, 18, 0, 0, 100)),
        ("1709316000", datetime(2024, 3, 1, 18)),
        (Literal("1709316000.5"), datetime(2024, 3, 1, 18, 0, 0, 500_000)),
        (Literal("1709316000500"), datetime(2024, 3, 1, 18, 0, 0, 500_000)),
    ],
)
def test_seconds_since_1970(value: object, meant: datetime) -> None:
    assert epoch_time(value, name="ts") == (meant, "UTC")


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "ts is missing"),
        ("noon", "ts 'noon' is not written like '1709316000.000100'"),
        (True, "ts is true, which is no date"),
        (Literal("1e99"), "ts is the number 1e99, which is no date"),
        (Literal("NaN"), "ts is NaN, which is no date"),
    ],
)
def test_what_is_no_time_since_1970(value: object, reason: str) -> None:
    with pytest.raises(UnfitError) as refused:
        epoch_time(value, name="ts")
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("moment", "zone", "there"),
    [
        ((datetime(2024, 3, 1, 18), "UTC"), None, (datetime(2024, 3, 1, 18), "UTC")),
        ((datetime(2024, 3, 1, 18), "unknown"), "+02:00", (datetime(2024, 3, 1, 18), "+02:00")),
        (
            (datetime(2024, 7, 1, 23, 30), "UTC"),
            "Europe/Paris",
            (datetime(2024, 7, 2, 1, 30), "Europe/Paris"),
        ),
        ((datetime(2024, 3, 1, 1), "+02:00"), "UTC", (datetime(2024, 2, 29, 23), "UTC")),
    ],
)
def test_a_moment_in_another_zone(
    moment: tuple[datetime, str], zone: str | None, there: tuple[datetime, str]
) -> None:
    assert in_zone(moment, zone) == there
    if moment[1] != "unknown":
        assert instant(moment) == instant(there)


def test_the_ends_of_the_calendar_have_no_other_zone() -> None:
    with pytest.raises(UnfitError, match="is no date in \\+02:00"):
        in_zone((datetime(9999, 12, 31, 23), "UTC"), "+02:00")
    assert instant((datetime(1, 1, 1), "+02:00")).year == 1
