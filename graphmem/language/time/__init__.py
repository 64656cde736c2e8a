"""Time expressions, resolved as they were said: "yesterday", "last Friday", "4 years ago".

Everything is resolved against ``said_at``, in local wall time; nothing reads a clock.
"""

from graphmem.language.time.intervals import (
    format_duration,
    write_day,
    write_interval,
    write_week,
)
from graphmem.language.time.matcher import find_times, parse_question_times, relative_times
from graphmem.language.time.rules import Relation, TimeExpression
from graphmem.language.time.syntax import Outlook, Syntax, Tense
from graphmem.model.time import Precision, TimeInterval

__all__ = [
    "Outlook",
    "Precision",
    "Relation",
    "Syntax",
    "Tense",
    "TimeExpression",
    "TimeInterval",
    "find_times",
    "format_duration",
    "parse_question_times",
    "relative_times",
    "write_day",
    "write_interval",
    "write_week",
]
