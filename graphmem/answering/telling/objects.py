"""The objects that people gave to one verb: what Ana plays, over all that she said."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import Asked
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.tokens import lower, tokens
from graphmem.answering.telling.told import Proof
from graphmem.answering.telling.wordlists import (
    AFTERTHOUGHTS,
    BE,
    CONJUNCTIONS,
    DETERMINERS,
    PREPOSITIONS,
    SMALL,
    SUBJECTS,
)
from graphmem.language.sentences import asks, sentences

_LONGEST = 4  # tokens of an object; more is a clause
_ENDS = PREPOSITIONS | (CONJUNCTIONS - {"and", "or"}) | SUBJECTS | BE | AFTERTHOUGHTS
_JOINS = frozenset({"and", "or", ",", "&"})


_VAGUE_WORDS = """
a another any awesome big cool different every few fun good great little lot many more most new
nice one ones other own popular same several some special such two various
"""
_VAGUE = frozenset(map(base_stem, _VAGUE_WORDS.split()))


class Object(NamedTuple):
    """What a verb was said of, as it was written without its article, and where."""

    text: str
    proof: Proof


def objects(asked: Asked, passages: Iterable[Passage]) -> list[Object]:
    """What those whom the question names say that they do by its verb, each once, in order.

    Passages are best first; of what others say of them nothing is taken.
    """
    found: dict[frozenset[str], Object] = {}
    for passage in passages:
        if passage.hit.speaker_uid not in asked.people:
            continue
        for sentence in sentences(passage.hit.text):
            if asks(sentence):
                continue
            for text in _after_verbs(sentence, asked):
                key = frozenset(map(base_stem, text.lower().split())) - _VAGUE
                # "Many books" are of the sort, and name none of it.
                if not key <= asked.focus:
                    found.setdefault(key, Object(text, Proof(passage, sentence)))
    return list(found.values())


def _after_verbs(sentence: str, asked: Asked) -> Iterator[str]:
    found = list(tokens(sentence))
    words = [lower(token) for token in found]
    for at, word in enumerate(words):
        if word[0].isalpha() and base_stem(word) in asked.verbs:
            for begin, end in _phrases(words, at + 1):
                yield sentence[found[begin].start() : found[end - 1].end()]


def _phrases(words: list[str], at: int) -> Iterator[tuple[int, int]]:
    """The noun phrases from a place on, joined by commas or "and"."""
    while at < len(words):
        while at < len(words) and words[at] in DETERMINERS:
            at += 1
        end = at
        while end < len(words) and words[end] not in _ENDS | _JOINS and words[end][0].isalnum():
            end += 1
        last = end
        while last > at and words[last - 1] in SMALL:
            last -= 1
        if not 0 < last - at <= _LONGEST:
            return
        yield at, last
        if end >= len(words) or words[end] not in _JOINS:
            return
        at = end + 1
        while at < len(words) and words[at] in _JOINS:
            at += 1
