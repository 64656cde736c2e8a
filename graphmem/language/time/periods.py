"""Months, seasons, years, parts of a month and holidays by name: in May, the 90s, Easter."""

import re
from collections.abc import Callable
from datetime import datetime

from graphmem.language.time import intervals
from graphmem.language.time.rules import (
    ANY_DIGIT,
    MatchContext,
    Rule,
    TimeResolution,
    at,
    choice_for,
    in_season,
    resolve_recurring,
)
from graphmem.language.time.vocabulary import (
    DECADES,
    MONTHS,
    MOVES,
    ORDINALS,
    SEASONS,
    compile_pattern,
    month_number,
    pattern,
    weekday_number,
    words,
    year_number,
)
from graphmem.model.time import Precision, TimeInterval

_AMBIGUOUS = ("may", "march", "mar", "dec")  # verbs, and a name; a capital makes them months
_SAFE_BEFORE = re.compile(r"(?:in|since|until|last|early|mid|late|of|during)[\s-]+$", re.ASCII)


def _year_of(match: re.Match[str], context: MatchContext) -> int:
    if match["year"]:
        return year_number(match["year"], near=context.said_at.year)
    return context.said_at.year + MOVES[match["move"].lower()]


def _month_of_year(match: re.Match[str], context: MatchContext) -> TimeResolution:
    interval = intervals.months(_year_of(match, context), month_number(match["month"]))
    return at(interval, explicit=bool(match["year"]))


