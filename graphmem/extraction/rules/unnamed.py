"""Clauses whose subject nothing names, and that say something all the same."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.slots import lemma_of
from graphmem.extraction.rules.wordlists import (
    CALENDAR,
    EMPTY_NOUNS,
    SEEMING,
    STEP_WORDS,
    TIME_LABELS,
    words_of,
)

_WELCOME = words_of(
    "pleasure joy dream honor honour shame relief challenge blessing privilege delight pity treat"
)
_APPOINTING = words_of(
    "promote hire ask invite offer give tell call choose pick accept appoint elect award fire move "
    "put"
)
_REASONS = frozenset({"because", "since", "cause", "'cause"})


def is_season(clause: Clause) -> bool:
    """As in "Now it's summer": when it is, and nothing of anybody."""
    told = clause.sentence.child(clause.verb, "attr")
    it = clause.subject is not None and clause.subject.low == "it"
    return it and told is not None and (told.low in CALENDAR or told.ent in TIME_LABELS)


def says_what(clause: Clause) -> bool:
    """As in "It was a reading where people told their stories": what it was, at length."""
    told = clause.sentence.child(clause.verb, "attr")
    if told is None or lemma_of(clause.verb) != "be" or told.low in EMPTY_NOUNS:
        return False
    return bool(clause.sentence.children(told, "relcl", "acl", "prep", "compound"))


def tells_a_step(clause: Clause) -> bool:
    """As in "First you soak the beans": how something is done."""
    steps = {t.low for t in clause.sentence.children(clause.verb, "advmod")} & STEP_WORDS
    return clause.subject is not None and clause.subject.low == "you" and bool(steps)


def moves_somebody(clause: Clause) -> bool:
    """As in "They promoted me": who "they" are does not matter."""
    subject = clause.subject
    return (
        subject is not None
        and subject.low == "they"
        and clause.verb.tag in ("VBD", "VBN")
        and clause.verb.lemma in _APPOINTING
        and any(t.low == "me" for t in clause.sentence.children(clause.verb, "dobj"))
    )


def foretells(clause: Clause) -> bool:
    """As in "It's hard to leave": "it" is what follows; "she" is somebody, if unknown who."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    if subject is None or subject.low != "it":
        return subject is not None and subject.low in ("he", "she")
    if subject.dep == "expl":
        return True
    lemma = lemma_of(verb)
    if lemma not in SEEMING | {"take"}:
        return False
    told = sentence.child(verb, "acomp", "attr", "oprd")
    if told is not None and told.tag == "JJR":
        return False
    if told is not None and told.pos == "NOUN" and told.lemma not in _WELCOME:
        return False
    if (told is None and lemma == "be") or (told is not None and told.low in EMPTY_NOUNS):
        return False
    later = sentence.children(verb, "ccomp", "xcomp", "advcl")
    later += sentence.children(told, "ccomp", "xcomp") if told is not None else []
    later = [t for t in later if not {m.low for m in sentence.children(t, "mark")} & _REASONS]
    return any(t.i > verb.i for t in later)
