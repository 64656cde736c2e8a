"""What holds of anybody: "Staying fit is so important", "Work can be tough"; nobody's news."""

from collections.abc import Sequence
from enum import Enum

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    PERSON_NOUNS,
    PRAISE,
    SEEMING,
    TIME_LABELS,
    words_of,
)
from graphmem.model.parse import Sentence, Token

_FAINT = SEEMING | words_of("have make take get give help keep find essential key tough hard")
_MUCH = 3  # words of content: what is said at length somebody may ask for
_MINE = words_of("i me my mine myself")
_YOURS = words_of("you your yours yourself")
_ANYBODY = words_of("you your yourself one everyone everybody people anyone anybody someone")
_ALL = words_of("we us our ourselves")
_BROAD = ABSTRACT_NOUNS | words_of(
    "thing way day moment setback obstacle kindness courage creativity nature art music education "
    "communication teamwork determination perseverance resilience dedication positivity practice "
    "book story people person friend parent kid child animal dog pet memory hobby"
)


class Broad(Enum):
    """Whether a clause is a view of things at large: no, yes, or yes but told at length."""

    NO = "no"
    AT_LENGTH = "at length"
    YES = "yes"


def how_broad(clause: Clause, setting: Setting, *, reacts: bool) -> Broad:
    """Whether the clause is a view of things at large, with nothing in it of anybody.

    ``reacts`` tells that its turn has stated nothing before, so that it may echo the other; else
    what is told at length is the speaker's own.
    """
    if not _is_at_large(clause, setting):
        return Broad.NO
    if _is_anybodys(clause, setting):
        return Broad.YES
    if sum(_says_something(clause.sentence[i]) for i in clause.words) < _MUCH:
        return Broad.YES
    return Broad.AT_LENGTH if reacts else Broad.NO


def echoes(clause: Clause, heard: Sequence[Sentence]) -> bool:
    """Whether a short broad clause takes what it speaks of from what the other has just said."""
    said = {t.lemma for sentence in heard for t in sentence if t.pos in ("NOUN", "PROPN", "VERB")}
    told = {clause.sentence[i].lemma for i in clause.words if _says_something(clause.sentence[i])}
    return len(told) < _MUCH and bool(told & said)


def _is_at_large(clause: Clause, setting: Setting) -> bool:
    sentence, finite = clause.sentence, clause.finite
    if finite is None or finite.tag not in ("VBZ", "VBP", "MD") or clause.subject is None:
        return False
    if finite.low in ("would", "'d"):
        return False
    told = [sentence[i] for i in clause.words]
    if _is_anybodys(clause, setting):
        return True
    if any(t.low in _MINE or t.pos == "PROPN" or t.ent in TIME_LABELS for t in told):
        return False
    if any(t.i in setting.fuller or _is_somebody(t, setting) for t in told):
        return False
    return _is_broad(clause, clause.subject) or _foretells(clause)


def _says_something(token: Token) -> bool:
    content = token.pos in ("NOUN", "VERB", "ADJ", "NUM")
    return (
        content and token.low not in PRAISE | EMPTY_NOUNS | _ANYBODY and token.lemma not in _FAINT
    )


def _is_anybodys(clause: Clause, setting: Setting) -> bool:
    """As in "Rest is good for your back", where "you" is not what it is told of."""
    subject = clause.subject
    if subject is not None and subject.low == "you":
        return False
    return any(clause.sentence[i].low in _YOURS and i not in setting.meant for i in clause.words)


def _is_somebody(token: Token, setting: Setting) -> bool:
    """Whether it is told of somebody or of a thing that is known; "we" is anybody."""
    return token.i in setting.meant and token.low not in _ALL


def _is_broad(clause: Clause, subject: Token) -> bool:
    sentence = clause.sentence
    if subject.low in _ANYBODY or subject.dep == "csubj":
        return True
    if subject.tag == "VBG" and not sentence.children(subject, "poss", "det"):
        return True
    bare = not sentence.children(subject, "det", "poss", "nummod", "compound", "relcl")
    return (
        subject.pos == "NOUN"
        and bare
        and subject.lemma in _BROAD
        and (subject.lemma not in PERSON_NOUNS or subject.tag == "NNS")
    )


def _foretells(clause: Clause) -> bool:
    """As in "It's important to be kind", "It's great when a plan works"."""
    sentence, verb = clause.sentence, clause.verb
    if clause.subject is None or clause.subject.low != "it":
        return False
    if lemma_of(verb) not in SEEMING | {"take", "help"}:
        return False
    told = sentence.child(verb, "acomp", "attr", "oprd", "dobj")
    later = sentence.children(verb, "xcomp", "ccomp", "advcl")
    later += sentence.children(told, "xcomp", "ccomp", "advcl", "acl") if told is not None else []
    return any(t.i > verb.i and t.i in clause.words and t.tag != "VBD" for t in later)
