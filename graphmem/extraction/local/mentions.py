"""Finds the words of a sentence that may mean somebody or something."""

from enum import StrEnum
from typing import NamedTuple

from graphmem.language.pronouns import POSSESSIVES, PRONOUNS, GrammaticalPerson
from graphmem.model.parse import Sentence, Token


class MentionType(StrEnum):
    """A pronoun, a name, or a noun phrase."""

    PRONOUN = "pronoun"
    NAME = "name"
    NOUN = "noun"


class MentionSpan(NamedTuple):
    """Words of a sentence that may mean somebody or something.

    ``tokens`` are in order; ``head`` is the word that the phrase hangs on. ``person`` is of
    pronouns alone. ``possessor`` is the head of the phrase that says whose it is ("my" sister).
    """

    type: MentionType
    tokens: tuple[Token, ...]
    head: Token
    person: GrammaticalPerson | None = None
    possessive: bool = False
    possessor: Token | None = None

    @property
    def start(self) -> int:
        """The first character of the mention in the text."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """One past its last character."""
        return self.tokens[-1].end

    @property
    def plural(self) -> bool:
        """True if it means several."""
        if self.person is not None:
            return self.person in (GrammaticalPerson.WE, GrammaticalPerson.THEY)
        return self.head.tag in ("NNS", "NNPS")


_MODIFIERS = frozenset({"det", "amod", "compound", "nmod", "nummod", "poss", "quantmod", "predet"})
_DEMONSTRATED = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "ROOT", "conj"})


def mentions(sentence: Sentence) -> list[MentionSpan]:
    """The mentions of a sentence, in the order of their heads; a phrase may hold another."""
    found = []
    for token in sentence:
        mention = _pronoun(token) or _phrase(sentence, token)
        if mention is not None:
            found.append(mention)
    return found


def _pronoun(token: Token) -> MentionSpan | None:
    person = PRONOUNS.get(token.low)
    if person is None:
        return None
    if person is GrammaticalPerson.THIS and (
        token.pos not in ("PRON", "NOUN") or token.dep not in _DEMONSTRATED
    ):
        return None
    if token.low in ("em", "ya", "one") and token.pos != "PRON":
        return None
    possessive = token.tag == "PRP$" or token.low in POSSESSIVES
    return MentionSpan(MentionType.PRONOUN, (token,), token, person, possessive)


def _phrase(sentence: Sentence, token: Token) -> MentionSpan | None:
    if token.pos not in ("NOUN", "PROPN") or not any(map(str.isalnum, token.text)):
        return None
    word = _hyphenated(sentence, token)
    inside = {it.i for it in word}
    head = [it for it in word if it.head == it.i or it.head not in inside][-1]
    if head.pos not in ("NOUN", "PROPN"):  # "Paris-based"
        word, head = (token,), token
    if token.i != head.i:
        return None
    above = sentence.head(token)
    if token.dep in ("compound", "nmod") and above.pos in ("NOUN", "PROPN") and above.i != token.i:
        return None
    modifiers = [it for part in word for it in sentence.children(part, *_MODIFIERS)]
    first = min([word[0].i, *(sentence.subtree(it)[0].i for it in modifiers if it.i < token.i)])
    tokens = sentence.tokens[first : max(token.i, word[-1].i) + 1]
    possessor = next((it for it in modifiers if it.dep == "poss"), None)
    named = token.pos == "PROPN" or (token.ent not in ("", *_NUMBERS) and token.text[:1].isupper())
    return MentionSpan(
        MentionType.NAME if named else MentionType.NOUN,
        tokens,
        token,
        possessive=any(child.tag == "POS" for child in sentence.children(token, "case")),
        possessor=possessor,
    )


def _hyphenated(sentence: Sentence, token: Token) -> tuple[Token, ...]:
    """The words that hyphens join to one: "brother-in-law"."""
    first = last = token.i
    while first > 0 and _are_joined(sentence[first - 1], sentence[first]):
        first -= 1
    while last + 1 < len(sentence) and _are_joined(sentence[last], sentence[last + 1]):
        last += 1
    return sentence.tokens[first : last + 1]


def _are_joined(one: Token, following: Token) -> bool:
    return one.end == following.start and "-" in (one.text, following.text)


_NUMBERS = ("DATE", "TIME", "PERCENT", "MONEY", "QUANTITY", "ORDINAL", "CARDINAL")
