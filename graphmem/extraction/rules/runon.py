"""Sentences that run on: clauses that the tree hangs on another though they stand alone."""

from graphmem.extraction.rules.tree import own_subject
from graphmem.extraction.rules.wordlists import SAYING
from graphmem.model.parse import Sentence, Token


def stands_alone(sentence: Sentence, verb: Token) -> bool:
    """Whether a clause that the tree hangs on another is a sentence of its own, run on."""
    head = sentence.head(verb)
    if verb.dep == "parataxis":
        return own_subject(sentence, verb) is not None
    subject = own_subject(sentence, head)
    if subject is None and head.tag == "VB" and verb.i < head.i and head.dep == "ROOT":
        return own_subject(sentence, verb) is not None  # "I love boats - check this out"
    return (
        verb.i < head.i
        and subject is not None
        and subject.i > verb.i
        and (head.lemma not in SAYING or _says_something(sentence, head))
        and (own_subject(sentence, verb) is not None or _opens_done(sentence, verb))
    )


def _opens_done(sentence: Sentence, verb: Token) -> bool:
    """As in "Got it years ago, it means a lot": the speaker did it."""
    before = sentence.tokens[: verb.i]
    return verb.tag == "VBD" and all(t.pos in ("ADV", "INTJ", "PUNCT", "CCONJ") for t in before)


def _says_something(sentence: Sentence, head: Token) -> bool:
    """Whether a verb of saying has its own object behind it, so that what precedes is not it."""
    return any(t.i > head.i for t in sentence.children(head, "dobj", "xcomp", "ccomp"))
