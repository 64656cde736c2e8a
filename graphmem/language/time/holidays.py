"""Holidays whose date can be computed, as they are kept in the United States."""

import re
from collections.abc import Callable
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.ordinals import nth_weekday
from graphmem.language.time.reading import Place, Reading, Rule, at, choice_for, pick
from graphmem.language.time.vocabulary import MOVES, compile_pattern, pattern, words, year_number
from graphmem.model.time import Precision, TimeInterval

Holiday = Callable[[int], TimeInterval | None]


def _fixed(month: int, day: int, *, count: int = 1) -> Holiday:
    precision = Precision.DAY if count == 1 else Precision.APPROXIMATE
    return lambda year: spans.days(datetime(year, month, day), count, precision=precision)


def _floating(month: int, weekday: int, nth: int, *, later: int = 0) -> Holiday:
    def holiday(year: int) -> TimeInterval | None:
        day = nth_weekday(year, month, weekday, nth=nth)
        return day and spans.days(day.start + later * spans.DAY)

    return holiday


def easter(year: int) -> datetime:
    """Easter Sunday of the western churches (the anonymous Gregorian computus)."""
    golden, century, rest = year % 19, year // 100, year % 100
    leap_centuries, century_rest = divmod(century, 4)
    moon_shift = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leap_centuries - moon_shift + 15) % 30
    weekday = (32 + 2 * century_rest + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return datetime(year, month, day + 1)


def _from_easter(later: int) -> Holiday:
    return lambda year: spans.days(easter(year) + later * spans.DAY)


_HOLIDAYS: dict[str, tuple[str, Holiday]] = {  # name → its pattern, its date
    "Christmas Eve": (r"(?:christmas|xmas) eve", _fixed(12, 24)),
    "the Christmas holidays": (
        r"(?:the )?(?:christmas|xmas) (?:holidays|break|vacation|season)",
        _fixed(12, 23, count=11),
    ),
    "Christmas": (r"(?:christmas|xmas)(?: day)?", _fixed(12, 25)),
    "Boxing Day": (r"boxing day", _fixed(12, 26)),
    "New Year's Eve": (r"new yearAPOSTROPHEs?APOSTROPHE eve", _fixed(12, 31)),
    "New Year's Day": (r"new year(?:APOSTROPHEs|sAPOSTROPHE|(?= day))(?: day)?", _fixed(1, 1)),
    "Martin Luther King Day": (r"(?:mlk|martin luther king(?: jr\.?)?) day", _floating(1, 0, 3)),
    "Valentine's Day": (r"valentineAPOSTROPHEsAPOSTROPHE?(?: day)?", _fixed(2, 14)),
    "Presidents' Day": (r"presidentAPOSTROPHEsAPOSTROPHE? day", _floating(2, 0, 3)),
    "St Patrick's Day": (
        r"(?:st\.?|saint) (?:patrickAPOSTROPHEs|paddyAPOSTROPHEs) day",
        _fixed(3, 17),
    ),
    "Good Friday": (r"good friday", _from_easter(-2)),
    "Easter Monday": (r"easter monday", _from_easter(1)),
    "Easter": (r"easter(?: sunday)?", _from_easter(0)),
    "Mother's Day": (r"motherAPOSTROPHEsAPOSTROPHE? day", _floating(5, 6, 2)),
    "Memorial Day": (r"memorial day", _floating(5, 0, -1)),
    "Juneteenth": (r"juneteenth", _fixed(6, 19)),
    "Father's Day": (r"fatherAPOSTROPHEsAPOSTROPHE? day", _floating(6, 6, 3)),
    "Independence Day": (r"independence day|the fourth of july", _fixed(7, 4)),
    "Labor Day": (r"labou?r day", _floating(9, 0, 1)),
    "Halloween": (r"hallowe['’]?en", _fixed(10, 31)),
    "Veterans Day": (r"veteranAPOSTROPHEsAPOSTROPHE? day", _fixed(11, 11)),
    "Thanksgiving": (r"thanksgiving(?: day)?", _floating(11, 3, 4)),
    "Black Friday": (r"black friday", _floating(11, 3, 4, later=1)),
    "Cyber Monday": (r"cyber monday", _floating(11, 3, 4, later=4)),
}
# These are also first names, moods and adjectives: a preposition or a year must stand by them.
_NEED_CONTEXT = ("Christmas", "Easter", "Halloween", "Thanksgiving", "New Year's Day")
_BARE = "|".join(pattern for name, (pattern, _) in _HOLIDAYS.items() if name not in _NEED_CONTEXT)
_ANY = "|".join(pattern for pattern, _ in _HOLIDAYS.values())
_TRIGGERS = frozenset(
    words(
        "christmas xmas boxing year years mlk luther valentine valentines president presidents"
        " patrick patricks paddy paddys easter good mother mothers memorial juneteenth father"
        " fathers independence fourth labor labour halloween hallowe veteran veterans"
        " thanksgiving black cyber"
    )
)


def _kept(match: re.Match[str], place: Place) -> Reading | None:
    said = match["holiday"]
    name = next(name for name in _HOLIDAYS if compile_pattern(_HOLIDAYS[name][0]).fullmatch(said))
    holiday = _HOLIDAYS[name][1]
    named = match.groupdict()
    interval: TimeInterval | None
    if named.get("year"):
        interval = holiday(year_number(named["year"], near=place.said_at.year))
    elif named.get("move"):
        interval = holiday(place.said_at.year + MOVES[named["move"].lower()])
    else:
        interval = pick(holiday, place.said_at, choice_for(named.get("which"), place))
    if interval is None:
        return None
    phrase = f"{name} {interval.start.year}"
    return at(interval, phrase, explicit=bool(named.get("year")))


RULES = (
    Rule(
        pattern(rf"(?P<holiday>{_ANY})(?:YEARAFTER|MOVEDYEAR)"),
        _TRIGGERS,
        _kept,
    ),
    Rule(pattern(rf"WHICH (?P<holiday>{_ANY})"), _TRIGGERS, _kept),
    Rule(
        pattern(
            r"(?:in|on|at|over|during|around|for|since|until|till|by|before|after|from)"
            rf" (?P<core>(?P<holiday>{_ANY}))(?! (?:card|gift|present|tree|costume|decoration)s?\b)"
        ),
        _TRIGGERS,
        _kept,
        bare=True,
    ),
    Rule(pattern(rf"(?P<holiday>{_BARE})"), _TRIGGERS, _kept, bare=True),
)
