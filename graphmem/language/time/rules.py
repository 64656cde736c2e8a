"""Rules for time expressions: pattern, triggers, and a function that resolves a match."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, TypeVar

from graphmem.language.time.intervals import write_interval
from graphmem.language.time.syntax import (
    Outlook,
    Syntax,
    Tense,
    habit_around,
    is_habit_adverb,
    tense_around,
)
from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval


class Relation(StrEnum):
    """How what happened lies to the interval. ``for`` is a length, ``every`` a habit."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    FOR = "for"
    EVERY = "every"


class TimeExpression(Frozen):
    """A stretch of text that says when, and what it meant when it was said.

    ``phrase`` is the answer as a person would write it ("the week before 9 June 2023") and
    ``date_phrase`` the same in plain dates ("29 May to 4 June 2023"); both are None where no
    date is worth writing ("recently"). A habit, and a length in the future, has no interval.
    """

    text: str
    start: int
    end: int
    interval: TimeInterval | None
    relation: Relation = Relation.AT
    phrase: str | None = None
    date_phrase: str | None = None


# The rules: a pattern, the words that trigger it, a function that resolves what it matches.

ANY_DIGIT = "#"  # the trigger of rules that digits wake

_TENSES: dict[Outlook, Tense | None] = {
    Outlook.PAST: "past",
    Outlook.COMING: "future",
    Outlook.UNKNOWN: None,
}
Made = TypeVar("Made")
Choice = Literal["past", "future", "gone", "coming", "nearest", "last", "this", "next"]
_CHOICES: dict[Tense | None, Choice] = {"past": "gone", "future": "coming", None: "nearest"}

A_YEAR = timedelta(days=300)  # so far away a bare date is not meant …
_NEAR = timedelta(days=65)  # … where the other one is no further than this


@dataclass(frozen=True, slots=True)
class TimeResolution:
    """A match, understood.

    ``explicit``: it names its own year, so it needs no anchor. ``clock``: it names an hour, so it
    belongs to the day beside it (``joined``); ``loose``, and without one it is none. ``bare``: of
    a rule that is so. ``day_of_month``: no more than that was said.
    """

    interval: TimeInterval | None
    phrase: str | None
    date_phrase: str | None
    relation: Relation = Relation.AT
    explicit: bool = False
    clock: bool = False
    loose: bool = False
    joined: bool = False
    bare: bool = False
    day_of_month: int | None = None


@dataclass(frozen=True, slots=True)
class MatchContext:
    """Where and when a match was said."""

    text: str
    start: int
    end: int
    said_at: datetime
    forced_tense: Tense | None
    syntax: Syntax | None = None

    @property
    def tense(self) -> Tense | None:
        """Tense by the caller, the clause, or the words around."""
        if self.forced_tense is None and self.syntax is not None:
            return _TENSES[self.syntax.outlook(self.start, self.end)]
        return self.forced_tense or tense_around(self.text, span=(self.start, self.end))

    @property
    def choice(self) -> Choice:
        """The recurrence that is meant where no word says it."""
        tense = self.tense
        if self.forced_tense is not None or self.syntax is None:
            return "future" if tense == "future" else "past"
        if self.syntax.follows_since(self.start, self.end):
            return "past"
        return _CHOICES[tense]

    @property
    def is_habit(self) -> bool:
        """True if the clause, or without a parse the sentence, says what is usually done."""
        if self.syntax is not None:
            return self.syntax.is_any_adverb(self.start, self.end, is_habit_adverb)
        return habit_around(self.text, span=(self.start, self.end))

    @property
    def is_future(self) -> bool:
        """True if the tense is known to be future; without a sign, talk is about the past."""
        return self.tense == "future"

    @property
    def is_until_now(self) -> bool:
        """True if a length told here lasts until now; without a parse, in what is no future."""
        if self.forced_tense is None and self.syntax is not None:
            return self.syntax.is_until_now(self.start, self.end)
        return not self.is_future


