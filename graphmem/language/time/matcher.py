"""Finds the time expressions of a text and resolves them against when it was said."""

import re
from dataclasses import replace
from datetime import datetime

from graphmem.language.time import amounts, dates, intervals, periods, relative
from graphmem.language.time.compose import (
    Reread,
    TimeMatch,
    anaphora,
    extend,
    join_clocks,
    join_ranges,
    open_ends,
)
from graphmem.language.time.rules import (
    ANY_DIGIT,
    MatchContext,
    Relation,
    Rule,
    TimeExpression,
    TimeResolution,
    at,
    if_representable,
)
from graphmem.language.time.syntax import Outlook, Syntax, Tense
from graphmem.language.time.vocabulary import compile_pattern
from graphmem.model.time import Precision, TimeInterval

_RULES: tuple[Rule, ...] = (  # of two matches of one length the rule that comes first stands
    *relative.RELATIVE_DAY_RULES,
    *relative.RELATIVE_PERIOD_RULES,
    *amounts.AMOUNT_RULES,
    *amounts.LENGTH_RULES,
    *dates.DATE_RULES,
    *dates.DAY_OF_MONTH_RULES,
    *periods.PERIOD_RULES,
    *periods.PART_OF_MONTH_RULES,
    *periods.HOLIDAY_RULES,
    *amounts.VAGUE_RULES,
    *dates.CLOCK_RULES,
)
_RANKS = {
    Precision.DAY: 0,
    Precision.WEEKEND: 1,
    Precision.WEEK: 1,
    Precision.MONTH: 2,
    Precision.SEASON: 3,
    Precision.YEAR: 4,
}
_WITH = re.compile(r"\s{0,3}(?:,|&|,?\s(?:and|or)\b)\s{0,3}(?:on\s)?(?:the\s)?", re.IGNORECASE)
_MONTH = compile_pattern("MONTH")


def _rules_by_trigger() -> dict[str, list[int]]:
    by_trigger: dict[str, list[int]] = {}
    for index, rule in enumerate(_RULES):
        for trigger in rule.triggers:
            by_trigger.setdefault(trigger, []).append(index)
    return by_trigger


_BY_TRIGGER = _rules_by_trigger()
_WORD = re.compile(r"[a-z]+")
_CONTEXT = 40  # characters beside an expression that its rule may look at
_DIGIT = re.compile(r"[0-9]")
# Without a "now", a question's dates are read as if asked then, and kept if they name a year.
_NO_NOW = datetime(2000, 1, 1)
# "May" alone may be any May, "last May" is one that only the moment of asking tells.
_FROM_NOW = re.compile(
    r"\b(?:ago|coming|earlier|from now|last|later|next|past|this|today|tomorrow|tonight"
    r"|yesterday)\b",
    re.IGNORECASE,
)
_NO_DATES = frozenset({Relation.EVERY, Relation.FOR})


def find_times(
    text: str, *, said_at: datetime, tense: Tense | None = None, syntax: Syntax | None = None
) -> tuple[TimeExpression, ...]:
    """Every time expression of ``text``, in order, resolved against ``said_at``.

    Where expressions overlap the longest stands. ``tense`` decides what "Friday" or "in May"
    means; without it the clause of the ``syntax`` in which it stands; without either the words
    around decide, and talk without a sign is about the past.
    """
    found = _find(text, said_at=said_at.replace(tzinfo=None), tense=tense, syntax=syntax)
    return tuple(_expression(text, one) for one in found)


def parse_question_times(text: str, *, now: datetime | None) -> tuple[TimeExpression, ...]:
    """The time expressions of a question; without ``now`` only those that name their own year."""
    if now is not None:
        return find_times(text, said_at=now)
    found = _find(text, said_at=_NO_NOW, tense=None)
    return tuple(_expression(text, one) for one in found if one.reading.explicit)


def relative_times(text: str) -> tuple[str, ...]:
    """The expressions of a question whose dates depend on when it is asked: "last May".

    What says no date anyway ("recently"), habits, lengths, and names that come every year or week
    are not among them.
    """
    return tuple(
        text[found.start : found.end]
        for found in _find(text, said_at=_NO_NOW, tense=None)
        if not found.reading.explicit
        and found.reading.phrase is not None
        and found.reading.relation not in _NO_DATES
        and _FROM_NOW.search(text, found.start, found.end)
    )


