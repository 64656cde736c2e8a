"""What a time expression meant when it was said: "yesterday", "last Friday", "4 years ago".

Everything is resolved against ``said_at``, in local wall time; nothing reads a clock.
"""

from graphmem.language.time.finder import find_times, parse_question_times, relative_times
from graphmem.language.time.model import Relation, Tense, TimeExpression
from graphmem.language.time.outlook import Outlook
from graphmem.language.time.phrasing import format_duration, write_day, write_interval
from graphmem.language.time.syntax import Syntax
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
]
