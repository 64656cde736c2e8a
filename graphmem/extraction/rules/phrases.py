"""Noun phrases: how a thing is called, whose it is, and the parts of a list."""

from collections.abc import Mapping

from graphmem.extraction.rules.people import Meant
from graphmem.extraction.rules.wordlists import EMPTY_NOUNS, TIME_LABELS, WEAK_MODIFIERS
from graphmem.model.parse import Sentence, Token

_NAMING = frozenset({"compound", "amod", "nmod", "nummod"})
_PAIRED = frozenset("\"“”'’()")
_NOMINAL = frozenset({"NOUN", "PROPN"})


def is_nominal(token: Token) -> bool:
    """Whether the word can name something."""
    return token.pos in _NOMINAL or (token.tag == "VBG" and token.dep in ("dobj", "pobj", "conj"))


def object_phrase(sentence: Sentence, noun: Token) -> str:
    """What fills a slot: the noun with what makes it that one, no determiner, no possessive."""
    return _cased([*_left(sentence, noun, weak=True), noun, *_of(sentence, noun)])


def entity_name(sentence: Sentence, noun: Token) -> str | None:
    """The name of the thing that the noun means: "pottery class", "TechCorp"; None for "lot"."""
    if noun.pos == "PROPN" or (noun.ent and noun.ent not in TIME_LABELS and noun.pos == "NOUN"):
        return proper_name(sentence, noun)
    if noun.pos != "NOUN" or noun.low in EMPTY_NOUNS or noun.ent in TIME_LABELS:
        return None
    if not noun.text.replace("-", "").replace("'", "").replace("’", "").isalpha():
        return None
    return _cased([*_left(sentence, noun, weak=False), noun])


def proper_name(sentence: Sentence, noun: Token) -> str:
    """A name as written, all of its words."""
    words = [noun]
    i = noun.i - 1
    while i >= 0 and _same_name(sentence[i], words[0]):
        words.insert(0, sentence[i])
        i -= 1
    i = noun.i + 1
    while noun.ent and i < len(sentence) and sentence[i].ent == noun.ent and not sentence[i].begins:
        words.append(sentence[i])
        i += 1
    while words and (words[0].pos in ("DET", "ADP", "PUNCT", "PRON", "PART")) and len(words) > 1:
        words.pop(0)
    while len(words) > 1 and words[-1].pos in ("PUNCT", "PART"):
        words.pop()
    return _spaced(words)


def owner_of(sentence: Sentence, noun: Token, meant: Mapping[int, Meant]) -> str | None:
    """The participant whose the thing is ("my guitar"), or None."""
    for child in sentence.children(noun, "poss"):
        person = meant.get(child.i)
        if person and person.reference.owner is None:
            return person.reference.name
    return None


def possessor_of(sentence: Sentence, token: Token, meant: Mapping[int, Meant]) -> str | None:
    """Whose the thing is, where it is nobody's who takes part: "my sister's van"."""
    for child in sentence.children(token, "poss"):
        if child.i in meant:
            person = meant[child.i].reference
            return person.name if person.owner else None
        if child.pos == "PROPN":
            return proper_name(sentence, child)
        if child.pos == "NOUN":
            return child.low
    return None


def coordinated(sentence: Sentence, noun: Token) -> list[Token]:
    """The noun and everything that is listed beside it, in order."""
    found = [noun]
    for one in found:
        found += [t for t in sentence.children(one, "conj") if is_nominal(t)]
    return sorted(found, key=lambda token: token.i)


def words_of_item(sentence: Sentence, item: Token) -> set[int]:
    """The places of the words of one item of a list, without the items beside it."""
    below = {t.i for t in sentence.subtree(item)}
    for child in sentence.children(item, "conj"):
        below -= {t.i for t in sentence.subtree(child)}
    for child in sentence.children(item, "cc", "preconj"):
        below.discard(child.i)
    return {
        i for i in below if sentence[i].pos != "PUNCT" or i < item.i or sentence[i].text in _PAIRED
    }


def _same_name(token: Token, following: Token) -> bool:
    if following.begins and following.ent:
        return False
    if following.ent and token.ent == following.ent:
        return True
    return not following.ent and token.pos == "PROPN" and token.dep in ("compound", "nmod")


def _left(sentence: Sentence, noun: Token, *, weak: bool) -> list[Token]:
    words: list[Token] = []
    for child in sentence.children(noun, *_NAMING):
        if child.i > noun.i or child.ent in TIME_LABELS:
            continue
        if not weak and (
            child.low in WEAK_MODIFIERS
            or child.tag in ("JJR", "JJS", "CD")
            or child.pos not in ("NOUN", "PROPN", "ADJ", "VERB")
        ):
            continue
        words += [
            t
            for t in sentence.subtree(child)
            if weak or t.pos not in ("ADV", "PUNCT") or t.text == "-"
        ]
    if words and words[-1].i < noun.i - 1 and sentence[noun.i - 1].text == "-":
        words.append(sentence[noun.i - 1])
    return sorted((t for t in words if t.pos not in ("DET",)), key=lambda token: token.i)


def _of(sentence: Sentence, noun: Token) -> list[Token]:
    for prep in sentence.children(noun, "prep"):
        inner = sentence.child(prep, "pobj")
        if prep.low == "of" and prep.i == noun.i + 1 and inner is not None and is_nominal(inner):
            return [prep, *_left(sentence, inner, weak=True), inner]
    return []


def _cased(words: list[Token]) -> str:
    return _spaced([t._replace(text=t.text if _proper(t) else t.text.lower()) for t in words])


def _proper(token: Token) -> bool:
    return token.pos == "PROPN" or bool(token.ent) or (token.text.isupper() and len(token.text) > 1)


def _spaced(words: list[Token]) -> str:
    text = ""
    for i, token in enumerate(words):
        gap = i and words[i - 1].end != token.start
        text += f" {token.text}" if gap else token.text
    return text
