"""Amounts of time from now: two weeks ago, in three days, over the past few months."""

import re

from graphmem.language.time import spans
from graphmem.language.time.phrasing import write_day, write_month
from graphmem.language.time.reach import reach
from graphmem.language.time.reading import Place, Reading, Rule, at
from graphmem.language.time.relative_days import nearest_weekday
from graphmem.language.time.vocabulary import (
    WEEKDAY_NAMES,
    Amount,
    in_units,
    pattern,
    read_amount,
    weekday_number,
    words,
)
from graphmem.model.time import Precision, TimeInterval

UNIT_WORDS = frozenset(
    words(
        "minute minutes min mins hour hours hr hrs day days night nights week weeks fortnight"
        " fortnights month months year years yr yrs decade decades"
    )
)
_COUNTED = ("week", "weekend")  # answered by counting: "two weeks before 9 June 2023"
_BARE_PLURAL = Amount(2, 10, "")
TAIL = r"(?P<tail> and a half| or two| or so)?"
_NAMED = {"today": 0, "yesterday": -1, "tomorrow": 1}


def read_span(match: re.Match[str]) -> tuple[Amount, str]:
    """The amount and the unit of "a year and a half", "a week or two", or bare "months"."""
    named = match.groupdict()
    amount = read_amount(named["amount"]) if named.get("amount") else _BARE_PLURAL
    tail = " ".join((named.get("tail") or "").lower().split())
    if tail == "or two":
        amount = Amount(amount.low, 2, amount.words)
    elif tail == "and a half":
        amount = Amount(amount.low + 0.5, amount.high + 0.5, f"{amount.words} and a half")
    return in_units(amount, named["unit"])


def _counted(match: re.Match[str], place: Place, *, later: bool) -> Reading:
    amount, unit = read_span(match)
    interval = reach(place.said_at, amount=amount, unit=unit, later=later)
    hedged = bool(match.groupdict().get("hedge"))
    return at(interval, _phrase(match, place, interval=interval, later=later, hedged=hedged))


def _phrase(
    match: re.Match[str], place: Place, *, interval: TimeInterval, later: bool, hedged: bool
) -> str | None:
    amount, unit = read_span(match)
    if amount.exact and interval.precision is not Precision.APPROXIMATE and unit not in _COUNTED:
        dates = at(interval).phrase
        return f"around {dates}" if hedged else dates
    if amount.broken or (unit == "year" and amount.high == 1):
        centre = interval.start + interval.width / 2
        return f"around {write_month(centre) if unit == 'year' else write_day(centre)}"
    side = "after" if later else "before"
    said = match["unit"].lower() + ((match.groupdict().get("tail") or "").lower())
    anchor = {"month": at(spans.month_of(place.said_at)).phrase, "year": str(place.said_at.year)}
    return f"{amount.words} {said} {side} {anchor.get(unit, write_day(place.said_at))}".strip()


def _ago(match: re.Match[str], place: Place) -> Reading:
    return _counted(match, place, later=False)


def _ahead(match: re.Match[str], place: Place) -> Reading | None:
    return None if place.tense == "past" else _counted(match, place, later=True)


def _from_now(match: re.Match[str], place: Place) -> Reading:
    return _counted(match, place, later=True)


def _to_the_day(match: re.Match[str], place: Place) -> Reading:
    """The day, not the week, of "a week ago today" and "two weeks ago on Friday"."""
    amount, unit = read_span(match)
    moved = spans.shift(place.said_at, -amount.high, unit)
    word = match["day"].lower()
    if word in _NAMED:
        return at(spans.days(moved + _NAMED[word] * spans.DAY))
    weekday = weekday_number(word)
    return at(spans.days(nearest_weekday(moved + 4 * spans.DAY, weekday, later=False)))


def _weekdays_ago(match: re.Match[str], place: Place) -> Reading | None:
    amount = read_amount(match["amount"])
    weekday = weekday_number(match["weekday"].rstrip("sS"))
    day = nearest_weekday(place.said_at, weekday, later=False, count=max(1, int(amount.low)))
    name = WEEKDAY_NAMES[weekday].title() + ("s" if amount.low > 1 else "")
    return at(spans.days(day), f"{amount.words} {name} before {write_day(place.said_at)}")


def _rolling(match: re.Match[str], place: Place) -> Reading:
    """From then until now ("the past few months"), or from now until then."""
    amount, unit = read_span(match)
    later = match["which"].lower() in ("next", "coming")
    edge = spans.shift(place.said_at, amount.high if later else -amount.high, unit)
    first, last = sorted((place.said_at, edge))
    count = (spans.midnight(last) - spans.midnight(first)).days + 1
    side = "after" if later else "before"
    span = f"{amount.words} {match['unit'].lower()}".strip()
    phrase = f"the {span} {side} {write_day(place.said_at)}"
    return at(spans.stretch(first, count), phrase)


RULES = (
    Rule(
        pattern(
            r"(?:(?P<hedge>HEDGE) )?(?P<amount>AMOUNT) (?P<unit>UNIT|weekends?)"
            rf"{TAIL} (?:ago|back(?! (?:at|to|home)\b))"
        ),
        frozenset({"ago", "back"}),
        _ago,
    ),
    Rule(
        pattern(
            r"(?<![0-9]\s)(?P<unit>(?:day|week|month|year|decade)s)"
            r" (?:ago|back(?! (?:at|to|home)\b))"
        ),
        frozenset({"ago", "back"}),
        _ago,
    ),
    Rule(
        pattern(
            r"(?:been|['’]s|is) (?:(?P<hedge>HEDGE) )?(?P<core>(?P<amount>AMOUNT) (?P<unit>UNIT)"
            rf"{TAIL} since)(?! last\b)"
        ),
        frozenset({"since"}),
        _ago,
    ),
    Rule(
        pattern(
            rf"(?P<amount>AMOUNT) (?P<unit>UNIT){TAIL} ago,? (?:on )?"
            r"(?P<day>today|yesterday|tomorrow|WEEKDAY)"
        ),
        frozenset({"ago"}),
        _to_the_day,
    ),
    Rule(
        pattern(r"(?P<amount>AMOUNT) (?P<weekday>WEEKDAYs?) ago"),
        frozenset({"ago"}),
        _weekdays_ago,
    ),
    Rule(
        pattern(
            r"(?<!time\s)(?<!once\s)(?<!twice\s)in (?!a (?:day|minute)\b)(?:(?P<hedge>HEDGE) )?"
            rf"(?:just |only |another )?(?P<amount>AMOUNT) (?P<unit>UNIT){TAIL}"
            r"(?:APOSTROPHE time)?(?! (?:of|old)\b)"
        ),
        UNIT_WORDS,
        _ahead,
    ),
    Rule(
        pattern(
            rf"(?:(?P<hedge>HEDGE) )?(?P<amount>AMOUNT) (?P<unit>UNIT){TAIL}"
            r" from (?:now|today)"
        ),
        frozenset({"from"}),
        _from_now,
    ),
    Rule(
        pattern(
            r"(?:the|these|this|my|our) (?P<which>past|last|next|coming)"
            r" (?:(?P<amount>AMOUNT) )?(?P<unit>(?:day|week|month|year|decade|weekend)s)(?! of\b)"
        ),
        UNIT_WORDS,
        _rolling,
    ),
)
