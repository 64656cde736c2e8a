"""When what a turn tells began, where a sentence of it is nothing but how long it has lasted."""

import re
from datetime import datetime

from graphmem.language.sentences import sentences
from graphmem.language.time import find_times
from graphmem.model.time import TimeInterval

_LENGTH = re.compile(
    r"\W*(?:it's been |it is |been )?(?P<length>[\w-]+(?: and a half)? (?:day|week|month|year)s?)"
    r"(?P<until> (?:today|now|already|yesterday|tomorrow|(?:last|this) (?:week|month|year)))?\W*",
    re.IGNORECASE,
)
_UP_TO_NOW = frozenset({"", "now", "already"})
_DAYS = frozenset({"today", "yesterday", "tomorrow"})


def began(text: str, said_at: datetime) -> TimeInterval | None:
    """The beginning that "Five weeks today." or "Three years last month." tells; else None.

    Such a sentence has no subject: it is of whatever the turn tells of its speaker.
    """
    for sentence in sentences(text):
        match = _LENGTH.fullmatch(sentence)
        if match is not None:
            return _beginning(match["length"], (match["until"] or "").strip().lower(), said_at)
    return None


def _beginning(length: str, until: str, said_at: datetime) -> TimeInterval | None:
    if until in _UP_TO_NOW:
        return _found(f"{length} ago", said_at)
    if until in _DAYS:
        return _found(f"{length} ago {until}", said_at)
    to = _found(until, said_at)
    return None if to is None else _found(f"{length} ago", to.start + to.width / 2)


def _found(text: str, said_at: datetime) -> TimeInterval | None:
    times = find_times(text, said_at=said_at)
    return times[0].interval if len(times) == 1 else None
