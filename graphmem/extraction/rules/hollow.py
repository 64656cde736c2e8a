"""Clauses that lack what would make them say something: "I am a huge fan", "I push on"."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    FEELINGS,
    OPENERS,
    PRAISE,
    SEEMING,
    words_of,
)
from graphmem.model.parse import Token

_EMPTY = EMPTY_NOUNS | words_of(
    "get go make do have be let happen able sure really difference sense best"
)
_TALK = frozenset({"talk", "chat", "speak", "catch"})
_ALONG = words_of("on along so much really hard well together forward up back ahead too")
_LIGHT = words_of("have get make do take give bring")
_HOLLOW = ABSTRACT_NOUNS | EMPTY_NOUNS | words_of("setback opportunity option surprise problem")
_AIMING = words_of("go chase follow pursue reach achieve realize realise live")
_AIMS = words_of("dream goal passion heart")
_COMPLEMENTS = ("prep", "xcomp", "ccomp", "advcl")


def lacks_its_end(clause: Clause) -> bool:
    """As in "I'm a huge fan", "That was the best part", "I'm sure with some work": of what?"""
    sentence, verb = clause.sentence, clause.verb
    told = sentence.child(verb, "attr", "acomp")
    if _has_only(clause):
        return True
    if told is None or lemma_of(verb) != "be":
        return False
    behind = [t for t in clause.words if t > told.i]
    if clause.subject is not None and told.lemma == clause.subject.lemma:
        return True  # "progress is progress"
    if told.low in ("sure", "able", "ready", "going"):
        kept = {t.i for t in sentence.children(told, "ccomp", "xcomp")}
        kept |= {t.i for t in sentence.children(verb, "ccomp", "xcomp")}
        return not kept & set(clause.words) and told.low in ("sure", "able")
    return (
        told.lemma in ("fan", "part", "reason", "key", "part")
        and not behind
        and (
            clause.subject is None
            or clause.subject.pos == "PRON"
            or (told.lemma == "part" and clause.subject.pos != "VERB")
        )
    )


def _has_only(clause: Clause) -> bool:
    """As in "I have a few plans", "I'm determined to make an impact": of what sort is not said."""
    verb = main_verb(clause.sentence, clause.verb)
    eager = clause.sentence.child(verb, "acomp")
    if verb.low in FEELINGS or eager is not None:
        verb = clause.sentence.child(eager or verb, "xcomp") or verb
    told = clause.sentence.child(verb, "dobj")
    if clause.subject is not None and clause.subject.low not in ("i", "we"):
        return False
    if _goes_for_it(clause):
        return True
    if told is None or lemma_of(verb) not in _LIGHT or told.i not in clause.words:
        return False
    more = clause.sentence.children(
        told, "prep", "relcl", "acl", "compound", "poss", "conj", "nummod", "appos"
    )
    more += clause.sentence.children(verb, "prep", "xcomp", "advcl", "ccomp", "npadvmod")
    return told.lemma in _HOLLOW and not any(t.i in clause.words for t in more)


def _goes_for_it(clause: Clause) -> bool:
    """As in "I'm going for my dreams", "we chase our goals": which, it does not say."""
    sentence = clause.sentence
    last = [t for t in map(sentence.__getitem__, clause.words) if t.lemma in _AIMING]
    if not last or last[-1].pos != "VERB":
        return False
    verb = last[-1]
    aimed = [
        *sentence.children(verb, "dobj"),
        *(t for prep in sentence.children(verb, "prep") for t in sentence.children(prep, "pobj")),
    ]
    return any(
        t.lemma in _AIMS and not sentence.children(t, "prep", "relcl", "acl", "compound", "amod")
        for t in aimed
    )


def does_only(clause: Clause) -> bool:
    """As in "I'm pushing on": to what, it does not say."""
    tokens = [clause.sentence[i] for i in clause.words]
    if clause.subject is not None and clause.subject.pos in ("NOUN", "PROPN"):
        return False
    return not any(
        t.pos in ("NOUN", "PROPN", "NUM", "ADJ")
        or (t.pos == "ADV" and t.i > clause.verb.i and t.low not in OPENERS | _ALONG)
        for t in tokens
    )


def bare_feeling(clause: Clause) -> bool:
    """As in "I'm so glad", "I feel great": of what, it does not say."""
    sentence, verb = clause.sentence, main_verb(clause.sentence, clause.verb)
    if verb.low in FEELINGS and verb.i == clause.words[-1]:
        return True
    told = sentence.child(verb, "acomp", "oprd")
    if told is None or lemma_of(verb) not in SEEMING:
        return False
    if told.low not in FEELINGS | PRAISE or not is_plain(clause.subject):
        return False
    return not any(
        t.i > verb.i and t.i in clause.words
        for holder in (told, verb)
        for t in sentence.children(holder, *_COMPLEMENTS)
    )


def is_plain(subject: Token | None) -> bool:
    """Whether it is a pronoun, or understood."""
    return subject is None or subject.tag == "PRP"


def empty_event(clause: Clause) -> bool:
    """As in "A lot has happened", "We haven't talked in weeks"."""
    subject, sentence = clause.subject, clause.sentence
    if _of_talking(clause):
        return True
    if subject is None or clause.verb.lemma not in ("happen", "go", "change"):
        return False
    holder = next(
        (t for prep in sentence.children(subject, "prep") for t in sentence.children(prep, "pobj")),
        subject,
    )
    return subject.low in _EMPTY | {"what"} and holder.low in _EMPTY | {"news"}


def _of_talking(clause: Clause) -> bool:
    """As in "We haven't talked in weeks", "I have some news"."""
    subject, sentence, verb = clause.subject, clause.sentence, clause.verb
    told = sentence.child(verb, "dobj")
    if told is not None and told.low == "news" and not sentence.children(told, "prep", "ccomp"):
        return True
    if verb.lemma not in _TALK:
        return False
    negated = sentence.child(verb, "neg") is not None
    together = subject is not None and subject.low == "we"
    return together or (negated and any(t.low == "you" for t in sentence))
