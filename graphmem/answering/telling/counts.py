"""How many: a number said outright, else as many as were told of."""

import re
from collections.abc import Callable, Iterable
from datetime import date
from typing import NamedTuple

from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.numbers import Number, numbers
from graphmem.answering.telling.told import Proof
from graphmem.answering.telling.units import Unit, stems_of
from graphmem.answering.telling.wordlists import CONJUNCTIONS, PREPOSITIONS, SUBJECTS, TIMES
from graphmem.language.sentences import asks
from graphmem.language.words import STOP_WORDS
from graphmem.model.workspace import Modality, Polarity

_COUNTED = re.compile(
    r"\b(?:how (?:many|much)|what number of)\b(?P<noun>(?: (?!(?:did|does|do|has|have|had|was|were"
    r"|is|are|would|will|can|could|might|should|of|in|on|at|to|from|for|with)\b)[\w'’-]+){1,4})",
    re.IGNORECASE,
)
_REACH = 3  # tokens between a number and what it counts: "three lovely old canoes"
# Behind these stands something else than what a number counts.
_STOPS = (CONJUNCTIONS | SUBJECTS | PREPOSITIONS | {""}) - {"of"}
_TIME = base_stem("times")
_AGAIN = {"once": "1", "twice": "2", "thrice": "3"}
# "Twice as fast", "once a week", "once I was home": no count of anything.
_NOT_COUNTED = SUBJECTS | {"as", "a", "an", "the", "every", "each", "per"}
_CURRENCY = frozenset("$€£¥")
_UNITS_OF_MONEY = frozenset(
    map(base_stem, ["dollars", "euros", "pounds", "cents", "bucks", "francs", "yen"])
)
_TOLD_OF = 0.6  # the share of a question's words that a sentence must say to tell of the same


class Count(NamedTuple):
    """A number as people write it, and the passages that were counted or say it."""

    text: str
    proofs: tuple[Proof, ...]


def count(found: Found) -> Count | None:
    """How many things or times, or how much, a question asks for; None where nothing tells.

    Times are counted by the days on which they were told of, things by statements of the people
    asked about with different objects.
    """
    noun = _noun(found.question.text)
    if noun is None:
        return _first(found, _amount)
    if noun == _TIME:
        return _first(found, _times) or _days(found)
    return _first(found, lambda _, unit: _said(unit, noun)) or _things(found, noun)


def _noun(question: str) -> str | None:
    """The stem of what is counted; None for "how much did it cost"."""
    match = _COUNTED.search(question)
    words = match["noun"].lower().replace("’", "'").split() if match else []
    said = [word for word in words if word not in STOP_WORDS]
    return base_stem(said[-1]) if said and said[-1] != "money" else None


def _first(found: Found, read: Callable[[Found, Unit], str | None]) -> Count | None:
    """What the best sentence that says a number tells; a question tells none."""
    for unit in found.units:
        text = None if asks(unit.text) else read(found, unit)
        if text is not None:
            return Count(text, (Proof(unit.passage, unit.text),))
    return None


def _said(unit: Unit, noun: str) -> str | None:
    """The number that stands before the noun."""
    for number in numbers(unit):
        for at in range(number.end, min(number.end + _REACH, len(unit.words))):
            word, stem = unit.words[at], unit.stems[at]
            if stem == noun:
                return number.text
            if number.single or not stem or word in _STOPS or word in TIMES:
                break
    return None


def _times(found: Found, unit: Unit) -> str | None:
    """How often what is asked was done, where the sentence tells of the same."""
    if found.rare.share(found.asked.stems - {_TIME}, frozenset(unit.stems)) < _TOLD_OF:
        return None
    for at, word in enumerate(unit.words):
        after = unit.words[at + 1] if at + 1 < len(unit.words) else ""
        if word in _AGAIN and after not in _NOT_COUNTED and unit.words[at - 1 : at] != ("at",):
            return _AGAIN[word]
    for number in numbers(unit):
        behind = unit.words[number.end : number.end + 2]
        if behind[:1] and base_stem(behind[0]) == _TIME and behind[1:] not in (("as",), ("a",)):
            return number.text
    return None


def _amount(found: Found, unit: Unit) -> str | None:
    """A sum of money, or a number with its measure where the sentence tells of the same."""
    share = found.rare.share(found.asked.stems, frozenset(unit.stems))
    for number in numbers(unit):
        measure = unit.stems[number.end] if number.end < len(unit.words) else ""
        if share > 0 and number.begin and unit.words[number.begin - 1] in _CURRENCY:
            return unit.text[unit.begins[number.begin - 1] : unit.ends[number.end - 1]]
        if (share > 0 and measure in _UNITS_OF_MONEY) or (
            share >= _TOLD_OF and _measures(unit, number)
        ):
            return unit.text[unit.begins[number.begin] : unit.ends[number.end]]
    return None


def _measures(unit: Unit, number: Number) -> bool:
    if number.single or number.end >= len(unit.words) or not unit.stems[number.end]:
        return False
    return unit.words[number.end] not in STOP_WORDS | TIMES


def _days(found: Found) -> Count | None:
    """Each day on which something of the kind was told of, with its best sentence."""
    proofs: dict[date, Proof] = {}
    what = found.asked.stems - {_TIME}
    for unit in found.units:
        share = found.rare.share(what, frozenset(unit.stems))
        if share >= _TOLD_OF and not asks(unit.text) and not unit.caption:
            proofs.setdefault(unit.passage.hit.said_at.date(), Proof(unit.passage, unit.text))
    return Count(str(len(proofs)), tuple(proofs.values())) if proofs else None


def _things(found: Found, noun: str) -> Count | None:
    counted: dict[frozenset[str], Proof] = {}
    for passage in found.passages:
        for statement in passage.statements:
            kept = statement.polarity is Polarity.POSITIVE and statement.modality is Modality.SAID
            if not kept or statement.subject_uid not in found.asked.people:
                continue
            value = _stems(statement.object.lower().split())
            verbs = _stems(statement.predicate.split("_"))
            same = not found.asked.verbs.isdisjoint(verbs)
            if same and value and noun in stems_of(statement.text):
                counted.setdefault(value, Proof(passage, statement.quote))
    return Count(str(len(counted)), tuple(counted.values())) if counted else None


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(base_stem(word) for word in words if word not in STOP_WORDS)
