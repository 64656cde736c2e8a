"""Time intervals of local wall time, and how exactly they are known."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Self

from pydantic import model_validator

from graphmem.model.base import Frozen


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
        """Length of the interval."""
        return self.end - self.start

    def contains(self, moment: datetime) -> bool:
        """Tells whether ``moment`` lies in the interval; its end does not."""
        return self.start <= moment < self.end

    def overlaps(self, other: "TimeInterval") -> bool:
        """Tells whether the two share any moment."""
        return self.start < other.end and other.start < self.end

    @model_validator(mode="after")
    def _check_edges(self) -> Self:
        if self.start.tzinfo is not None or self.end.tzinfo is not None:
            raise ValueError("an interval is in local wall time, without a zone")
        if self.start >= self.end:
            raise ValueError(f"an interval must not be empty: {self.start} to {self.end}")
        return self
