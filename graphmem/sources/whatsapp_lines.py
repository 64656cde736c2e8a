"""The lines of a WhatsApp chat: where a message begins, and which day its date means.

The export is nowhere promised; what is observed of it, by system and language, is listed at
https://github.com/linuswillner/whatsapp-export-inconsistencies and
https://whatstk.readthedocs.io/en/latest/source/getting_started/hformat.html. iOS writes
``[05/03/2025, 10:14:33] Ana: text``, Android ``05/03/2025, 10:14 - Ana: text``, each with 12 or
24 hours; left-to-right marks and narrow spaces stand between.
"""

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from graphmem.sources.checks import UnfitError, shown

MARK = "\u200e"
_SPACE = "[ \u00a0\u202f]"
_DATE = r"(?P<a>[0-9]{1,4})(?P<mark>[/.\-])(?P<b>[0-9]{1,2})(?P=mark)(?P<c>[0-9]{2,4})\.?"
_TIME = (
    r"(?P<hour>[0-9]{1,2})[:.](?P<minute>[0-9]{2})(?:[:.](?P<second>[0-9]{2}))?"
    rf"(?:{_SPACE}?(?P<half>[APap])\.?{_SPACE}?[Mm]\.?)?"
)
# One word may stand between, as in the Finnish "12.3.2022 klo 14.08".
_STAMP = rf"{_DATE},?{_SPACE}(?:[^\W\d_]+{_SPACE})?{_TIME}"
_IOS = re.compile(rf"{MARK}?\[{_STAMP}\]{_SPACE}(?P<rest>.*)", re.DOTALL)
_ANDROID = re.compile(rf"{MARK}?{_STAMP}{_SPACE}[-–]{_SPACE}(?P<rest>.*)", re.DOTALL)


class Stamp(NamedTuple):
    """A date and time as they are written, the date in three parts."""

    parts: tuple[int, int, int]
    mark: str
    year_first: bool
    hour: int
    minute: int
    second: int | None
    written: str


class Begun(NamedTuple):
    """The line with which a message begins: its stamp, and what follows that."""

    stamp: Stamp
    rest: str


def begun(line: str) -> Begun | None:
    """The beginning of a message; None for a line that goes on with one, or is of none."""
    found = _IOS.fullmatch(line) or _ANDROID.fullmatch(line)
    if found is None:
        return None
    hour = int(found["hour"])
    if found["half"]:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if found["half"] in "Pp" else 0)
    second = found["second"]
    return Begun(
        Stamp(
            parts=(int(found["a"]), int(found["b"]), int(found["c"])),
            mark=found["mark"],
            year_first=len(found["a"]) == 4,
            hour=hour,
            minute=int(found["minute"]),
            second=None if second is None else int(second),
            written=line[: found.start("rest")].strip(f"{MARK}[]-– "),
        ),
        found["rest"],
    )


def day_comes_first(stamps: Sequence[Stamp]) -> bool | None:
    """Tells whether 3/4/24 is 3 April in this chat; None where nothing of the whole of it tells.

    A number above 12 is a day, and only days come first before dots. Else a chat goes forward in
    time: the one order of both in which no day comes before an earlier one is right. UnfitError
    where numbers above 12 stand in both places, or the last is no year.
    """
    mixed = [stamp for stamp in stamps if not stamp.year_first]
    if not mixed:
        return True  # as good as any
    for before, after in pairwise(mixed):
        # As in 24/12/31, 25/01/02: two digits may be of a year that comes first.
        if after.parts[2] < before.parts[2] - 1:
            raise UnfitError(
                f"the years go back from {shown(before.written)} to {shown(after.written)}"
            )
    first = next((stamp for stamp in mixed if stamp.parts[0] > 12), None)
    second = next((stamp for stamp in mixed if stamp.parts[1] > 12), None)
    if first is not None and second is not None:
        raise UnfitError(
            f"the dates {shown(first.written)} and {shown(second.written)} have the day in "
            "different places"
        )
    if first is not None or second is not None:
        return first is not None
    if all(stamp.mark == "." for stamp in mixed):
        return True
    forward = [order for order in (True, False) if _goes_forward(mixed, day_first=order)]
    return forward[0] if len(forward) == 1 else None


def moment_of(stamp: Stamp, *, day_first: bool) -> datetime:
    """The local time of a stamp; UnfitError where there is no such day or hour."""
    year, month, day = _day(stamp, day_first=day_first)
    try:
        return datetime(year, month, day, stamp.hour, stamp.minute, stamp.second or 0)
    except ValueError as error:
        raise UnfitError(f"{shown(stamp.written)} is not a date that exists") from error


def _day(stamp: Stamp, *, day_first: bool) -> tuple[int, int, int]:
    a, b, c = stamp.parts
    if stamp.year_first:
        return a, b, c
    year = c + 2000 if c < 100 else c
    return (year, b, a) if day_first else (year, a, b)


def _goes_forward(stamps: Sequence[Stamp], *, day_first: bool) -> bool:
    days = (_day(stamp, day_first=day_first) for stamp in stamps)
    return all(before <= after for before, after in pairwise(days))
