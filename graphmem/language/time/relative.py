"""Days and periods named from the day of speaking: yesterday, last Friday, next month."""

import re
from datetime import datetime

from graphmem.language.time import intervals
from graphmem.language.time.intervals import write_day
from graphmem.language.time.rules import MatchContext, Relation, Rule, TimeResolution, at
from graphmem.language.time.syntax import Outlook
from graphmem.language.time.vocabulary import (
    MOVES,
    WEEKDAY_NAMES,
    WEEKDAYS,
    pattern,
    weekday_number,
)
from graphmem.model.time import Precision, TimeInterval

_OFFSETS = {"today": 0, "yesterday": -1, "tomorrow": 1}
_DAY_WORDS = frozenset(WEEKDAYS)


def _named_day(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return at(intervals.days(context.said_at + _OFFSETS[match["word"].lower()] * intervals.DAY))


def _two_days_off(match: re.Match[str], context: MatchContext) -> TimeResolution:
    count = -2 if match["side"].lower() == "before" else 2
    return at(intervals.days(context.said_at + count * intervals.DAY))


def _last_night(_: re.Match[str], context: MatchContext) -> TimeResolution:
    return at(intervals.part_of_day(context.said_at - intervals.DAY, "night"))


def _part_of_today(match: re.Match[str], context: MatchContext) -> TimeResolution:
    part = (match["part"] or "night").lower()
    return at(intervals.part_of_day(context.said_at, part))


def _rest_of_today(match: re.Match[str], context: MatchContext) -> TimeResolution:
    today = intervals.days(context.said_at)
    edges = ("start", "end") if match["side"].lower() == "earlier" else ("end", "start")
    parted = today.model_copy(update={edges[1]: context.said_at})
    return at(parted if parted.start < parted.end else today)


def nearest_weekday(said_at: datetime, weekday: int, *, later: bool, count: int = 1) -> datetime:
    """The ``count``-th such day strictly after, or strictly before, the day of ``said_at``."""
    if later:
        ahead = (weekday - said_at.weekday() - 1) % 7 + 1
        return said_at + (ahead + 7 * (count - 1)) * intervals.DAY
    behind = (said_at.weekday() - weekday - 1) % 7 + 1
    return said_at - (behind + 7 * (count - 1)) * intervals.DAY


def _chosen_weekday(match: re.Match[str], context: MatchContext) -> TimeResolution:
    which = match["which"].lower().split()
    weekday = weekday_number(match["weekday"])
    name = WEEKDAY_NAMES[weekday].title()
    if "last" in which or "past" in which:
        day = nearest_weekday(context.said_at, weekday, later=False)
        return at(intervals.days(day), f"the {name} before {write_day(context.said_at)}")
    if "next" in which:
        day = nearest_weekday(context.said_at, weekday, later=True)
        return at(intervals.days(day), f"the {name} after {write_day(context.said_at)}")
    if which == ["this"] and weekday == context.said_at.weekday():
        return at(intervals.days(context.said_at))
    later = which[-1] == "coming" or context.tense != "past"
    return at(intervals.days(nearest_weekday(context.said_at, weekday, later=later)))


def _bare_weekday(match: re.Match[str], context: MatchContext) -> TimeResolution:
    weekday = weekday_number(match.groupdict().get("core") or match.group())
    return at(
        intervals.days(nearest_weekday(context.said_at, weekday, later=not _looks_back(context)))
    )


def _looks_back(context: MatchContext) -> bool:
    """Of a weekday without a verb the sentence beside it says so ("It passed. Friday")."""
    if context.choice == "nearest" and context.syntax is not None:
        return context.syntax.outlook_beside(context.start, context.end) is Outlook.PAST
    return context.choice in ("past", "gone")


def _parsed_weekday(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """A short name alone ("sat"), where the parse has a date there."""
    dated = context.syntax and context.syntax.is_date(context.start, context.end, adverbial=True)
    return _bare_weekday(match, context) if dated else None


def _weekday_week(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """Thursday week: a week after the coming one."""
    weekday = weekday_number(match["weekday"] or match["alone"])
    return at(intervals.days(nearest_weekday(context.said_at, weekday, later=True, count=2)))


def _from_now_on(_: re.Match[str], context: MatchContext) -> TimeResolution:
    today = intervals.days(context.said_at)
    onwards = today.model_copy(update={"end": datetime.max, "open_end": True})
    phrase = f"from {write_day(today.start)}"
    return TimeResolution(onwards, phrase, phrase, Relation.SINCE)


def _second_weekday(match: re.Match[str], context: MatchContext) -> TimeResolution:
    weekday = weekday_number(match["weekday"])
    later = match["side"].lower() == "after"
    side = "after" if later else "before"
    phrase = f"two {WEEKDAY_NAMES[weekday].title()}s {side} {write_day(context.said_at)}"
    day = nearest_weekday(context.said_at, weekday, later=later, count=2)
    return at(intervals.days(day), phrase)


def _weekday_of_week(match: re.Match[str], context: MatchContext) -> TimeResolution:
    monday = intervals.week(context.said_at + MOVES[match["which"].lower()] * intervals.WEEK)
    return at(intervals.days(monday.start + weekday_number(match["weekday"]) * intervals.DAY))


_NO_COMPOUND = r"(?! (?:school|league|night live|brunch club)\b)"
_NOT_NAMED = r"(?<!black\s)(?<!cyber\s)(?<!good\s)(?<!ash\s)(?<!easter\s)(?<!taco\s)(?<!super\s)"

RELATIVE_DAY_RULES = (
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


# Weeks, weekends, months and years named from now: last week, this weekend, next year.

_PERIODS = frozenset({"week", "weekend", "month", "year", "decade"})


def _week(said_at: datetime, moved: int) -> TimeResolution:
    """Every week from Monday to Sunday; its phrase counts from the day of speaking."""
    return at(intervals.week(said_at + moved * intervals.WEEK), _counted("week", moved, said_at))


def _weekend(said_at: datetime, moved: int) -> TimeResolution:
    interval = intervals.weekend(said_at + moved * intervals.WEEK)
    if moved < 0:
        return at(interval, _counted("weekend", moved, said_at))
    return at(interval, f"the weekend of {write_day(interval.start)}")


def _month(said_at: datetime, moved: int) -> TimeResolution:
    return at(intervals.month_of(said_at, later=moved))


def _year(said_at: datetime, moved: int) -> TimeResolution:
    return at(intervals.years(said_at.year + moved))


def _decade(said_at: datetime, moved: int) -> TimeResolution:
    return at(intervals.decade_of(said_at, later=moved))


_READERS = {
    "week": _week,
    "weekend": _weekend,
    "month": _month,
    "year": _year,
    "decade": _decade,
}


def _counted(unit: str, moved: int, said_at: datetime) -> str:
    if moved == 0:
        return f"the {unit} of {write_day(said_at)}"
    side = "before" if moved < 0 else "after"
    count = f"the {unit}" if abs(moved) == 1 else f"two {unit}s"
    return f"{count} {side} {write_day(said_at)}"


def _chosen_period(match: re.Match[str], context: MatchContext) -> TimeResolution:
    which, unit = match["which"].lower().split(), match["unit"].lower()
    if "last" in which or "past" in which:
        moved = -1
    elif "next" in which:
        moved = 1
    elif "coming" in which:
        moved = 0 if unit == "weekend" else 1
    else:
        moved = _this(unit, context)
    return _READERS[unit](context.said_at, moved)


def _this(unit: str, context: MatchContext) -> int:
    # "This weekend was fun" on a Tuesday is about the one before.
    early = context.said_at.weekday() < 5
    return -1 if unit == "weekend" and early and context.tense == "past" else 0


def _rolling_period(match: re.Match[str], context: MatchContext) -> TimeResolution:
    """From a month ago until now is "the past month"; "last month" is the calendar's."""
    unit = match["unit"].lower()
    if match["which"].lower() in ("coming", "next"):
        edge = intervals.shift(context.said_at, 1, unit)
        return at(_between(context.said_at, edge), f"the {unit} after {write_day(context.said_at)}")
    edge = intervals.shift(context.said_at, -1, unit)
    return at(_between(edge, context.said_at), f"the {unit} before {write_day(context.said_at)}")


def _between(first: datetime, last: datetime) -> TimeInterval:
    start = intervals.midnight(first)
    end = intervals.midnight(last) + intervals.DAY
    return TimeInterval(start=start, end=end, precision=Precision.APPROXIMATE)


def _second_period(match: re.Match[str], context: MatchContext) -> TimeResolution:
    moved = -2 if match["side"].lower() == "before" else 2
    return _READERS[match["unit"].lower()](context.said_at, moved)


def _the_weekend(_: re.Match[str], context: MatchContext) -> TimeResolution:
    weekday = context.said_at.weekday()
    return _weekend(context.said_at, -1 if weekday < 5 and not context.is_future else 0)


def _part_of_period(match: re.Match[str], context: MatchContext) -> TimeResolution | None:
    """Earlier this week, later in the month: from its start until now, or from now to its end."""
    unit = match["unit"].lower()
    whole = _READERS[unit](context.said_at, 0)
    if whole.interval is None:
        return None
    today = intervals.midnight(context.said_at)
    earlier = match["side"].lower() == "earlier"
    edge = (
        {"end": max(today, whole.interval.start + intervals.DAY)} if earlier else {"start": today}
    )
    return at(whole.interval.model_copy(update=edge), whole.phrase)


def _same_period(match: re.Match[str], context: MatchContext) -> TimeResolution:
    return _READERS[match["unit"].lower()](context.said_at, 0)


RELATIVE_PERIOD_RULES = (
    Rule(
        pattern(
            r"(?P<which>(?:this |just )(?:past|last)|(?:this )coming|(?<!the\s)last|past|this"
            r"|(?<!the\s)next) (?P<unit>PERIOD)(?! before (?:MONTHDAY|MONTH)\b)"
        ),
        _PERIODS,
        _chosen_period,
    ),
    Rule(
        pattern(
            r"(?:over|in|during|for|within|throughout|of) (?P<core>(?:the|this) "
            r"(?P<which>past|last|next|coming) (?P<unit>week|month|year|decade))(?! of\b)"
        ),
        _PERIODS,
        _rolling_period,
    ),
    Rule(
        pattern(
            r"(?:the )?(?P<unit>PERIOD) (?P<side>before(?= last)|after(?= next)) (?:last|next)"
        ),
        _PERIODS,
        _second_period,
    ),
    Rule(
        pattern(
            r"(?:over|during|on|at|for|until|till|before|after|by|since) (?P<core>the weekend)"
            r"(?! (?:before|after|of)\b)"
        ),
        _PERIODS,
        _the_weekend,
        bare=True,
    ),
    Rule(
        pattern(
            r"(?:had|have had|['’]ve had|been|was) (?:an?|my|our) (?:[a-z]+,? ){0,3}?"
            r"(?P<core>weekend)(?! (?:before|after|of|trip|away|in|at)\b)"
        ),
        _PERIODS,
        _the_weekend,
    ),
    Rule(
        pattern(
            r"(?P<side>earlier|later) (?:on )?(?:this|in the) (?P<unit>week|month|year|decade)"
        ),
        _PERIODS,
        _part_of_period,
    ),
    Rule(
        pattern(
            r"(?:beginning|start|middle|end|rest|course) of (?P<core>the (?P<unit>PERIOD))"
            r"(?! of\b| before\b| after\b)"
        ),
        _PERIODS,
        _same_period,
    ),
)
