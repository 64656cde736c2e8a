"""What speaks for a span as the answer: the values that its weights are multiplied with."""

import math
from collections.abc import Sequence

from graphmem.answering.telling.asked import CLAUSES, Asked
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.spans import Span, begins_phrase
from graphmem.answering.telling.units import Unit, stems_of
from graphmem.answering.telling.wants import fits
from graphmem.answering.telling.wordlists import SMALL, SPEAKING
from graphmem.language.words import STOP_WORDS


class Sentence:
    """A unit with what all of its spans need, counted once."""

    def __init__(self, unit: Unit, asked: Asked) -> None:
        self.unit = unit
        self.asked = asked
        words, stems = unit.words, unit.stems
        spoken = [bool(stem) for stem in stems]
        telling = [
            stem != "" and word not in SMALL for word, stem in zip(words, stems, strict=True)
        ]
        known = [stem != "" and stem in asked.stems for stem in stems]
        self.telling = telling
        self.focus = [stem != "" and stem in asked.focus for stem in stems]
        self.known = known
        own = [a and b and not c for a, b, c in zip(known, telling, self.focus, strict=True)]
        self.words_to = _sums(spoken)
        self.telling_to = _sums(telling)
        self.known_to = _sums(own)
        self.focus_to = _sums(self.focus)
        self.self_to = _sums([word in SPEAKING for word in words])
        self.verbs = [place for place, stem in enumerate(stems) if stem in asked.verbs]
        self.knowns = [place for place, is_known in enumerate(known) if is_known]
        self.stated = _stated(unit, asked)


def values(sentence: Sentence, span: Span) -> tuple[float, ...]:
    """The values of a span in the order of the fields of `SpanWeights`."""
    begin, end = span.begin, span.end
    unit = sentence.unit
    said = sentence.words_to[end] - sentence.words_to[begin]
    telling = sentence.telling_to[end] - sentence.telling_to[begin]
    long = math.log(said)
    count = len(unit.words)
    inside = sentence.focus_to[end] > sentence.focus_to[begin]
    stems = {unit.stems[at] for at in range(begin, end) if sentence.telling[at]}
    return (
        unit.behind,
        unit.before,
        long * long,
        long if sentence.asked.want in CLAUSES else 0.0,
        1.0 - telling / said,
        (sentence.known_to[end] - sentence.known_to[begin]) / telling,
        float(inside or (end < count and sentence.focus[end])),
        float(begins_phrase(unit, begin)),
        float(end == count or not unit.stems[end]),
        _after(sentence.knowns, begin),
        _after(sentence.verbs, begin),
        fits(sentence.asked, span, telling),
        float(sentence.self_to[end] > sentence.self_to[begin]),
        _alike(stems, sentence.stated),
    )


def _sums(values: Sequence[float]) -> list[float]:
    """The sum of all values before each place."""
    sums = [0.0]
    for value in values:
        sums.append(sums[-1] + value)
    return sums


def _after(places: Sequence[int], begin: int) -> float:
    """How close behind the nearest of the places a span begins: 1/2 right behind, 0 before all."""
    before = [place for place in places if place < begin]
    return 1.0 / (1 + begin - before[-1]) if before else 0.0


def _alike(stems: set[str], objects: Sequence[frozenset[str]]) -> float:
    """The best share of words in common with an object, 0 to 1."""
    return max((len(stems & one) / len(stems | one) for one in objects), default=0.0)


def _stated(unit: Unit, asked: Asked) -> tuple[frozenset[str], ...]:
    """The objects of the turn's statements of the people asked about, where words are shared."""
    found: list[frozenset[str]] = []
    for statement in unit.passage.statements:
        if statement.subject_uid not in asked.people:
            continue
        stems = frozenset(
            base_stem(word) for word in statement.object.lower().split() if word not in STOP_WORDS
        )
        verbs = map(base_stem, statement.predicate.split("_"))
        shared = not asked.verbs.isdisjoint(verbs) or not asked.stems.isdisjoint(
            stems_of(statement.text)
        )
        if stems and shared:
            found.append(stems)
    return tuple(found)
