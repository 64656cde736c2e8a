"""Days named from the day on which they are spoken of: yesterday, tonight, last Friday."""

import re
from datetime import datetime

from graphmem.language.time import spans
from graphmem.language.time.model import Relation
from graphmem.language.time.outlook import Outlook
from graphmem.language.time.phrasing import write_day
from graphmem.language.time.reading import Place, Reading, Rule, at
from graphmem.language.time.vocabulary import (
    MOVES,
    WEEKDAY_NAMES,
    WEEKDAYS,
    pattern,
    weekday_number,
)

_OFFSETS = {"today": 0, "yesterday": -1, "tomorrow": 1}
_DAY_WORDS = frozenset(WEEKDAYS)


def _named_day(match: re.Match[str], place: Place) -> Reading:
    return at(spans.days(place.said_at + _OFFSETS[match["word"].lower()] * spans.DAY))


def _two_days_off(match: re.Match[str], place: Place) -> Reading:
    count = -2 if match["side"].lower() == "before" else 2
    return at(spans.days(place.said_at + count * spans.DAY))


def _last_night(_: re.Match[str], place: Place) -> Reading:
    return at(spans.part_of_day(place.said_at - spans.DAY, "night"))


def _part_of_today(match: re.Match[str], place: Place) -> Reading:
    part = (match["part"] or "night").lower()
    return at(spans.part_of_day(place.said_at, part))


def _rest_of_today(match: re.Match[str], place: Place) -> Reading:
    today = spans.days(place.said_at)
    edges = ("start", "end") if match["side"].lower() == "earlier" else ("end", "start")
    parted = today.model_copy(update={edges[1]: place.said_at})
    return at(parted if parted.start < parted.end else today)


def nearest_weekday(said_at: datetime, weekday: int, *, later: bool, count: int = 1) -> datetime:
    """The ``count``-th such day strictly after, or strictly before, the day of ``said_at``."""
    if later:
        ahead = (weekday - said_at.weekday() - 1) % 7 + 1
        return said_at + (ahead + 7 * (count - 1)) * spans.DAY
    behind = (said_at.weekday() - weekday - 1) % 7 + 1
    return said_at - (behind + 7 * (count - 1)) * spans.DAY


def _chosen_weekday(match: re.Match[str], place: Place) -> Reading:
    which = match["which"].lower().split()
    weekday = weekday_number(match["weekday"])
    name = WEEKDAY_NAMES[weekday].title()
    if "last" in which or "past" in which:
        day = nearest_weekday(place.said_at, weekday, later=False)
        return at(spans.days(day), f"the {name} before {write_day(place.said_at)}")
    if "next" in which:
        day = nearest_weekday(place.said_at, weekday, later=True)
        return at(spans.days(day), f"the {name} after {write_day(place.said_at)}")
    if which == ["this"] and weekday == place.said_at.weekday():
        return at(spans.days(place.said_at))
    later = which[-1] == "coming" or place.tense != "past"
    return at(spans.days(nearest_weekday(place.said_at, weekday, later=later)))


def _bare_weekday(match: re.Match[str], place: Place) -> Reading:
    weekday = weekday_number(match.groupdict().get("core") or match.group())
    return at(spans.days(nearest_weekday(place.said_at, weekday, later=not _looks_back(place))))


def _looks_back(place: Place) -> bool:
    """Of a weekday without a verb the sentence beside it says so ("It passed. Friday")."""
    if place.choice == "nearest" and place.syntax is not None:
        return place.syntax.outlook_beside(place.start, place.end) is Outlook.PAST
    return place.choice in ("past", "gone")


def _parsed_weekday(match: re.Match[str], place: Place) -> Reading | None:
    """A short name alone ("sat"), where the parse has a date there."""
    dated = place.syntax and place.syntax.is_date(place.start, place.end, adverbial=True)
    return _bare_weekday(match, place) if dated else None


