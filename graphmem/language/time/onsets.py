"""What begins and has no end: from 3 March on, as of 1 April, from Monday."""

import re
from dataclasses import replace
from datetime import datetime

from graphmem.language.time.compose import Found, ending
from graphmem.language.time.model import Relation
from graphmem.language.time.syntax import Syntax
from graphmem.model.time import TimeInterval

_REACH = 20  # characters before it
_ONSET = ending(r"(?:(?P<from>from)|as of|as from|starting(?: on| from)?) (?:the )?")
_TO = re.compile(r"\s{0,3}(?:to|until|till|through|-|–)\s", re.IGNORECASE)
_RANGE = re.compile(r"\s(?:to|until|till|through)\s|[0-9]\s?[-–]\s?[0-9]", re.IGNORECASE)
_ON = re.compile(r"\s(?:on|onwards?)\b", re.IGNORECASE)


def open_ends(
    text: str, founds: list[Found], *, said_at: datetime, syntax: Syntax | None
) -> list[Found]:
    """What begins and has no end: "from 3 March on", "as of 1 April", "from Monday"."""
    return [_opened(text, found, said_at, syntax) for found in founds]


def _opened(text: str, found: Found, said_at: datetime, syntax: Syntax | None) -> Found:
    named = found.reading
    if named.relation is not Relation.AT or named.interval is None:
        return found
    before = _ONSET.search(text[max(0, found.start - _REACH) : found.start])
    after = _ON.match(text, found.end)
    if before is None or _RANGE.search(text, found.start, found.end):
        return found
    if before["from"] and not after and not _is_onset(text, found, said_at, syntax):
        return found
    interval = TimeInterval(
        start=named.interval.start,
        end=datetime.max,
        precision=named.interval.precision,
        open_end=True,
    )
    reading = replace(
        named,
        interval=interval,
        relation=Relation.SINCE,
        phrase=named.phrase and f"from {named.phrase}",
        date_phrase=named.date_phrase and f"from {named.date_phrase}",
    )
    end = after.end() if after else found.end
    return Found(found.start - len(before.group()), end, reading)


def _is_onset(text: str, found: Found, said_at: datetime, syntax: Syntax | None) -> bool:
    """Whether "from" alone says since when, not to what day or where a thing is from."""
    if syntax is None or found.reading.interval is None or _TO.match(text, found.end):
        return False
    gone = found.reading.interval.start < said_at
    return not (gone and syntax.is_origin(found.start, found.end))
