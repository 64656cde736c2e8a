"""Predicate and object of a sentence that stands alone, from its parse."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.model.parse import Parsed, Sentence, Token

_COMPLEMENTS = ("dobj", "attr", "acomp", "oprd", "xcomp", "ccomp", "prep", "agent", "dative")


class Slot(NamedTuple):
    """The verb in its base form with particle or preposition (``work_at``), and what fills it."""

    predicate: str
    object: str


def slot_of(parsed: Parsed) -> Slot:
    """The slot of a text of one clause; a text without a verb says itself."""
    sentence = parsed.sentences[0]
    root = sentence.root
    passive = sentence.child(root, "auxpass")
    words = [root.lemma.lower()] if passive is None else [passive.lemma.lower(), root.low]
    particle = sentence.child(root, "prt")
    if particle is not None:
        words.append(particle.low)
    at = root
    complement = _complement(sentence, at)
    # "Be allergic to", "ask to cancel": what completes the verb belongs to the predicate.
    while complement is not None and complement.dep in ("acomp", "prep", "xcomp"):
        if complement.dep == "xcomp" and any(
            token.tag == "TO" for token in sentence.children(complement, "aux")
        ):
            words.append("to")
        words.append(complement.lemma.lower() if complement.dep == "xcomp" else complement.low)
        at = complement
        complement = sentence.child(at, "pobj") or _complement(sentence, at)
    rest = sentence.subtree(complement) if complement is not None else ()
    return Slot("_".join(words), _text(parsed, rest))


def _complement(sentence: Sentence, verb: Token) -> Token | None:
    for relation in _COMPLEMENTS:
        found = sentence.child(verb, relation)
        if found is not None and found.i > verb.i:
            return found
    return None


def _text(parsed: Parsed, tokens: Sequence[Token]) -> str:
    if not tokens:
        return ""
    return parsed.text[tokens[0].start : tokens[-1].end].strip(" .")
