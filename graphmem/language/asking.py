"""What a question asks for, as far as its opening words tell."""

import re

_BEFORE = r"^\W*(?:(?:on|in|around|about|by|at)\s+)?(?:(?:approximately|roughly|exactly)\s+)?"
_WHEN = re.compile(
    _BEFORE + r"(?:when|(?:what|which) (?:(?:was|is) the )?(?:date|day|year|month))\b", re.I
)
_HOW_LONG = re.compile(
    r"^\W*(?:for )?(?:how long|since when|until when|how many (?:days|weeks|months|years))\b", re.I
)


def asks_when(question: str) -> bool:
    """Whether the question asks for a date."""
    return _WHEN.match(question) is not None


def asks_how_long(question: str) -> bool:
    """Whether the question asks for a duration, or for one of its ends."""
    return _HOW_LONG.match(question) is not None


def asks_about_time(question: str) -> bool:
    """Whether the question asks for a date or a duration."""
    return asks_when(question) or asks_how_long(question)
