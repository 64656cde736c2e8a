"""Whether the words around a time expression speak of the past or of the future."""

import re

from graphmem.language.time.model import Tense

_REACH = 120
_BREAK = re.compile(r"[.!?;\n]+(?:\s|$)")

_FUTURE = re.compile(
    r"\b(?:will|won['’]t|shall|going\sto|gonna|plan(?:s|ning|ned)?|hop(?:e|es|ing)|wanna"
    r"|want(?:s)?\sto|would|can['’]?t\swait|look(?:ing)?\sforward|upcoming|coming\sup|soon"
    r"|excited\s(?:for|to|about)|should|let['’]?s|see\syou|scheduled|book(?:ed|ing)|supposed\sto"
    r"|due|have\sto|has\sto|need\sto|gotta|next|ready\sfor|join\s(?:me|us)|start(?:s|ing)"
    r"|begins|opens|leaves|thinking\s(?:of|about)|free|are\syou\sdoing|appointment|deadline"
    r"|(?:am|are|is|['’`]m|['’`]re|['’`]s)\s(?!been)(?:\w+ly\s)?\w+ing)\b|['’`]ll\b",
    re.IGNORECASE | re.ASCII,
)
_PAST = re.compile(
    r"\b(?!(?:need|feed|speed|indeed|excited|interested|scheduled|booked|planned|supposed|married"
    r"|bed|red|seed|weed|shed|hundred|kindred|sacred|breed|bleed|exceed|proceed|succeed)\b)"
    r"(?:[a-z]{2,}ed|was|were|wasn['’]t|weren['’]t|had|hadn['’]t|did|didn['’]t|been|went|got"
    r"|took|made|saw|came|met|found|bought|gave|told|said|ran|won|lost|left|spent|began|became"
    r"|brought|built|caught|chose|drove|ate|fell|felt|flew|forgot|grew|heard|held|kept|knew|led"
    r"|put|read|rode|sang|sat|sent|slept|sold|spoke|stood|swam|taught|thought|threw|understood"
    r"|woke|wore|wrote|broke|drew|drank|fought|hurt|quit|paid|rang|shot|ago)\b",
    re.IGNORECASE | re.ASCII,
)
_HABIT = re.compile(
    r"\b(?:usually|always|often|normally|typically|generally|traditionally|sometimes|never"
    r"|tend\sto)\b",
    re.IGNORECASE | re.ASCII,
)
_SINCE = re.compile(r"\bsince\s(?:the\s)?$", re.IGNORECASE)
_UNTIL = re.compile(r"\b(?:until|till|by|(?:day|week|month)s?\sfrom)\s(?:the\s)?$", re.IGNORECASE)


def tense_around(text: str, *, span: tuple[int, int]) -> Tense | None:
    """The tense of the nearest sign in the same sentence; None where there is none."""
    start, end = span
    before, after = _sentence(text, start, end)
    if _SINCE.search(before):
        return "past"
    past = min(_distances(_PAST, before, after), default=None)
    future = min(_distances(_FUTURE, before, after), default=None)
    if past is None and future is None:
        return "future" if _UNTIL.search(before) else None
    if past is None:
        return "future"
    return "past" if future is None or past < future else "future"


def habit_around(text: str, *, span: tuple[int, int]) -> bool:
    """Whether the sentence speaks of what is done again and again."""
    return any(_HABIT.search(side) for side in _sentence(text, *span))


def is_habit_adverb(word: str) -> bool:
    """Whether an adverb says that something is done again and again."""
    return _HABIT.fullmatch(word) is not None


def _sentence(text: str, start: int, end: int) -> tuple[str, str]:
    before = _BREAK.split(text[max(0, start - _REACH) : start])[-1]
    after = _BREAK.split(text[end : end + _REACH], maxsplit=1)[0]
    return before, after


def _distances(cue: re.Pattern[str], before: str, after: str) -> list[int]:
    # A sign before the expression is likelier to be its verb than one after it.
    found = [len(before) - sign.end() for sign in cue.finditer(before)]
    return found + [2 * sign.start() for sign in cue.finditer(after)]
