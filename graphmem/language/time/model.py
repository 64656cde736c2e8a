"""What a time expression says: an interval, how exactly it is known, and how people write it."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Literal, Self

from pydantic import model_validator

from graphmem.model.base import Frozen

Tense = Literal["past", "future"]


class Precision(StrEnum):
    """The unit to which an interval's edges are known.

    A part of a day ("yesterday morning") keeps ``day``: its interval is narrower, its answer is
    the date. ``approximate`` is a span that no calendar unit describes ("a few weeks ago").
    """

    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    WEEKEND = "weekend"
    MONTH = "month"
    SEASON = "season"
    YEAR = "year"
    DECADE = "decade"
    APPROXIMATE = "approximate"


class Relation(StrEnum):
    """How what happened lies to the interval. ``for`` is a length, ``every`` a habit."""

    AT = "at"
    SINCE = "since"
    UNTIL = "until"
    BEFORE = "before"
    AFTER = "after"
    FOR = "for"
    EVERY = "every"


class TimeInterval(Frozen):
    """Half-open, in naive local wall time.

    An open end is ``datetime.max`` and an open start ``datetime.min``, so an interval can be
    compared and filtered without a look at the flags.
    """

    start: datetime
    end: datetime
    precision: Precision
    open_start: bool = False
    open_end: bool = False

    @property
    def width(self) -> timedelta:
        """How long the interval is."""
        return self.end - self.start

    def contains(self, moment: datetime) -> bool:
        """Whether ``moment`` lies in the interval; its end does not."""
        return self.start <= moment < self.end

    def overlaps(self, other: "TimeInterval") -> bool:
        """Whether the two share any moment."""
        return self.start < other.end and other.start < self.end

    @model_validator(mode="after")
    def _check_edges(self) -> Self:
        if self.start.tzinfo is not None or self.end.tzinfo is not None:
            raise ValueError("an interval is in local wall time, without a zone")
        if self.start >= self.end:
            raise ValueError(f"an interval must not be empty: {self.start} to {self.end}")
        return self


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
