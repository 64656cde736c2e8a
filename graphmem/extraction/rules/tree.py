"""Small questions to the tree of a sentence."""

from graphmem.extraction.rules.wordlists import DISCOURSE_WORDS
from graphmem.model.parse import SUBJECTS, Sentence, Token

_FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})


def finite_word(sentence: Sentence, verb: Token) -> Token | None:
    """The first auxiliary, or the verb itself where it is finite; None for "Working on it"."""
    auxiliaries = [t for t in sentence.children(verb, "aux", "auxpass") if t.tag != "TO"]
    if auxiliaries:  # one may hang on another: "'m feeling inspired"
        deeper = sentence.child(auxiliaries[0], "aux")
        return deeper or auxiliaries[0]
    return verb if verb.tag in _FINITE or verb.tag == "VB" else None


def own_subject(sentence: Sentence, verb: Token) -> Token | None:
    """The subject that hangs on this verb itself."""
    subjects = [
        t for t in sentence.children(verb, *SUBJECTS) if t.low not in DISCOURSE_WORDS | {"gon"}
    ]
    before = [one for one in subjects if one.dep != "expl"]
    if not subjects:
        return None
    # A name called before the clause is often taken for a subject too; the nearest one is it.
    near = [one for one in before if one.i < verb.i]
    return near[-1] if near else (before or subjects)[0]


def edges_trimmed(tokens: list[Token]) -> list[Token]:
    """Without the punctuation, interjections and linking words at the edges."""
    first, last = 0, len(tokens)
    while first < last and (
        tokens[first].pos in ("PUNCT", "SYM", "INTJ") or tokens[first].dep in ("cc", "intj")
    ):
        first += 1
    while last > first and (
        tokens[last - 1].pos in ("PUNCT", "SYM") and tokens[last - 1].text not in ('"', "”", ")")
    ):
        last -= 1
    return tokens[first:last]


def noun_phrase(sentence: Sentence, noun: Token, without: Token) -> list[Token]:
    """A noun with what stands before it, but nothing below the word ``without``."""
    below = {t.i for t in sentence.subtree(without)}
    deps = ("det", "amod", "compound", "poss", "nummod", "nmod", "case")
    kept = {noun.i}
    for child in sentence.children(noun, *deps):
        kept.update(t.i for t in sentence.subtree(child) if t.i not in below)
    return [sentence[i] for i in sorted(kept)]


def infinitive_of(sentence: Sentence, first: Token, verb: Token) -> list[Token]:
    """The words "wanted to" of "wanted to swim, laugh together and eat"."""
    inner = sentence.child(first, "xcomp")
    to = sentence.child(inner, "aux") if inner is not None and inner.i < verb.i else None
    return [first, to] if to is not None and to.tag == "TO" else []