def _weekday_week(match: re.Match[str], place: Place) -> Reading:
    """Thursday week: a week after the coming one."""
    weekday = weekday_number(match["weekday"] or match["alone"])
    return at(spans.days(nearest_weekday(place.said_at, weekday, later=True, count=2)))


def _from_now_on(_: re.Match[str], place: Place) -> Reading:
    today = spans.days(place.said_at)
    onwards = today.model_copy(update={"end": datetime.max, "open_end": True})
    phrase = f"from {write_day(today.start)}"
    return Reading(onwards, phrase, phrase, Relation.SINCE)


def _second_weekday(match: re.Match[str], place: Place) -> Reading:
    weekday = weekday_number(match["weekday"])
    later = match["side"].lower() == "after"
    side = "after" if later else "before"
    phrase = f"two {WEEKDAY_NAMES[weekday].title()}s {side} {write_day(place.said_at)}"
    day = nearest_weekday(place.said_at, weekday, later=later, count=2)
    return at(spans.days(day), phrase)


def _weekday_of_week(match: re.Match[str], place: Place) -> Reading:
    monday = spans.week(place.said_at + MOVES[match["which"].lower()] * spans.WEEK)
    return at(spans.days(monday.start + weekday_number(match["weekday"]) * spans.DAY))


_NO_COMPOUND = r"(?! (?:school|league|night live|brunch club)\b)"
_NOT_NAMED = r"(?<!black\s)(?<!cyber\s)(?<!good\s)(?<!ash\s)(?<!easter\s)(?<!taco\s)(?<!super\s)"

RULES = (
    Rule(
        pattern(r"(?<!like\s)(?<!like\sjust\s)(?P<word>today|yesterday|tomorrow)"),
        frozenset(_OFFSETS),
        _named_day,
    ),
    Rule(
        pattern(r"(?:the )?day (?P<side>before|after) (?:yesterday|tomorrow)"),
        frozenset({"yesterday", "tomorrow"}),
        _two_days_off,
    ),
    Rule(pattern(r"last night"), frozenset({"night"}), _last_night),
    Rule(
        pattern(
            r"(?:later )?tonight"
            r"|(?:early |earlier |later )?this (?P<part>morning|afternoon|evening)"
        ),
        frozenset({"tonight", "morning", "afternoon", "evening"}),
        _part_of_today,
    ),
    Rule(
        pattern(r"(?P<side>earlier|later) today"),
        frozenset({"today"}),
        _rest_of_today,
    ),
    Rule(
        pattern(
            r"(?P<which>(?:this |just )?(?:past|last)|(?:this )?coming|this|next)"
            rf" (?P<weekday>WEEKDAY|SHORTDAY){_NO_COMPOUND}"
        ),
        _DAY_WORDS,
        _chosen_weekday,
    ),
    Rule(
        pattern(
            r"(?:the )?(?P<weekday>WEEKDAY) (?P<side>before(?= last)|after(?= next)) (?:last|next)"
        ),
        _DAY_WORDS,
        _second_weekday,
    ),
    Rule(
        pattern(r"(?P<weekday>WEEKDAY) (?:of )?(?P<which>last|this|next) week"),
        _DAY_WORDS,
        _weekday_of_week,
    ),
    Rule(
        pattern(r"(?P<which>last|this|next) week,? on (?P<weekday>WEEKDAY)"),
        _DAY_WORDS,
        _weekday_of_week,
    ),
    Rule(
        pattern(r"(?:a week (?:on )?(?P<weekday>WEEKDAY)|(?P<alone>WEEKDAY) week)"),
        _DAY_WORDS,
        _weekday_week,
    ),
    Rule(pattern(r"from now on(?:wards)?"), frozenset({"now"}), _from_now_on),
    Rule(pattern(r"SHORTDAY"), _DAY_WORDS, _parsed_weekday, bare=True),
    Rule(
        pattern(rf"(?:on (?P<core>WEEKDAY|SHORTDAY)|{_NOT_NAMED}WEEKDAY){_NO_COMPOUND}"),
        _DAY_WORDS,
        _bare_weekday,
        bare=True,
    ),
)