def _expression(text: str, found: TimeMatch) -> TimeExpression:
    reading = found.reading
    return TimeExpression(
        text=text[found.start : found.end],
        start=found.start,
        end=found.end,
        interval=reading.interval,
        relation=reading.relation,
        phrase=reading.phrase,
        date_phrase=reading.date_phrase,
    )


def _find(
    text: str, *, said_at: datetime, tense: Tense | None, syntax: Syntax | None = None
) -> list[TimeMatch]:
    candidates = _candidates(text, said_at=said_at, tense=tense, syntax=syntax)
    matches = join_clocks(text, _longest(candidates), syntax=syntax)
    starts = [*(found.start for found in matches[1:]), len(text)]
    extended: list[TimeMatch] = []
    for found, ceiling in zip(matches, starts, strict=False):
        floor = extended[-1].end if extended else 0
        found = extend(text, found, floor=floor, ceiling=ceiling)
        modifies = found.reading.bare and syntax is not None
        if not (modifies and syntax and syntax.is_modifier(found.start, found.end)):
            extended.append(found)

    def reread(found: TimeMatch, seen_from: datetime, tense: Tense) -> TimeResolution | None:
        first = max(0, found.start - _CONTEXT)
        start, end = found.start - first, found.end - first
        around = text[first : found.end + _CONTEXT]
        again = _candidates(around, said_at=seen_from, tense=tense, syntax=None)
        inside = [one for one in again if start <= one.start and one.end <= end]
        return max(inside, key=_length).reading if inside else None

    placed = in_named_period(text, extended, said_at=said_at, reread=reread, syntax=syntax)
    ranges = join_ranges(text, placed, reread=reread, syntax=syntax)
    return anaphora(text, open_ends(text, ranges, said_at=said_at, syntax=syntax), said_at=said_at)


def _candidates(
    text: str, *, said_at: datetime, tense: Tense | None, syntax: Syntax | None
) -> list[TimeMatch]:
    lowered = text.lower()
    triggered: set[int] = set()
    for word in set(_WORD.findall(lowered)):
        triggered.update(_BY_TRIGGER.get(word, ()))
    if _DIGIT.search(lowered):
        triggered.update(_BY_TRIGGER[ANY_DIGIT])
    found = []
    for index in sorted(triggered):
        rule = _RULES[index]
        for match in rule.pattern().finditer(text):
            one = _read(rule, match, said_at=said_at, tense=tense, syntax=syntax)
            if one:
                found.append(one)
    return found


def _read(
    rule: Rule,
    match: re.Match[str],
    *,
    said_at: datetime,
    tense: Tense | None,
    syntax: Syntax | None,
) -> TimeMatch | None:
    start, end = _span(match)
    context = MatchContext(match.string, start, end, said_at, tense, syntax)
    reading = if_representable(lambda: rule.read(match, context))
    if reading and rule.bare and not reading.explicit and context.is_habit:
        reading = TimeResolution(None, match.string[start:end], None, Relation.EVERY)
    return TimeMatch(start, end, replace(reading, bare=rule.bare)) if reading else None


def _span(match: re.Match[str]) -> tuple[int, int]:
    """From the group ``core`` to the end of the match, or the whole match."""
    if match.groupdict().get("core") is None:
        return match.span()
    return match.start("core"), match.end()


def _length(found: TimeMatch) -> int:
    return found.end - found.start


def _longest(candidates: list[TimeMatch]) -> list[TimeMatch]:
    chosen: list[TimeMatch] = []
    taken = bytearray(max((one.end for one in candidates), default=0))
    for one in sorted(candidates, key=lambda one: (one.reading.loose, -_length(one), one.start)):
        if not any(taken[one.start : one.end]):
            taken[one.start : one.end] = b"\1" * _length(one)
            chosen.append(one)
    return sorted(chosen, key=lambda found: found.start)


