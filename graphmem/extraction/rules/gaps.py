"""Relative clauses told on their own: "the drawing I made last week" says that I made it then."""

from collections.abc import Sequence

from graphmem.extraction.rules.tree import noun_phrase
from graphmem.extraction.rules.wordlists import TIME_LABELS
from graphmem.model.parse import Sentence, Token

_RELATIVE = frozenset({"WDT", "WP", "WRB"})
_OWN = frozenset({"i", "we", "he", "she", "they"})
_PICTURES = frozenset({"pic", "photo", "picture", "snap", "shot", "selfie", "video"})
_EMPTY = frozenset({"one", "thing", "way", "time", "all", "place", "day", "reason", "moment"})


def is_presenting(sentence: Sentence, verb: Token) -> bool:
    """As in "Here's a picture": it shows something and says nothing."""
    opening = next((t for t in sentence if t.pos not in ("PUNCT", "INTJ")), verb)
    return opening.low in ("here", "there") and opening.head == verb.i and verb.lemma in (
        "be", "'s", "go", "come"
    )  # fmt: skip


def shown_of_a_time(sentence: Sentence) -> Token | None:
    """The picture of "Here's a pic from last Friday with the crew", or None."""
    root = sentence.root
    if not is_presenting(sentence, root):
        return None
    shown = sentence.child(root, "nsubj", "attr")
    if shown is None or shown.lemma not in _PICTURES:
        return None
    of_it = [t for prep in sentence.children(shown, "prep") for t in sentence.children(prep)]
    return shown if any(t.ent in TIME_LABELS for t in of_it) else None


def gapped_words(
    sentence: Sentence, verb: Token, subject: Token, own: Sequence[Token]
) -> list[int]:
    """The places of the clause's words with what it is about put in; none where it says little.

    It says enough where it has a time, or where the sentence around it only shows something.
    """
    if subject.low not in _OWN and subject.pos != "PROPN":
        return []
    words = [
        t
        for t in own
        if (t.tag not in _RELATIVE or t.head != verb.i) and t.i >= _first(sentence, subject)
    ]
    timed = any(t.ent in TIME_LABELS for t in words)
    if not timed and not is_presenting(sentence, sentence.root):
        return []
    places = [t.i for t in words]
    antecedent = sentence.head(verb)
    adverbial = any(t.tag == "WRB" for t in sentence.children(verb))
    if adverbial or sentence.child(verb, "ccomp", "acomp", "attr") is not None:
        return places if timed else []
    direct = sentence.child(verb, "dobj")
    if direct is not None and direct.tag not in _RELATIVE:
        return places if timed else []
    if antecedent.pos not in ("NOUN", "PROPN") or antecedent.low in _EMPTY:
        return []
    phrase = [t.i for t in noun_phrase(sentence, antecedent, verb)]
    after = _gap(sentence, verb, places)
    return [*places[:after], *phrase, *places[after:]]


def _first(sentence: Sentence, subject: Token) -> int:
    return sentence.subtree(subject)[0].i


def _gap(sentence: Sentence, verb: Token, places: Sequence[int]) -> int:
    """How many of the words stand before the gap: the verb, its particle, a preposition left."""
    last = verb.i
    for child in sentence.children(verb, "prt", "prep"):
        below = sentence.children(child)
        stranded = child.dep == "prep" and all(t.ent in TIME_LABELS for t in below)
        if child.i > last and (child.dep == "prt" or stranded):
            last = child.i
    return sum(1 for i in places if i <= last)
