"""Dates as the formats write them → local wall time, and the zone beside it."""

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo

from graphmem.model.conversation import UNKNOWN_ZONE
from graphmem.sources.checks import UnfitError, kind_of, shown, string
from graphmem.sources.json_values import Literal

UTC_ZONE = "UTC"

Moment = tuple[datetime, str]
"""Local wall time, and its zone or ``unknown``."""

_MONTHS = [
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
]
_LOCOMO = re.compile(
    r"([0-9]{1,2}):([0-9]{2}) (am|pm) on ([0-9]{1,2}) ([a-z]+),? ([0-9]{4})", re.IGNORECASE
)
_LONGMEMEVAL = re.compile(r"([0-9]{4})/([0-9]{2})/([0-9]{2}) \([A-Za-z]{3}\) ([0-9]{2}):([0-9]{2})")
_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[T ]([0-9]{2}):([0-9]{2})"
    r"(?::([0-9]{2})(?:[.,]([0-9]{1,9}))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?"
)
_OFFSET = re.compile(r"([+-])([0-9]{2})(?::?([0-9]{2}))?")
_MAX_OFFSET_MINUTES = 18 * 60  # as java.time.ZoneOffset, and so Neo4j
_MAX_DATE_CHARACTERS = 100
_MAX_ZONE_CHARACTERS = 100
_SECONDS = re.compile(r"[0-9]{1,11}(?:\.[0-9]{1,9})?")
_MOST_SECONDS = 1e11  # beyond, a number counts milliseconds


def locomo_time(value: object, *, name: str) -> datetime:
    """``1:56 pm on 8 May, 2023``; the same in every locale."""
    written = string(value, name=name, limit=_MAX_DATE_CHARACTERS)
    found = _LOCOMO.fullmatch(written)
    if found is None or found[5].lower() not in _MONTHS:
        raise _unlike(written, name=name, example="1:56 pm on 8 May, 2023")
    hour, minute, half, day, month, year = found.groups()
    if not 1 <= int(hour) <= 12:
        raise _impossible(written, name=name)
    hour_of_day = int(hour) % 12 + (12 if half.lower() == "pm" else 0)
    return _exact(
        [int(year), _MONTHS.index(month.lower()) + 1, int(day), hour_of_day, int(minute)],
        written=written,
        name=name,
    )


def longmemeval_time(value: object, *, name: str) -> datetime:
    """``2023/05/20 (Sat) 02:21``; the day of the week is not relied on."""
    written = string(value, name=name, limit=_MAX_DATE_CHARACTERS)
    found = _LONGMEMEVAL.fullmatch(written)
    if found is None:
        raise _unlike(written, name=name, example="2023/05/20 (Sat) 02:21")
    return _exact([int(part) for part in found.groups()], written=written, name=name)


def iso_time(value: object, *, name: str, zone: str | None = None) -> tuple[datetime, str]:
    """ISO 8601 as local wall time and its zone: ``zone`` if given, else the offset, else unknown.

    An offset that the given ``zone`` did not have at that time is refused.
    """
    written = string(value, name=name, limit=_MAX_DATE_CHARACTERS)
    found = _ISO.fullmatch(written)
    if found is None:
        raise _unlike(written, name=name, example="2023-05-08T13:56:00")
    *parts, fraction, suffix = found.groups()
    said_at = _exact(
        [int(part or 0) for part in parts] + [int((fraction or "").ljust(6, "0")[:6])],
        written=written,
        name=name,
    )
    if suffix is None:
        return said_at, zone or UNKNOWN_ZONE
    offset = UTC_ZONE if suffix == "Z" else _offset(suffix, name=name)
    if zone is None:
        return said_at, offset
    if not _agree(said_at, zone, offset):
        raise UnfitError(f"{name} {shown(written)} has another offset than {zone} had then")
    return said_at, zone


