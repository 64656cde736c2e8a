"""Which runs of words of a sentence may be an answer."""

from collections.abc import Iterator
from typing import NamedTuple

from graphmem.answering.telling.units import Unit
from graphmem.answering.telling.wordlists import (
    AFTERTHOUGHTS,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    FILLERS,
    PREPOSITIONS,
    SMALL,
    SUBJECTS,
)
from graphmem.language.verbs import is_verb_form

LONGEST = 18  # tokens; longer is a sentence, not an answer
_QUOTES = frozenset('"“”')
_OPEN_END = DETERMINERS | PREPOSITIONS | CONJUNCTIONS | SUBJECTS
_NOT_FIRST = frozenset({"and", "or", "but"})
# What is said of these is not what a phrase without them says: "I don't agree".
_DENYING = frozenset({"not", "never", "no", "cannot", "without"})
_ENDS_BEFORE = CONJUNCTIONS | PREPOSITIONS | SUBJECTS | BE | AFTERTHOUGHTS
_BEGINS_AFTER = PREPOSITIONS | BE | DETERMINERS | CONJUNCTIONS | SUBJECTS | FILLERS


class Span(NamedTuple):
    """Tokens ``begin`` to ``end`` of a unit, ``end`` not among them."""

    unit: Unit
    begin: int
    end: int

    @property
    def text(self) -> str:
        """As it was written."""
        return self.unit.text[self.unit.begins[self.begin] : self.unit.ends[self.end - 1]]


def spans(unit: Unit) -> Iterator[Span]:
    """Every run of up to `LONGEST` tokens that begins and ends as a phrase may, and says something.

    It ends only before punctuation, a small word that opens another phrase, or an adverb.
    """
    words, count = unit.words, len(unit.words)
    marks = [not stem for stem in unit.stems]
    says = [not mark and word not in SMALL for mark, word in zip(marks, words, strict=True)]
    ends = [
        end
        for end in range(1, count + 1)
        if _may_end(words, marks, end) and (end == count or marks[end] or _opens(words[end]))
    ]
    first = 0
    for begin in range(count):
        if (marks[begin] and words[begin] not in _QUOTES) or words[begin] in _NOT_FIRST:
            continue
        if begin and _denies(words[begin - 1]):
            continue
        while first < len(ends) and ends[first] <= begin:
            first += 1
        for end in ends[first:]:
            if end - begin > LONGEST:
                break
            if any(says[begin:end]):
                yield Span(unit, begin, end)


def begins_phrase(unit: Unit, place: int) -> bool:
    """Whether a phrase may begin at a token, by the word before it."""
    if place == 0 or not unit.stems[place - 1]:
        return True
    word = unit.words[place - 1]
    return word in _BEGINS_AFTER or is_verb_form(word) or word.endswith("ing")


def _denies(word: str) -> bool:
    return word in _DENYING or word.endswith("n't")


def _may_end(words: tuple[str, ...], marks: list[bool], end: int) -> bool:
    last = words[end - 1]
    return last in _QUOTES if marks[end - 1] else last not in _OPEN_END


def _opens(word: str) -> bool:
    return word in _ENDS_BEFORE or word.endswith("ly")
