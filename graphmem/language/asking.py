"""What a question asks for, as far as its opening words tell."""

import re

_BEFORE = (
    r"^\W*(?:(?:on|in|around|about|by|at|for|from|to|over|within|after)\s+)?"
    r"(?:(?:approximately|roughly|exactly)\s+)?"
)
# "Which night did …", "What starting date was …"; of "What evening class did …" it is no date, nor
# of what is so again and again ("Which evening does …").
_ONCE = r"(?:in|did|was|were|is|has|have|had|will|would|could|can|should)"
_WHEN = re.compile(
    _BEFORE + r"(?:when\b|(?:what|which) (?:(?:was|is) the )?(?:date|day|year|month)\b|"
    r"(?:what|which) (?:\w+ )?(?:date|day|morning|afternoon|evening|night|week|month|year) "
    rf"{_ONCE}\b)",
    re.I,
)
_HOW_LONG = re.compile(
    _BEFORE + r"(?:how long|how much time|since when|until when|"
    r"how many (?:days|weeks|months|years))\b",
    re.I,
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
