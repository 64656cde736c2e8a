"""What a question asks for, as far as its opening words tell."""

import re

_WHEN = re.compile(
    r"^\W*(?:when|what (?:date|day|year|month)|which (?:date|day|year|month))\b", re.I
)
_HOW_LONG = re.compile(
    r"^\W*(?:how long|since when|until when|how many (?:days|weeks|months|years))\b", re.I
)


def asks_when(question: str) -> bool:
    """Whether the question asks for a date."""
    return _WHEN.match(question) is not None


def asks_about_time(question: str) -> bool:
    """Whether the question asks for a date or a duration."""
    return asks_when(question) or _HOW_LONG.match(question) is not None
