"""Months, years, decades and seasons by name: in May, June 2023, since 2016, the 90s."""

import re

from graphmem.language.time import spans
from graphmem.language.time.reading import (
    ANY_DIGIT,
    Place,
    Reading,
    Rule,
    at,
    choice_for,
    in_season,
    pick,
)
from graphmem.language.time.vocabulary import (
    DECADES,
    MONTHS,
    MOVES,
    SEASONS,
    month_number,
    pattern,
    year_number,
)
from graphmem.model.time import TimeInterval

_AMBIGUOUS = ("may", "march", "mar", "dec")  # verbs, and a name; a capital makes them months
_SAFE_BEFORE = re.compile(r"(?:in|since|until|last|early|mid|late|of|during)[\s-]+$", re.ASCII)


def _year_of(match: re.Match[str], place: Place) -> int:
    if match["year"]:
        return year_number(match["year"], near=place.said_at.year)
    return place.said_at.year + MOVES[match["move"].lower()]


def _month_of_year(match: re.Match[str], place: Place) -> Reading:
    interval = spans.months(_year_of(match, place), month_number(match["month"]))
    return at(interval, explicit=bool(match["year"]))


def _bare_month(match: re.Match[str], place: Place) -> Reading | None:
    month = match["month"]
    before = match.string[max(0, match.start("month") - 12) : match.start("month")]
    if month in _AMBIGUOUS and not _SAFE_BEFORE.search(before):
        return None
    number = month_number(month)
    choice = choice_for(match.groupdict().get("which"), place)
    interval = pick(lambda year: spans.months(year, number), place.said_at, choice)
    return at(interval) if interval else None


def _parsed_month(match: re.Match[str], place: Place) -> Reading | None:
    """A month alone or after any preposition, where the parse has a date there."""
    syntax = place.syntax
    if syntax is None or not syntax.is_date(*match.span("month")):
        return None
    return _bare_month(match, place)


def _months_to_months(match: re.Match[str], place: Place) -> Reading | None:
    first, last = month_number(match["month"]), month_number(match["last"])
    count = (last - first) % 12 + 1
    if match["year"]:
        ends = year_number(match["year"], near=place.said_at.year)
        interval: TimeInterval | None = spans.months(ends - (first > last), first, count=count)
    else:
        choice = choice_for(None, place)
        interval = pick(lambda y: spans.months(y, first, count=count), place.said_at, choice)
    return at(interval, explicit=bool(match["year"])) if interval else None


def _year(match: re.Match[str], place: Place) -> Reading:
    return at(spans.years(year_number(match["year"], near=place.said_at.year)), explicit=True)


def _years_to_years(match: re.Match[str], _: Place) -> Reading | None:
    first, last = int(match["first"]), int(match["last"])
    if last <= first:
        return None
    return at(spans.years(first, count=last - first + 1), explicit=True)


def _decade(match: re.Match[str], _: Place) -> Reading:
    words = match["decade"].lower().strip("'’‘s")
    number = DECADES[match["decade"].lower()] if words.isalpha() else int(words)
    century = 0 if number >= 100 else 2000 if number <= 20 else 1900
    return at(spans.years(century + number, count=10), explicit=True)


def _season_of_year(match: re.Match[str], place: Place) -> Reading:
    name = match["season"].lower()
    interval = spans.season(name, _year_of(match, place))
    return in_season(interval, name, explicit=bool(match["year"]))


def _chosen_season(match: re.Match[str], place: Place) -> Reading | None:
    name = match["season"].lower()
    which = match.groupdict().get("which")
    choice = choice_for(which, place)
    interval = pick(lambda year: spans.season(name, year), place.said_at, choice)
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

RULES = (
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