@dataclass(frozen=True, slots=True)
class Rule:
    """One form of words. A group named ``core`` is the expression; the rest is its context.

    ``bare``: nothing in it says which of many is meant, so that "usually" makes it a habit, and it
    may say no more than of what sort a thing is ("a Sunday roast").
    """

    pattern: Callable[[], re.Pattern[str]]
    triggers: frozenset[str]
    read: Callable[[re.Match[str], MatchContext], TimeResolution | None]
    bare: bool = False


def if_representable(make: Callable[[], Made]) -> Made | None:
    """The result of ``make``; None for a date before the year 1 or after 9999."""
    try:
        return make()
    except (OverflowError, ValueError):
        return None


def at(
    interval: TimeInterval, phrase: str | None = None, *, explicit: bool = False
) -> TimeResolution:
    """A reading with two ends; without a phrase its plain dates are the phrase."""
    dates = write_interval(interval)
    return TimeResolution(interval, phrase or dates, dates, explicit=explicit)


def in_season(interval: TimeInterval, name: str, *, explicit: bool = False) -> TimeResolution:
    """A season by the name it was given, be it fall or autumn."""
    phrase = f"{name} {interval.start.year}"
    return TimeResolution(interval, phrase, phrase, explicit=explicit)


def resolve_recurring(
    make: Callable[[int], TimeInterval | None], said_at: datetime, choice: Choice
) -> TimeInterval | None:
    """Chooses the year that was meant of a yearly interval.

    past: the latest that had begun; future: the first that was not over; last: the latest that
    was over; next: the first that had not begun; this: the one under way, or this year's;
    gone and coming: past and future, unless that is almost a year away and the other one near;
    nearest: whichever of them is nearer.
    """
    reach = 8  # 29 February
    made = [make(year) for year in range(said_at.year - reach, said_at.year + reach + 1)]
    spans = [span for span in made if span is not None]
    day = said_at.replace(hour=0, minute=0, second=0, microsecond=0)
    match choice:
        case "gone" | "coming" | "nearest":
            return between(
                resolve_recurring(make, said_at, "past"),
                resolve_recurring(make, said_at, "future"),
                said_at,
                choice,
            )
        case "past":
            return max((s for s in spans if s.start <= said_at), key=_start, default=None)
        case "future":
            return min((s for s in spans if s.end > day), key=_start, default=None)
        case "last":
            return max((s for s in spans if s.end <= day), key=_start, default=None)
        case "next":
            return min((s for s in spans if s.start > said_at), key=_start, default=None)
    under_way = [span for span in spans if span.contains(said_at)]
    same_year = [span for span in spans if span.start.year == said_at.year]
    return next(iter(under_way or same_year), None)


def between(
    gone: TimeInterval | None,
    ahead: TimeInterval | None,
    said_at: datetime,
    choice: Choice,
    *,
    far: timedelta = A_YEAR,
) -> TimeInterval | None:
    """The last or the next of its kind, by ``resolve_recurring``: gone, coming or nearest."""
    if gone is None or ahead is None:
        return gone or ahead
    since, until = said_at - gone.end, ahead.start - said_at
    match choice:
        case "gone" | "past":
            return ahead if choice == "gone" and since > far and until < _NEAR else gone
        case "coming":
            return gone if until > far and since < _NEAR else ahead
        case "nearest":
            return gone if since < until else ahead
    return ahead


def _start(span: TimeInterval) -> datetime:
    return span.start


def choice_for(word: str | None, context: MatchContext) -> Choice:
    """The yearly recurrence that "last", "this past", "next", or no word, picks."""
    words = (word or "").lower().split()
    if "next" in words:
        return "next"
    if "coming" in words:
        return "future"
    if "last" in words or "past" in words:
        return "last"
    if words and context.tense is None:
        return "this"
    return context.choice
