"""What a time expression says: an interval, how it lies to it, and how people write it."""

from enum import StrEnum
from typing import Literal

from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval

Tense = Literal["past", "future"]


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
