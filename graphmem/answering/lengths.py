"""How long it was between two events: which two are asked about, and their distance; pure."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from graphmem.language.time import format_duration, write_day
from graphmem.language.time.phrasing import write_range
from graphmem.language.time.spans import DAY
from graphmem.model.parse import Parsed, Token

_BESIDE = frozenset({"after", "before"})
_UNITS = frozenset({"day", "week", "month", "year", "time"})
_NOMINAL = ("DT", "PRP", "PRP$", "NN", "NNS", "NNP", "NNPS", "CD", "EX", "JJ")
_CLAUSE = ("PRP", "WDT", "WP", "WRB")  # after these an auxiliary belongs to a clause of its own
_HE, _HIS = frozenset({"he", "she", "him"}), frozenset({"his", "her"})
_FEW_DAYS, _FEW_WEEKS = 60, 16  # up to here a length is told in them
_SURE_OF = 4  # times the days for which both events are uncertain, that lie between them at least


Span = tuple[datetime, datetime]


class LengthAsked(NamedTuple):
    """The two events of a length, each as a question for its date, and the unit asked for.

    ``later`` is 1 where the second must be the later one, -1 where the first must, 0 for any.
    """

    first: str
    second: str
    unit: str | None
    later: int = 0


def length_asked(asked: Parsed, names: Sequence[str] = ()) -> LengthAsked | None:
    """The two events between which a question asks for a length; None where it names no two.

    So it is with "how long", "how much time" and "how many days" where a clause follows that
    begins with "after" or "before", and where "between … and" or "from … to" comes. ``names`` are
    the people of the question: of one alone is told what a pronoun means.
    """
    tokens = [token for sentence in asked.sentences for token in sentence]
    low = [token.low for token in tokens]
    if "how" not in low[:2]:
        return None
    at = low.index("how") + 1
    if low[at : at + 1] == ["long"]:
        at, unit = at + 1, None
    elif low[at : at + 1] in (["many"], ["much"]) and at + 1 < len(tokens):
        unit = tokens[at + 1].lemma.lower()
        if unit not in _UNITS:
            return None
        at += 2
    else:
        return None
    end = len(tokens) - (tokens[-1].pos == "PUNCT")
    unit = None if unit == "time" else unit
    if at < end and low[at] in _BESIDE:
        verbs = [i for i in range(at + 2, end - 1) if _inverted(tokens, i)]
        if not verbs:
            return None
        split = verbs[-1]
        other = _when(asked, tokens[at + 1 : split], names)
        main = f"When {asked.text[tokens[split].start : tokens[end - 1].end]}?"
        return LengthAsked(other, main, unit, 1 if low[at] == "after" else -1)
    for opens, joins in (("between", "and"), ("from", "to")):
        begin = [i for i in range(at, end) if low[i] == opens][:1]
        middle = [i for i in range((begin or [end])[0], end) if low[i] == joins]
        middle = [i for i in middle if tokens[i].tag != "TO"]
        if len(middle) == 1 and begin[0] + 1 < middle[0] < end - 1:
            first = _when(asked, tokens[begin[0] + 1 : middle[0]], names)
            return LengthAsked(first, _when(asked, tokens[middle[0] + 1 : end], names), unit)
    return None


def _inverted(tokens: Sequence[Token], i: int) -> bool:
    """Whether an auxiliary stands before its subject, as it does where a question begins."""
    auxiliary = tokens[i].lemma.lower() in ("do", "be", "have") or tokens[i].tag == "MD"
    return (
        auxiliary
        and tokens[i].tag not in ("VBG", "VBN")
        and tokens[i - 1].tag not in _CLAUSE
        and tokens[i + 1].tag in _NOMINAL
    )


def _when(asked: Parsed, tokens: Sequence[Token], names: Sequence[str]) -> str:
    """A question for the date of what is named by a noun, or told in a clause."""
    finite = [one for one in tokens if one.tag in ("VBD", "VBZ", "VBP", "MD")]
    subjects = [one for one in tokens if one.dep in ("nsubj", "nsubjpass", "expl")]
    clause = bool(finite) and bool(subjects) and not any(t.tag in ("WDT", "WP") for t in tokens)
    clause = clause and not any(one.dep == "relcl" for one in tokens)
    words = []
    for one in tokens:
        text = one.text
        if len(names) == 1 and one.low in _HIS and one.tag == "PRP$":
            text = f"{names[0]}'s"
        elif len(names) == 1 and one.low in _HE and one.tag == "PRP":
            text = names[0]
        space = asked.text[one.end : one.end + 1]
        words.append(text + (space if space.isspace() else ""))
    return f"When was {'it that ' if clause else ''}{''.join(words).strip()}?"


def distance(first: Span, second: Span, asked: LengthAsked) -> str | None:
    """The time between two events, of which each lies between two moments, and their days.

    None where they are not apart, in another order than is asked, or not exact enough.
    """
    days = (second[0].date() - first[0].date()).days
    spread = sum(max(0, (end - start) // DAY - 1) for start, end in (first, second))
    if not days or days * asked.later < 0 or abs(days) < _SURE_OF * spread:
        return None
    low, high = sorted((first[0], second[0]))
    length = f"about {format_duration(low, high)}" if spread else _exact(abs(days), asked.unit)
    length = length or f"about {format_duration(low, high)}"
    return f"{length} ({write_range(write_day(low), write_day(high))})"


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
