"""Capitals: which capitalised words are names, and which only open a sentence."""

from collections.abc import Iterable
from typing import NamedTuple

from graphmem.extraction.rules.wordlists import (
    BACKCHANNEL,
    CALENDAR,
    CONCEPT_SUFFIXES,
    DISCOURSE_WORDS,
    FEELINGS,
    GREETINGS,
    NO_NAMES,
    OPENERS,
    PRAISE,
)
from graphmem.model.parse import SUBJECTS, Parsed, Sentence, Token

_NEVER = (
    BACKCHANNEL | CALENDAR | DISCOURSE_WORDS | FEELINGS | GREETINGS | NO_NAMES | OPENERS | PRAISE
)
_EMPHASIS = frozenset({"PUNCT", "SYM", "INTJ", "X"})
_NAMING_LABELS = frozenset({"PERSON", "ORG", "GPE", "LOC", "FAC"})


def plausible_noun(token: Token) -> bool:
    """Whether a word that is no name can still be a thing: "Tomatoes", and not "Awesome"."""
    return token.text.isalpha() and token.low not in _NEVER


class Capitals(NamedTuple):
    """The words of a chunk, in lower case: names within a sentence, and those written small."""

    names: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()

    def is_name(self, sentence: Sentence, token: Token) -> bool:
        """Whether a capitalised word is a name.

        A word that opens a sentence has its capital anyway: it is one if it stands as a name
        within a sentence too, or if somebody of that name does something and nobody writes it
        small.
        """
        low = token.low.strip(".,!?")
        if token.text.islower() or not any(c.isalpha() for c in token.text):
            return False
        if low in CALENDAR:
            return False
        if low in self.names:
            return True
        if low in _NEVER:
            return False
        if not _opens(sentence, token):
            return True
        acts = token.dep in SUBJECTS or token.dep == "poss"
        named = token.pos == "PROPN" and token.ent in _NAMING_LABELS
        return acts and named and low not in self.small and not low.endswith(CONCEPT_SUFFIXES)


def capitals_of(texts: Iterable[Parsed]) -> Capitals:
    """What the words of these texts tell of capitals."""
    names: set[str] = set()
    small: set[str] = set()
    for text in texts:
        for sentence in text.sentences:
            for token in sentence:
                if token.text.islower():
                    small.add(token.low)
                elif token.pos == "PROPN" and token.text[:1].isupper() and (
                    not _opens(sentence, token) and token.low not in _NEVER
                ):  # fmt: skip
                    names.add(token.low)
    return Capitals(frozenset(names), frozenset(small))


def _opens(sentence: Sentence, token: Token) -> bool:
    """Whether nothing but small words of assent stand before it."""
    return all(
        t.pos in _EMPHASIS or t.low in BACKCHANNEL | OPENERS for t in sentence.tokens[: token.i]
    )
