"""Amounts, lengths and frequencies: two weeks ago, for four years, recently, every Friday."""

import re
from datetime import datetime

from graphmem.language.time import intervals
from graphmem.language.time.intervals import reach, write_day, write_month
from graphmem.language.time.relative import nearest_weekday
from graphmem.language.time.rules import MatchContext, Relation, Rule, TimeResolution, at
from graphmem.language.time.vocabulary import (
    NUMBERS,
    WEEKDAY_NAMES,
    WEEKDAYS,
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


def _counted(match: re.Match[str], context: MatchContext, *, later: bool) -> TimeResolution:
    amount, unit = read_span(match)
    interval = reach(context.said_at, amount=amount, unit=unit, later=later)
    hedged = bool(match.groupdict().get("hedge"))
    return at(interval, _phrase(match, context, interval=interval, later=later, hedged=hedged))


def _phrase(
    match: re.Match[str],
    context: MatchContext,
    *,
    interval: TimeInterval,
    later: bool,
    hedged: bool,
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
    anchor = {
        "month": at(intervals.month_of(context.said_at)).phrase,
        "year": str(context.said_at.year),
    }
    return f"{amount.words} {said} {side} {anchor.get(unit, write_day(context.said_at))}".strip()


def _ago(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return _counted(match, context, later=False)


def _ahead(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    return None if context.tense == "past" else _counted(match, context, later=True)


def _from_now(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return _counted(match, context, later=True)


def _to_the_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """The day, not the week, of "a week ago today" and "two weeks ago on Friday"."""
    amount, unit = read_span(match)
    moved = intervals.shift(context.said_at, -amount.high, unit)
    word = match["day"].lower()
    if word in _NAMED:
        return at(intervals.days(moved + _NAMED[word] * intervals.DAY))
    weekday = weekday_number(word)
    return at(intervals.days(nearest_weekday(moved + 4 * intervals.DAY, weekday, later=False)))


def _weekdays_ago(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    amount = read_amount(match["amount"])
    weekday = weekday_number(match["weekday"].rstrip("sS"))
    day = nearest_weekday(context.said_at, weekday, later=False, count=max(1, int(amount.low)))
    name = WEEKDAY_NAMES[weekday].title() + ("s" if amount.low > 1 else "")
    return at(intervals.days(day), f"{amount.words} {name} before {write_day(context.said_at)}")


def _rolling(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """From then until now ("the past few months"), or from now until then."""
    amount, unit = read_span(match)
    later = match["which"].lower() in ("next", "coming")
    edge = intervals.shift(context.said_at, amount.high if later else -amount.high, unit)
    first, last = sorted((context.said_at, edge))
    count = (intervals.midnight(last) - intervals.midnight(first)).days + 1
    side = "after" if later else "before"
    span = f"{amount.words} {match['unit'].lower()}".strip()
    phrase = f"the {span} {side} {write_day(context.said_at)}"
    return at(intervals.stretch(first, count), phrase)


AMOUNT_RULES = (
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
            r" from now"
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


# Lengths of time, which last until now in a perfect: for four years.

_PRECISIONS = {
    "day": Precision.DAY,
    "week": Precision.WEEK,
    "month": Precision.MONTH,
    "year": Precision.YEAR,
    "decade": Precision.YEAR,
}


def _length(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """The words are the answer to "how long"; the date phrase answers "since when"."""
    amount, unit = read_span(match)
    words = " ".join(match["words"].lower().split())
    if unit not in _PRECISIONS or not context.is_until_now:
        return TimeResolution(None, words, None, Relation.FOR)
    exact = intervals.midnight(intervals.shift(context.said_at, -amount.high, unit))
    start = _earliest(exact, unit, whole=amount.exact and float(amount.high).is_integer())
    interval = TimeInterval(
        start=start,
        end=intervals.midnight(context.said_at) + intervals.DAY,
        precision=_PRECISIONS[unit] if amount.exact else Precision.APPROXIMATE,
    )
    coarse = "month" if unit == "year" and amount.high < 2 else unit
    since = f"since {_beginning(exact, coarse)}" if amount.low == amount.high else None
    return TimeResolution(interval, words, since, Relation.FOR)


def _earliest(start: datetime, unit: str, *, whole: bool) -> datetime:
    """A length in whole months or years is no more exact: "for a year" may begin in any month."""
    if not whole or unit not in ("month", "year"):
        return start
    return start.replace(day=1) if unit == "month" else start.replace(month=1, day=1)


def _beginning(start: datetime, unit: str) -> str:
    if unit in ("year", "decade"):
        return str(start.year)
    return write_month(start) if unit == "month" else write_day(start)


_LENGTH = (
    r"(?P<words>(?:(?:HEDGE|just) ){0,2}(?!a (?:minute|day)\b)"
    r"(?P<amount>AMOUNT) (?P<unit>UNIT)"
    rf"{TAIL})"
)
_NOT_TAIL = r"(?! (?:old|ago|of age)\b)"

LENGTH_RULES = (
    Rule(
        pattern(rf"(?:for|after) {_LENGTH}(?: now)?{_NOT_TAIL}"),
        UNIT_WORDS,
        _length,
    ),
    Rule(
        pattern(rf"{_LENGTH} (?:now|already)"),
        frozenset({"now", "already"}),
        _length,
    ),
    Rule(
        pattern(r"for (?P<words>(?:many )?(?P<unit>(?:day|week|month|year|decade)s))(?: now)?"),
        UNIT_WORDS,
        _length,
    ),
)


# Expressions without a date of their own: recently, the other day, every Friday.

_RECENT_DAYS = {"weeks": 30, "months": 120, "years": 1500}


def _recently(match: re.Match[str], context: MatchContext) -> TimeResolution:
    unit = match["unit"].lower() if match["unit"] else "weeks"
    count = _RECENT_DAYS[unit]
    interval = intervals.stretch(context.said_at - count * intervals.DAY, count + 1)
    return TimeResolution(interval, None, None)


def _just(_: re.Match[str], context: MatchContext) -> TimeResolution:
    """What one has just done was today or the day before."""
    return TimeResolution(intervals.stretch(context.said_at - intervals.DAY, 2), None, None)


def _other_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """The other day was two to five days ago, the other week two or three weeks."""
    unit = match["unit"].lower()
    day = write_day(context.said_at)
    if unit == "week":
        interval = intervals.stretch(context.said_at - 24 * intervals.DAY, 14)
        return at(interval, f"a couple of weeks before {day}")
    if unit == "weekend":
        interval = intervals.stretch(
            intervals.weekend(context.said_at - 3 * intervals.WEEK).start, 16
        )
        return at(interval, f"a couple of weekends before {day}")
    return at(intervals.stretch(context.said_at - 5 * intervals.DAY, 4), f"a few days before {day}")


def _habit(match: re.Match[str], _: MatchContext) -> TimeResolution:
    words = match.group().split()
    if words[0].lower() in _LEADING:
        words[0] = words[0].lower()
    return TimeResolution(None, " ".join(words), None, Relation.EVERY)


_LEADING = frozenset({"on", "most", "every", "each", "once", "twice", "a", *NUMBERS})
_PLURAL_DAYS = frozenset(f"{name}s" for name in WEEKDAYS if name.endswith("day"))
_WHEN = r"(?:mornings?|afternoons?|evenings?|nights?)"

_DONE = (
    r"(?!(?:want|need|lov|lik|hop|look|seem|wish|figur|happen|use|suppos|tri|car|ask)e?d\b)"
    r"(?:[a-z]{2,}ed|got|went|came|left|made|took|saw|met|found|bought|gave|told|ran|won|lost|began"
    r"|became|brought|built|caught|chose|drove|ate|fell|flew|sold|wrote|broke|swam|taught|quit"
    r"|gone|done|seen|taken|written|been to|come back|had (?!to\b))"
)

VAGUE_RULES = (
    Rule(
        pattern(
            r"(?:(?:i|we|he|she|they|it)(?:APOSTROPHE(?:ve|s))?|have|has) (?P<core>just)"
            rf"(?= {_DONE})".replace(" ", r"\s")
        ),
        frozenset({"just"}),
        _just,
    ),
    Rule(
        pattern(r"(?:recently|lately|in recent (?P<unit>weeks|months|years))"),
        frozenset({"recently", "lately", "recent"}),
        _recently,
    ),
    Rule(
        pattern(r"(?:just )?the other (?P<unit>day|night|morning|evening|week|weekend)"),
        frozenset({"other"}),
        _other_day,
    ),
    Rule(
        pattern(
            r"(?:(?:the )?ORDINAL (?:WEEKDAY|weekend|week|day) (?:of|in) )?"
            r"(?:every|each) (?:(?:other|single|COUNT|few|ORDINAL) )?"
            rf"(?:UNIT|weekends?|weekdays?|(?:WEEKDAY|SHORTDAY)s?(?: {_WHEN})?|{_WHEN}|MONTH|SEASON"
            r"|quarter|christmas|thanksgiving|halloween|easter)"
        ),
        frozenset({"every", "each"}),
        _habit,
    ),
    Rule(
        pattern(r"(?:on )?(?:(?:most )?WEEKDAYs|WEEKDAY (?:mornings|afternoons|evenings|nights))"),
        frozenset({*WEEKDAYS, *_PLURAL_DAYS}),
        _habit,
    ),
    Rule(
        pattern(r"(?:on|most) (?:weekends|weekdays|weeknights|week nights|mornings|days)"),
        frozenset({"weekends", "weekdays", "weeknights", "nights", "mornings", "days"}),
        _habit,
    ),
    Rule(
        pattern(
            r"(?:once|twice|thrice|(?:COUNT|a few|several|a couple of|many) (?:times|days|hours"
            r"|nights|evenings|mornings))(?: (?:or|to) (?:twice|COUNT(?: times)?))?"
            r" (?:an?|per|each|every) (?:day|week|weekend|month|year)"
        ),
        frozenset({"day", "week", "weekend", "month", "year"}),
        _habit,
    ),
)