def _bare_month(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    month = match["month"]
    before = match.string[max(0, match.start("month") - 12) : match.start("month")]
    if month in _AMBIGUOUS and not _SAFE_BEFORE.search(before):
        return None
    number = month_number(month)
    choice = choice_for(match.groupdict().get("which"), context)
    interval = resolve_recurring(
        lambda year: intervals.months(year, number), context.said_at, choice
    )
    return at(interval) if interval else None


def _parsed_month(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """A month alone or after any preposition, where the parse has a date there."""
    syntax = context.syntax
    if syntax is None or not syntax.is_date(*match.span("month")):
        return None
    return _bare_month(match, context)


def _months_to_months(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    first, last = month_number(match["month"]), month_number(match["last"])
    count = (last - first) % 12 + 1
    if match["year"]:
        ends = year_number(match["year"], near=context.said_at.year)
        interval: TimeInterval | None = intervals.months(ends - (first > last), first, count=count)
    else:
        choice = choice_for(None, context)
        interval = resolve_recurring(
            lambda y: intervals.months(y, first, count=count), context.said_at, choice
        )
    return at(interval, explicit=bool(match["year"])) if interval else None


def _year(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return at(intervals.years(year_number(match["year"], near=context.said_at.year)), explicit=True)


def _years_to_years(match: re.Match[str], _: MatchContext) -> TimeResolution | None:
    first, last = int(match["first"]), int(match["last"])
    if last <= first:
        return None
    return at(intervals.years(first, count=last - first + 1), explicit=True)


def _decade(match: re.Match[str], _: MatchContext) -> TimeResolution:
    words = match["decade"].lower().strip("'’‘s")
    number = DECADES[match["decade"].lower()] if words.isalpha() else int(words)
    century = 0 if number >= 100 else 2000 if number <= 20 else 1900
    return at(intervals.years(century + number, count=10), explicit=True)


def _season_of_year(match: re.Match[str], context: MatchContext) -> TimeResolution:
    name = match["season"].lower()
    interval = intervals.season(name, _year_of(match, context))
    return in_season(interval, name, explicit=bool(match["year"]))


def _chosen_season(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    name = match["season"].lower()
    which = match.groupdict().get("which")
    choice = choice_for(which, context)
    interval = resolve_recurring(lambda year: intervals.season(name, year), context.said_at, choice)
    return in_season(interval, name) if interval else None


_BEFORE_MONTH = (
    r"(?:in|during|since|until|till|by|before|after|around|throughout|early|late|mid"
    r"|(?:beginning|start|middle|end|month|part|rest|days|half|weeks?) of)[-\s](?:the )?"
)
_BEFORE_YEAR = (
    r"(?:in|since|until|till|by|before|after|during|around|throughout|of|circa|from|early|late"
    r"|mid|the year|year|over|to)[-\s]"
)
_NOT_A_NOUN = (  # "the spring water", "the winter coat"
    r"(?! (?:of|semester|break|camp|season|term|water|sun|heat|air|breeze|rain|snow|cold|garden"
    r"|coat|collection|job|internship|school|house|cleaning|weather|colou?rs|leaves|festival)\b)"
)
_DECADE = rf"(?:(?:19|20)[0-9]0s|['’‘][0-9]0s|[5-9]0s|{'|'.join(DECADES)})"
_NOT_COUNTED = (
    r"(?! (?:people|dollars|miles|steps|followers|votes|points|pieces|words|km|meters|calories"
    r"|subscribers|bucks|percent|units|copies|times|hours|days)\b|[.,:%][0-9]|%)"
)

PERIOD_RULES = (
    Rule(
        pattern(r"(?P<month>MONTH)(?:YEARAFTER|MOVEDYEAR)"),
        frozenset(MONTHS),
        _month_of_year,
    ),
    Rule(
        pattern(rf"{_BEFORE_MONTH}(?P<core>(?P<month>MONTH))"),
        frozenset(MONTHS),
        _bare_month,
        bare=True,
    ),
    Rule(pattern(r"(?P<month>MONTH)"), frozenset(MONTHS), _parsed_month, bare=True),
    Rule(pattern(r"WHICH (?P<month>MONTH)"), frozenset(MONTHS), _bare_month),
    Rule(
        pattern(
            r"(?:from|between) (?P<month>MONTH) (?:to|and|until|till|through) (?P<last>MONTH)"
            r"(?:YEARAFTER)?"
        ),
        frozenset(MONTHS),
        _months_to_months,
    ),
    Rule(
        pattern(rf"{_BEFORE_YEAR}(?P<core>(?P<year>YEAR)){_NOT_COUNTED}"),
        frozenset({ANY_DIGIT}),
        _year,
    ),
    Rule(
        pattern(
            r"(?:(?:from|between) )?(?P<first>(?:19|20)[0-9]{2})(?:\s?[-–]\s?| to | and | until )"
            r"(?P<last>(?:19|20)[0-9]{2})(?![0-9-])"
        ),
        frozenset({ANY_DIGIT}),
        _years_to_years,
    ),
    Rule(
        pattern(rf"the (?P<decade>{_DECADE})"),
        frozenset({ANY_DIGIT, *DECADES}),
        _decade,
    ),
    Rule(
        pattern(rf"(?:early|late|mid)[-\s](?P<core>(?P<decade>{_DECADE}))"),
        frozenset({ANY_DIGIT, *DECADES}),
        _decade,
    ),
    Rule(
        pattern(r"(?:the )?(?P<season>SEASON)(?:YEARAFTER|MOVEDYEAR)"),
        frozenset(SEASONS),
        _season_of_year,
    ),
    Rule(
        pattern(r"WHICH (?P<season>SEASON)"),
        frozenset(SEASONS),
        _chosen_season,
    ),
    Rule(
        pattern(
            r"(?:in|over|during|throughout|since|until|till|by|before|after|for|of|all) "
            rf"(?P<core>the (?P<season>SEASON)){_NOT_A_NOUN}"
        ),
        frozenset(SEASONS),
        _chosen_season,
        bare=True,
    ),
)


# Counted parts of a month: the first Monday of June, the last week of September.


def nth_weekday(year: int, month: int, weekday: int, *, nth: int) -> TimeInterval | None:
    """The ``nth`` such day of a month, -1 being the last; None if the month lacks it."""
    whole = intervals.months(year, month)
    if nth < 0:
        last = whole.end - intervals.DAY
        return intervals.days(last - ((last.weekday() - weekday) % 7) * intervals.DAY)
    ahead = (weekday - whole.start.weekday()) % 7 + 7 * (nth - 1)
    day = intervals.days(whole.start + ahead * intervals.DAY)
    return day if day.start < whole.end else None


def _part(unit: str, year: int, month: int, nth: int) -> TimeInterval | None:
    whole = intervals.months(year, month)
    if unit == "weekend":
        saturday = nth_weekday(year, month, 5, nth=nth)
        return saturday and intervals.days(saturday.start, 2, precision=Precision.WEEKEND)
    if unit == "week":
        start = whole.end - intervals.WEEK if nth < 0 else whole.start + (nth - 1) * intervals.WEEK
        return intervals.days(start, 7, precision=Precision.WEEK)
    if unit == "day":
        return intervals.days(
            whole.end - intervals.DAY if nth < 0 else whole.start + (nth - 1) * intervals.DAY
        )
    return nth_weekday(year, month, weekday_number(unit), nth=nth)


def _counted_part(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    unit, nth = match["unit"].lower(), ORDINALS[match["ordinal"].lower()]
    explicit = bool(match["year"])
    if match["month"] is None:
        later = MOVES.get(match["which"].lower(), 0)
        first = intervals.month_of(context.said_at, later=later).start
        interval = _part(unit, first.year, first.month, nth)
    elif explicit:
        year = year_number(match["year"], near=context.said_at.year)
        interval = _part(unit, year, month_number(match["month"]), nth)
    else:
        month, choice = month_number(match["month"]), choice_for(None, context)
        interval = resolve_recurring(
            lambda year: _part(unit, year, month, nth), context.said_at, choice
        )
    if interval is None:
        return None
    return at(interval, _phrase(match, interval), explicit=explicit)


def _phrase(match: re.Match[str], interval: TimeInterval) -> str | None:
    if match["unit"].lower() not in ("week", "weekend"):
        return None
    whole = at(intervals.month_of(interval.start)).phrase
    return f"the {match['ordinal'].lower()} {match['unit'].lower()} of {whole}"


PART_OF_MONTH_RULES = (
    Rule(
        pattern(
            r"(?:the )?(?P<ordinal>ORDINAL) (?P<unit>weekend|week|day|WEEKDAY) (?:of|in) "
            r"(?:(?P<month>MONTH)(?:YEARAFTER)?|(?P<which>last|this|next|the) month)"
        ),
        frozenset(ORDINALS),
        _counted_part,
    ),
)


# Holidays whose date can be computed, as they are kept in the United States.

Holiday = Callable[[int], TimeInterval | None]


def _fixed(month: int, day: int, *, count: int = 1) -> Holiday:
    precision = Precision.DAY if count == 1 else Precision.APPROXIMATE
    return lambda year: intervals.days(datetime(year, month, day), count, precision=precision)


def _floating(month: int, weekday: int, nth: int, *, later: int = 0) -> Holiday:
    def holiday(year: int) -> TimeInterval | None:
        day = nth_weekday(year, month, weekday, nth=nth)
        return day and intervals.days(day.start + later * intervals.DAY)

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
    return lambda year: intervals.days(easter(year) + later * intervals.DAY)


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


def _kept(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    said = match["holiday"]
    name = next(name for name in _HOLIDAYS if compile_pattern(_HOLIDAYS[name][0]).fullmatch(said))
    holiday = _HOLIDAYS[name][1]
    named = match.groupdict()
    interval: TimeInterval | None
    if named.get("year"):
        interval = holiday(year_number(named["year"], near=context.said_at.year))
    elif named.get("move"):
        interval = holiday(context.said_at.year + MOVES[named["move"].lower()])
    else:
        interval = resolve_recurring(
            holiday, context.said_at, choice_for(named.get("which"), context)
        )
    if interval is None:
        return None
    phrase = f"{name} {interval.start.year}"
    return at(interval, phrase, explicit=bool(named.get("year")))


HOLIDAY_RULES = (
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
