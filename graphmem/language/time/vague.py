"""Expressions without a date of their own: recently, the other day, every Friday."""

import re

from graphmem.language.time import spans
from graphmem.language.time.model import Relation
from graphmem.language.time.phrasing import write_day
from graphmem.language.time.reading import Place, Reading, Rule, at
from graphmem.language.time.vocabulary import NUMBERS, WEEKDAYS, pattern

_RECENT_DAYS = {"weeks": 30, "months": 120, "years": 1500}


def _recently(match: re.Match[str], place: Place) -> Reading:
    unit = match["unit"].lower() if match["unit"] else "weeks"
    count = _RECENT_DAYS[unit]
    interval = spans.stretch(place.said_at - count * spans.DAY, count + 1)
    return Reading(interval, None, None)


def _just(_: re.Match[str], place: Place) -> Reading:
    """What one has just done was today or the day before."""
    return Reading(spans.stretch(place.said_at - spans.DAY, 2), None, None)


def _other_day(match: re.Match[str], place: Place) -> Reading:
    """The other day was two to five days ago, the other week two or three weeks."""
    unit = match["unit"].lower()
    day = write_day(place.said_at)
    if unit == "week":
        interval = spans.stretch(place.said_at - 24 * spans.DAY, 14)
        return at(interval, f"a couple of weeks before {day}")
    if unit == "weekend":
        interval = spans.stretch(spans.weekend(place.said_at - 3 * spans.WEEK).start, 16)
        return at(interval, f"a couple of weekends before {day}")
    return at(spans.stretch(place.said_at - 5 * spans.DAY, 4), f"a few days before {day}")


def _habit(match: re.Match[str], _: Place) -> Reading:
    words = match.group().split()
    if words[0].lower() in _LEADING:
        words[0] = words[0].lower()
    return Reading(None, " ".join(words), None, Relation.EVERY)


_LEADING = frozenset({"on", "most", "every", "each", "once", "twice", "a", *NUMBERS})
_PLURAL_DAYS = frozenset(f"{name}s" for name in WEEKDAYS if name.endswith("day"))
_WHEN = r"(?:mornings?|afternoons?|evenings?|nights?)"

_DONE = (
    r"(?!(?:want|need|lov|lik|hop|look|seem|wish|figur|happen|use|suppos|tri|car|ask)e?d\b)"
    r"(?:[a-z]{2,}ed|got|went|came|left|made|took|saw|met|found|bought|gave|told|ran|won|lost|began"
    r"|became|brought|built|caught|chose|drove|ate|fell|flew|sold|wrote|broke|swam|taught|quit"
    r"|gone|done|seen|taken|written|been to|come back|had (?!to\b))"
)

RULES = (
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
