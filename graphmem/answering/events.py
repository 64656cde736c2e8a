"""Compares the dates of two events: their distance, and which was first; pure.

The two are read off the grammar of the question, each as a question for its own date.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.time import format_duration, write_day
from graphmem.language.time.intervals import DAY, write_range
from graphmem.model.parse import Parsed, Token

_UNITS = frozenset({"day", "week", "month", "year", "time"})
_ORDER = {"first": 1, "earlier": 1, "last": -1, "later": -1}
_NOMINAL = ("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "CD", "EX", "JJ")
_CLAUSE = ("PRP", "WDT", "WP", "WRB")  # after these an auxiliary belongs to a clause of its own
_FINITE = ("VBD", "VBZ", "VBP", "MD")
_PRONOUNS = {("he", "PRP"): "", ("she", "PRP"): "", ("his", "PRP$"): "'s", ("her", "PRP$"): "'s"}
_FEW_DAYS, _FEW_WEEKS = 60, 16  # up to here a length is told in them
_SURE_OF = 4  # times the days for which both events are uncertain, that lie between them at least

Span = tuple[datetime, datetime]


class EventsQuery(NamedTuple):
    """Two events, each as a question for its date, and what is asked of them.

    Of a length ``unit`` is the one that is asked for, and ``order`` 1 where the second must be the
    later one, -1 where the first must, 0 for any. Of ``options`` the earlier one is asked for by
    ``order`` 1, the later one by -1.
    """

    first: str
    second: str
    order: int = 0
    unit: str | None = None
    options: tuple[str, ...] = ()


def events_asked(
    asked: Parsed, *, names: Sequence[str] = (), options: Sequence[str] = ()
) -> EventsQuery | None:
    """The two events of whose dates a question asks; None where it names no two.

    A length is asked for by "how long", "how much time" or "how many days", followed by a clause
    that begins with "after" or "before", by "between … and" or by "from … to"; an order by
    "first" or "last" beside two ``options``. ``names`` are the people of the question: of one
    alone is told what a pronoun means.
    """
    tokens = [token for sentence in asked.sentences for token in sentence]
    end = len(tokens) - (bool(tokens) and tokens[-1].pos == "PUNCT")
    if options:
        return _ordered(asked, tokens[:end], options)
    unit, at = _length(tokens)
    if at is None or at >= end:
        return None
    if tokens[at].low in ("after", "before"):
        verbs = [
            i
            for i in range(at + 2, end - 1)
            if tokens[i - 1].tag not in _CLAUSE and _inverted(tokens, i)
        ]
        if not verbs:
            return None
        main = f"When {asked.text[tokens[verbs[-1]].start : tokens[end - 1].end]}?"
        other = _when(asked, tokens[at + 1 : verbs[-1]], names)
        return EventsQuery(other, main, 1 if tokens[at].low == "after" else -1, unit)
    for opens, joins in (("between", "and"), ("from", "to")):
        begin = next((i for i in range(at, end) if tokens[i].low == opens), end)
        middle = [i for i in range(begin, end) if tokens[i].low == joins and tokens[i].tag != "TO"]
        if len(middle) == 1 and begin + 1 < middle[0] < end - 1:
            first = _when(asked, tokens[begin + 1 : middle[0]], names)
            second = _when(asked, tokens[middle[0] + 1 : end], names)
            return EventsQuery(first, second, 0, unit)
    return None


def distance(first: Span, second: Span, asked: EventsQuery) -> str | None:
    """The time between two events, of which each lies between two moments, and their two days.

    Of what is dated more roughly than by a day only about how long it was is told. None where they
    are not apart, in another order than is asked, or not exact enough.
    """
    days = (second[0].date() - first[0].date()).days
    spread = sum(max(0, (end - start) // DAY - 1) for start, end in (first, second))
    if not days or days * asked.order < 0 or abs(days) < _SURE_OF * spread:
        return None
    low, high = sorted((first[0], second[0]))
    about = f"about {format_duration(low, high)}"
    if spread:
        return about
    length = _exact(abs(days), asked.unit) or about
    return f"{length} ({write_range(write_day(low), write_day(high))})"


def earlier(first: Span, second: Span, asked: EventsQuery) -> str | None:
    """The option whose event was first, or last where that is asked, and when each was.

    None where the two may have been at one time.
    """
    if first[0] < second[1] and second[0] < first[1]:
        return None
    days = [write_day(one[0]) for one in (first, second)]
    chosen = int((second[0] < first[0]) == (asked.order > 0))
    return (
        f"{asked.options[chosen]} ({days[chosen]}; {asked.options[1 - chosen]}: {days[1 - chosen]})"
    )


def _length(tokens: Sequence[Token]) -> tuple[str | None, int | None]:
    """The unit of the length that is asked for, and where the rest begins; None for no length."""
    low = [token.low for token in tokens]
    if "how" not in low[:2]:
        return None, None
    at = low.index("how") + 1
    if low[at : at + 1] == ["long"]:
        return None, at + 1
    unit = tokens[at + 1].lemma.lower() if at + 1 < len(tokens) else ""
    if unit not in _UNITS or low[at] not in ("many", "much"):
        return None, None
    return (None if unit == "time" else unit), at + 2


def _inverted(tokens: Sequence[Token], i: int) -> bool:
    """Tells whether an auxiliary stands before its subject, as it does where a question begins."""
    auxiliary = tokens[i].lemma.lower() in ("do", "be", "have") or tokens[i].tag == "MD"
    return auxiliary and tokens[i].tag in _FINITE and tokens[i + 1].tag in _NOMINAL


def _when(asked: Parsed, tokens: Sequence[Token], names: Sequence[str]) -> str:
    """A question for the date of what is named by a noun, or told in a clause."""
    tags = {one.tag for one in tokens}
    deps = {one.dep for one in tokens}
    clause = not tags.isdisjoint(_FINITE) and not deps.isdisjoint(("nsubj", "nsubjpass", "expl"))
    clause = clause and tags.isdisjoint(("WDT", "WP")) and "relcl" not in deps
    words = []
    for one in tokens:
        ending = _PRONOUNS.get((one.low, one.tag)) if len(names) == 1 else None
        words.append(one.text if ending is None else f"{names[0]}{ending}")
        words.append(" " * asked.text[one.end : one.end + 1].isspace())
    return f"When was {'it that ' if clause else ''}{''.join(words).strip()}?"


def _ordered(asked: Parsed, tokens: Sequence[Token], options: Sequence[str]) -> EventsQuery | None:
    """What was done to either option, or what either did: "What did Ana buy first, …"."""
    at = next((i for i, one in enumerate(tokens) if one.low in _ORDER and one.dep == "advmod"), 0)
    verb = next((i for i, one in enumerate(tokens[:at]) if one.tag in _FINITE), None)
    if verb is None:
        return None
    said = asked.text[tokens[verb].start : tokens[at].start].strip().removesuffix(" do")
    object_asked = verb + 1 < at and _inverted(tokens, verb)
    one, other = (
        f"When {said} {option}?" if object_asked else f"When was it that {option} {said}?"
        for option in options
    )
    return EventsQuery(one, other, _ORDER[tokens[at].low], None, tuple(options))


def _exact(days: int, unit: str | None) -> str | None:
    """``23 days``, ``7 weeks``, ``7 weeks and 2 days``; None for what is told in months."""
    weeks, rest = divmod(days, 7)
    if unit == "day" or (unit is None and rest and days < _FEW_DAYS):
        return _count(days, "day")
    if unit == "week" or (unit is None and not rest and weeks <= _FEW_WEEKS):
        return " and ".join(
            _count(number, name) for number, name in ((weeks, "week"), (rest, "day")) if number
        )
    return None


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}{'s' * (number != 1)}"
