"""The slot that a clause fills: a normalised predicate, and the noun phrase that fills it."""

from collections.abc import Mapping
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.people import Meant
from graphmem.extraction.rules.phrases import is_nominal, object_phrase
from graphmem.extraction.rules.wordlists import CARRIED, LIKING, TIME_LABELS
from graphmem.model.parse import Sentence, Token

_LONGEST = 80
_BE = frozenset({"be"})


class Slot(NamedTuple):
    """``head`` is the word whose list may be split, ``verb`` the verb that the slot is about."""

    predicate: str
    object: str
    head: Token | None
    verb: Token


def slot_of(clause: Clause, meant: Mapping[int, Meant]) -> Slot:
    """The slot of a clause."""
    sentence = clause.sentence
    verb = main_verb(sentence, clause.verb)
    named = _noun_slot(clause, meant)
    if named:
        return named
    shown = sentence.child(verb, "nsubj", "attr")
    if clause.bare == "has" and verb.i not in clause.words and shown is not None:
        return Slot("have", _object(sentence, shown, meant), None, verb)
    if verb.pos == "ADJ":
        return Slot("be", verb.low, None, verb)
    predicate = lemma_of(verb)
    if predicate == "wait" and sentence.child(verb, "neg") is not None:
        return Slot("look_forward_to", _open_object(sentence, verb), None, verb)
    particle = next((t for t in sentence.children(verb, "prt")), None)
    if particle:
        predicate += f"_{particle.low}"
    direct = sentence.child(verb, "dobj", "attr")
    if direct is not None and not _is_time(direct):
        return Slot(_clean(predicate), _object(sentence, direct, meant), direct, verb)
    state = sentence.child(verb, "acomp", "oprd")
    if state is not None:
        return Slot(_clean(predicate), _state(sentence, state), None, verb)
    prep, inner = _prepositional(sentence, verb)
    if prep is not None and inner is not None:
        return Slot(_clean(f"{predicate}_{prep.low}"), _object(sentence, inner, meant), inner, verb)
    return Slot(_clean(predicate), _open_object(sentence, verb), None, verb)


def main_verb(sentence: Sentence, verb: Token) -> Token:
    """The verb that says what happens: of "started learning" it is "learning"."""
    for _ in range(4):
        inner = sentence.child(verb, "xcomp")
        if verb.low == "gon" and inner is None:
            inner = sentence.child(verb, "advcl", "ccomp")
        if inner is None or inner.pos not in ("VERB", "AUX"):
            return verb
        if verb.low == "going" and verb.dep == "xcomp":
            return verb  # "started going to boot camps": the tagger took a noun for a verb
        if verb.lemma in LIKING and not sentence.child(verb, "aux"):
            return verb
        if verb.lemma not in CARRIED and verb.low != "gon" and verb.lemma not in LIKING:
            return verb
        verb = inner
    return verb


def lemma_of(verb: Token) -> str:
    """The lemma, mended where a contraction hides it."""
    if verb.pos == "AUX" and verb.lemma.startswith("'"):
        return {"'ve": "have", "'d": "have"}.get(verb.lemma, "be")
    return verb.lemma.lower()


def _noun_slot(clause: Clause, meant: Mapping[int, Meant]) -> Slot | None:
    """As in "My name is Ana" fills ``name``, "Her favourite food is soup" ``favourite_food``."""
    sentence, subject = clause.sentence, clause.subject
    if subject is None or lemma_of(clause.verb) != "be" or subject.pos != "NOUN":
        return None
    value = sentence.child(clause.verb, "attr", "acomp")
    if value is None:
        return None
    low = {t.low for t in sentence.children(subject, "amod")}
    if low & {"favorite", "favourite", "fave"}:
        predicate = f"favourite_{subject.lemma}"
    elif subject.low == "name" and sentence.child(subject, "poss"):
        predicate = "name"
    else:
        return None
    return Slot(_clean(predicate), _object(sentence, value, meant), value, clause.verb)


def _object(sentence: Sentence, token: Token, meant: Mapping[int, Meant]) -> str:
    person = meant.get(token.i)
    if person:
        return person.label
    if token.pos in ("NOUN", "PROPN") or token.tag == "VBG":
        return object_phrase(sentence, token)[:_LONGEST]
    if token.pos == "PRON" or token.tag in ("WDT", "WP"):
        return "" if token.tag != "NN" else token.low
    return _words(sentence, token)


def _state(sentence: Sentence, state: Token) -> str:
    own = [state]
    for prep in sentence.children(state, "prep"):
        inner = sentence.child(prep, "pobj", "pcomp")
        if inner is not None and is_nominal(inner):
            return f"{state.low} {prep.low} {object_phrase(sentence, inner)}"[:_LONGEST]
    return " ".join(t.low for t in own)


def _prepositional(sentence: Sentence, verb: Token) -> tuple[Token | None, Token | None]:
    for prep in sentence.children(verb, "prep", "agent"):
        inner = sentence.child(prep, "pobj", "pcomp")
        if inner is None:
            deeper = sentence.child(prep, "prep")
            if deeper is not None:
                inner = sentence.child(deeper, "pobj")
        if inner is not None and not _is_time(inner):
            return prep, inner
    for adverb in sentence.children(verb, "advmod"):
        for prep in sentence.children(adverb, "prep"):
            inner = sentence.child(prep, "pobj")
            if inner is not None and not _is_time(inner):
                return prep, inner
    return None, None


def _open_object(sentence: Sentence, verb: Token) -> str:
    inner = sentence.child(verb, "xcomp", "ccomp")
    if inner is None:
        adverb = sentence.child(verb, "advmod")
        wanted = adverb is not None and verb.lemma in _BE and adverb.i > verb.i
        return adverb.low if adverb is not None and wanted else ""
    if inner.pos in ("VERB", "AUX"):
        direct = sentence.child(inner, "dobj")
        tail = f" {object_phrase(sentence, direct)}" if direct and is_nominal(direct) else ""
        return f"{inner.lemma}{tail}"[:_LONGEST]
    return inner.low


def _words(sentence: Sentence, token: Token) -> str:
    kept = [t for t in sentence.subtree(token) if t.pos not in ("DET", "PUNCT")]
    return " ".join(t.low for t in kept[:8])[:_LONGEST]


def _is_time(token: Token) -> bool:
    return token.ent in TIME_LABELS


def _clean(predicate: str) -> str:
    kept = "".join(c if c.isalnum() else "_" for c in predicate.lower())
    return "_".join(part for part in kept.split("_") if part) or "be"
