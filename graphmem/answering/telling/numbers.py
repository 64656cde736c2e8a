"""Numbers as a sentence says them: "1,200", "twenty-five", "two hundred"."""

from collections.abc import Iterator
from typing import NamedTuple

from graphmem.answering.telling.units import Unit
from graphmem.language.time.vocabulary import NUMBERS

_MAGNITUDES = frozenset({"thousand", "million", "billion"})
_SAID = (NUMBERS.keys() | _MAGNITUDES) - {"a", "an"}
_FIRST_YEAR, _LAST_YEAR = 1_900, 3_000  # four digits between them are a year's


class Number(NamedTuple):
    """A number as it was written: tokens ``begin`` to ``end`` of its unit, ``end`` not among them.

    "One" by itself is a pronoun more often than a number, and ``single`` tells it.
    """

    text: str
    begin: int
    end: int
    single: bool


def numbers(unit: Unit) -> Iterator[Number]:
    """Every number of a sentence in order; no year."""
    begin = 0
    while begin < len(unit.words):
        end = begin
        while end < len(unit.words) and _is_number(unit.words[end]):
            end += 1
        if end > begin:
            text = unit.text[unit.begins[begin] : unit.ends[end - 1]]
            yield Number(text.lower(), begin, end, unit.words[begin:end] == ("one",))
        begin = max(end, begin + 1)


def _is_number(word: str) -> bool:
    if word.isdigit():
        return not _FIRST_YEAR <= int(word) <= _LAST_YEAR
    if word[0].isdigit():
        return word.replace(",", "").replace(".", "").isdigit()
    return all(part in _SAID for part in word.split("-"))