def epoch_time(value: object, *, name: str) -> Moment:
    """Seconds or milliseconds since 1970, as a number or as its digits in a string."""
    if value is None:
        raise UnfitError(f"{name} is missing")
    if isinstance(value, str) and not _SECONDS.fullmatch(value):
        raise _unlike(value, name=name, example="1709316000.000100")
    if not isinstance(value, str | Literal):
        raise UnfitError(f"{name} is {kind_of(value)}, which is no date")
    try:
        number = float(str(value) if isinstance(value, str) else value.written)
        seconds = number / 1000 if abs(number) > _MOST_SECONDS else number
        return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None), UTC_ZONE
    except (ValueError, OverflowError, OSError) as error:
        raise UnfitError(f"{name} is {kind_of(value)}, which is no date") from error


def in_zone(moment: Moment, zone: str | None) -> Moment:
    """The same moment as clocks in ``zone`` show it; one whose zone is not known is taken as that.

    None leaves it as it is.
    """
    local, known = moment
    if zone is None or known == zone:
        return moment
    if known == UNKNOWN_ZONE:
        return local, zone
    try:
        there = local.replace(tzinfo=_tz(known)).astimezone(_tz(zone))
    except OverflowError as error:
        raise UnfitError(f"{local.isoformat()} is no date in {zone}") from error
    return there.replace(tzinfo=None), zone


def instant(moment: Moment) -> datetime:
    """Sort key for moments of several zones; without a zone, as if in UTC."""
    local, zone = moment
    try:
        return local.replace(tzinfo=_tz(UTC_ZONE if zone == UNKNOWN_ZONE else zone)).astimezone(UTC)
    except OverflowError:  # at either end of the calendar
        return local.replace(tzinfo=UTC)


def zone_name(value: object) -> str | None:
    """An IANA zone or an offset such as ``+02:00``; None where it is absent or ``unknown``."""
    if value is None:
        return None
    written = string(value, name="zone", limit=_MAX_ZONE_CHARACTERS)
    if written == UNKNOWN_ZONE:
        return None
    if written == "Z":
        return UTC_ZONE
    if _OFFSET.fullmatch(written):
        return _offset(written, name="zone")
    if not _is_iana(written):
        raise UnfitError(
            f"zone {shown(written)} is neither an IANA time zone nor an offset such as '+02:00'"
        )
    return written


def _exact(parts: list[int], *, written: str, name: str) -> datetime:
    year, month, day, hour, minute, *rest = parts
    second, microsecond = rest or (0, 0)
    try:
        return datetime(year, month, day, hour, minute, second, microsecond)
    except ValueError as error:
        raise _impossible(written, name=name) from error


def _impossible(written: str, *, name: str) -> UnfitError:
    return UnfitError(f"{name} {shown(written)} is not a date that exists")


def _unlike(written: str, *, name: str, example: str) -> UnfitError:
    return UnfitError(f"{name} {shown(written)} is not written like '{example}'")


@lru_cache(maxsize=1024)
def _offset(written: str, *, name: str) -> str:
    minutes = _minutes(written)
    if abs(minutes) > _MAX_OFFSET_MINUTES or int(written[-2:]) > 59:
        raise UnfitError(f"{name} has {shown(written)}, which is not an offset from UTC")
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02}:{abs(minutes) % 60:02}"


@lru_cache(maxsize=1024)
def _minutes(offset: str) -> int:
    found = _OFFSET.fullmatch(offset)
    if found is None:
        return 0
    sign, hours, minutes = found.groups()
    return (int(hours) * 60 + int(minutes or 0)) * (-1 if sign == "-" else 1)


def _tz(zone: str) -> tzinfo:
    if zone == UTC_ZONE:
        return UTC
    if _OFFSET.fullmatch(zone):
        return timezone(timedelta(minutes=_minutes(zone)))
    return ZoneInfo(zone)


@lru_cache(maxsize=1024)
def _is_iana(name: str) -> bool:
    if name == UTC_ZONE:  # also where no time zone data is installed
        return True
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; "../x"; a folder of zones such as "Europe"
        return False
    return True


def _agree(said_at: datetime, zone: str, offset: str) -> bool:
    wanted = timedelta(minutes=_minutes(offset))
    if zone == UTC_ZONE or _OFFSET.fullmatch(zone):
        return timedelta(minutes=_minutes(zone)) == wanted
    tz = ZoneInfo(zone)
    # When clocks go back, one wall time has two offsets.
    return wanted == tz.utcoffset(said_at) or wanted == tz.utcoffset(said_at.replace(fold=1))
