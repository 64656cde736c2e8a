"""Verb forms that a change of person asks for: "I've" becomes "Ana has"."""

from collections.abc import Iterator

from graphmem.language.words import add_s
from graphmem.model.parse import SUBJECTS, Sentence, Token

_FINITE = frozenset({"VBP", "VBZ", "VBD", "MD"})
_AUXILIARY = ("aux", "auxpass")
# English contractions, as they are typed with an apostrophe or without one.
_WHOLE = {
    "'m": "am", "m": "am", "'re": "are", "re": "are", "'ve": "have", "ve": "have",
    "'ll": "will", "ll": "will", "n't": "not", "nt": "not", "ca": "can", "wo": "will",
    "sha": "shall",
}  # fmt: skip
_CONTRACTED = "'s"
_SINGULAR = {"am": "is", "are": "is", "were": "was", "have": "has", "do": "does", "be": "is"}


def whole(token: Token, *, before_participle: bool = False, before_perfect: bool = False) -> str:
    """A contracted word written out; any other as it stands.

    ``before_participle`` tells of "'d" that it stands before "gone" and not before "go";
    ``before_perfect`` of "'s" that it stands before "been", "got" or a participle with an object,
    as "is" never does.
    """
    if token.pos in ("AUX", "VERB", "PART"):
        if token.low in (_CONTRACTED, "s"):
            return "has" if token.lemma == "have" or before_perfect else "is"
        if token.low in ("'d", "d"):
            return "had" if before_participle else "would"
        return _WHOLE.get(token.low, token.text)
    return token.text


def singular(token: Token, *, before_participle: bool = False, before_perfect: bool = False) -> str:
    """The form of a finite verb after "she"; past and modal forms stay as they are."""
    word = whole(token, before_participle=before_participle, before_perfect=before_perfect)
    low = word.lower()
    if low in _SINGULAR and token.tag != "VBN":
        return _SINGULAR[low]
    if token.tag not in ("VBP", "VB"):
        return word
    return add_s(low)


def agreeing(sentence: Sentence, subject: Token) -> Iterator[Token]:
    """The words that agree with a subject: the finite word of its verb and of what shares it."""
    if subject.dep not in SUBJECTS:
        return
    waiting = [sentence.head(subject)]
    while waiting:
        verb = waiting.pop()
        finite = finite_word(sentence, verb)
        if finite is not None:
            yield finite
        modal = finite is not None and finite.i != verb.i
        for other in sentence.children(verb, "conj"):
            alone = finite_word(sentence, other)
            has_own = sentence.child(other, *SUBJECTS) is not None
            # "Could play or help": what follows a modal carries no tense.
            if other.pos in ("VERB", "AUX") and not has_own and not (modal and alone is other):
                waiting.append(other)


def finite_word(sentence: Sentence, verb: Token) -> Token | None:
    """The word that carries the tense of a verb; None where it has none ("to go", "going")."""
    for auxiliary in sentence.children(verb, *_AUXILIARY):
        if auxiliary.tag in _FINITE or auxiliary.low == _CONTRACTED:
            return auxiliary
        if auxiliary.tag == "TO":
            return None
    return verb if verb.tag in _FINITE else _taken_for_case(sentence, verb)


def _taken_for_case(sentence: Sentence, verb: Token) -> Token | None:
    """The "'s" of "Ana's gone", where the parser takes it for the possessive one."""
    subject = sentence.child(verb, *SUBJECTS)
    if subject is None or verb.tag not in ("VBG", "VBN"):
        return None
    case = sentence.child(subject, "case")
    return case if case is not None and case.low == _CONTRACTED else None