def in_named_period(
    text: str,
    matches: list[TimeMatch],
    *,
    said_at: datetime,
    reread: Reread,
    syntax: Syntax | None,
) -> list[TimeMatch]:
    """Each time that recurs goes into the period of its sentence that was named last, if any.

    A day without a month else goes to the month of the day that is listed after it, or else to the
    one nearest to the date named last.
    """
    if syntax is None:
        return matches
    placed: list[TimeMatch] = []
    day_named: TimeInterval | None = None
    period: TimeMatch | None = None
    for found in _listed(text, matches):
        day, bare = found.reading.day_of_month, found.reading.bare
        moved = None
        if found.reading.relation is Relation.AT:
            if period and syntax.is_one_sentence(period.start, found.end):
                moved = _inside(period, found, reread)
            if moved and period and not _fits(moved, found, said_at, syntax):
                # "It starts in February, on the 10th", said in March: neither fits.
                moved = None if _fits(period.reading, period, said_at, syntax) else moved
            elif moved is None and day is not None and day_named is not None:
                nearest = _nearest(day, _edge(day_named))
                moved = at(nearest) if nearest else None
                moved = moved if moved and _fits(moved, found, said_at, syntax) else None
        if moved:
            found = replace(found, reading=replace(moved, day_of_month=day))
        named = found.reading.interval
        if day is None and named and named.precision is Precision.DAY and not bare:
            day_named = named
        if found.reading.relation is Relation.AT and _rank(found.reading):
            period = found
        placed.append(found)
    return placed


def _rank(reading: TimeResolution) -> int | None:
    return _RANKS.get(reading.interval.precision) if reading.interval else None


def _inside(period: TimeMatch, found: TimeMatch, reread: Reread) -> TimeResolution | None:
    """The only one of its kind that lies within a coarser period, where there is one."""
    whole, named = period.reading.interval, found.reading.interval
    if whole is None or named is None or found.reading.explicit:
        return None
    coarse, fine = _rank(period.reading), _rank(found.reading)
    if coarse is None or fine is None or coarse <= fine:
        return None
    if (day := found.reading.day_of_month) is not None:
        of_month = whole.precision is Precision.MONTH
        only = intervals.day_or_none(whole.start.year, whole.start.month, day) if of_month else None
        return at(only) if only else None
    last = reread(found, whole.end - intervals.DAY, "past")
    first = reread(found, whole.start, "future")
    if last is None or first is None or last.interval is None or last.interval != first.interval:
        return None
    same = last.interval.precision is named.precision and last.relation is Relation.AT
    return last if same and whole.start <= last.interval.start < whole.end else None


def _listed(text: str, matches: list[TimeMatch]) -> list[TimeMatch]:
    """Gives "the 5th and 6th of May" one month."""
    placed: list[TimeMatch] = []
    following: TimeMatch | None = None  # a day with a month
    for found in reversed(matches):
        day, named = found.reading.day_of_month, found.reading.interval
        if following and day and _WITH.fullmatch(text, found.end, following.start):
            month = following.reading.interval
            of_it = month and intervals.day_or_none(month.start.year, month.start.month, day)
            if of_it:
                found = replace(found, reading=at(of_it))
                following = found
        elif named is not None and named.precision is Precision.DAY:
            has_month = _MONTH.search(text, found.start, found.end) is not None
            following = found if has_month else None
        placed.append(found)
    return placed[::-1]


def _edge(anchor: TimeInterval) -> datetime:
    return anchor.end - intervals.DAY if anchor.open_start else anchor.start


def _nearest(day: int, anchor: datetime) -> TimeInterval | None:
    firsts = (intervals.month_of(anchor, later=count).start for count in (-1, 0, 1))
    days = [intervals.day_or_none(first.year, first.month, day) for first in firsts]
    found = [one for one in days if one is not None]
    return min(found, key=lambda one: abs(one.start - anchor), default=None)


def _fits(reading: TimeResolution, found: TimeMatch, said_at: datetime, syntax: Syntax) -> bool:
    """Whether it lies where the clause of the expression looks."""
    named = reading.interval
    match syntax.outlook(found.start, found.end):
        case Outlook.PAST:
            return named is None or named.start <= said_at
        case Outlook.COMING:
            return named is None or named.end > said_at
    return True
