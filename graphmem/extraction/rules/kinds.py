"""What sort of statement a clause is: kind, network, polarity and modality."""

from collections.abc import Mapping
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.people import Meant
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.tree import finite_word
from graphmem.extraction.rules.wordlists import (
    FEELINGS,
    HOPING,
    HYPOTHETICAL,
    LASTING,
    LIKING,
    NEGATORS,
    OPINION_VERBS,
    PRAISE,
    SEEMING,
    STATIVE,
    STEP_WORDS,
    THINKING,
    WANTING,
)
from graphmem.model.parse import Sentence, Token
from graphmem.model.workspace import Kind, Modality, Network, Polarity

_FUTURE_ADVERBS = frozenset({"soon", "tomorrow", "someday"})
_MODAL_FUTURE = frozenset({"will", "'ll", "wo", "shall", "gonna"})


class Sort(NamedTuple):
    """How a statement is to be taken."""

    kind: Kind
    network: Network
    polarity: Polarity
    modality: Modality


def sort_of(clause: Clause, meant: Mapping[int, Meant], *, future: bool) -> Sort:
    """The sort of a clause; ``future`` tells that its time lies after it was said."""
    modality = _modality(clause, future=future)
    kind = _kind(clause, meant, modality)
    polarity = Polarity.NEGATIVE if _negated(clause) else Polarity.POSITIVE
    return Sort(kind, _network(clause, kind, meant), polarity, modality)


def is_judgement(clause: Clause) -> bool:
    """As in "It was amazing": a thing and an adjective or noun of praise or blame."""
    sentence, verb = clause.sentence, clause.verb
    if lemma_of(verb) not in SEEMING:
        return verb.lemma in ("mean", "rock", "suck", "matter", "inspire", "amaze", "blow")
    told = sentence.child(verb, "acomp", "oprd", "attr")
    if told is None:
        return False
    if told.pos == "ADJ" or told.dep == "acomp":
        return True
    return any(t.low in PRAISE or t.tag == "JJ" for t in sentence.children(told, "amod"))


def _modality(clause: Clause, *, future: bool) -> Modality:
    sentence, verb = clause.sentence, clause.verb
    auxiliaries = {t.low for t in sentence.children(verb, "aux")}
    if clause.shared_aux:
        auxiliaries.add(clause.shared_aux.low)
    if _conditional(sentence, verb):
        return Modality.HYPOTHETICAL
    wishes = lemma_of(verb) in ("love", "like") and auxiliaries & {"'d", "would"}
    if wishes and sentence.child(verb, "xcomp"):
        return Modality.PLANNED
    if auxiliaries & HYPOTHETICAL and not _had(sentence, verb):
        return Modality.HYPOTHETICAL
    if auxiliaries & _MODAL_FUTURE or verb.low == "gon":
        return Modality.PLANNED
    if _intends(sentence, verb):
        return Modality.PLANNED
    progressive = verb.tag == "VBG" and any(
        t.lemma == "be" or t.low == "'m" for t in sentence.children(verb, "aux")
    )
    if future and (progressive or _present(sentence, verb)):
        return Modality.PLANNED
    return Modality.SAID


def _conditional(sentence: Sentence, verb: Token) -> bool:
    return any(
        mark.low in ("if", "unless")
        for clause in [verb, *sentence.children(verb, "advcl")]
        for mark in sentence.children(clause, "mark")
    )


def _had(sentence: Sentence, verb: Token) -> bool:
    return verb.tag == "VBN" and not any(
        t.low in ("have", "would", "could") for t in sentence.children(verb, "aux")
    )


def _present(sentence: Sentence, verb: Token) -> bool:
    finite = finite_word(sentence, verb)
    return finite is None or finite.tag in ("VBP", "VBZ", "VB")


def _intends(sentence: Sentence, verb: Token) -> bool:
    inner = next(
        (one for dep in ("xcomp", "ccomp", "advcl") if (one := sentence.child(verb, dep))), None
    )
    if inner is None:
        deeper = sentence.child(verb, "prep")
        about = deeper is not None and sentence.child(deeper, "pcomp") is not None
        progressive = verb.tag == "VBG" and verb.lemma in ("think", "plan", "look", "consider")
        return about and (progressive or verb.lemma in ("plan",))
    past = verb.tag == "VBD" and verb.lemma not in ("decide",)
    to = any(t.tag == "TO" for t in sentence.children(inner, "aux"))
    if verb.low == "going" and to:
        return True
    if verb.lemma in HOPING:
        return not past
    if verb.lemma in ("plan", "think", "look") and verb.tag == "VBG":
        return to or inner.tag == "VBG" or verb.lemma == "plan"
    return verb.lemma in WANTING - {"look", "dream"} and not past and (to or inner.tag == "VBG")


def _kind(clause: Clause, meant: Mapping[int, Meant], modality: Modality) -> Kind:
    sentence, verb = clause.sentence, clause.verb
    lemma = lemma_of(verb)
    if lemma in LIKING and modality is Modality.SAID:
        return Kind.PREFERENCE
    if any(
        t.low in ("favorite", "favourite", "fave")
        for t in sentence.subtree(verb)
        if t.i in clause.words
    ):
        return Kind.PREFERENCE
    if _process(clause, meant):
        return Kind.PROCESS
    if modality is Modality.PLANNED:
        return Kind.PLAN
    if _opinion(clause, meant):
        return Kind.OPINION
    inner = main_verb(sentence, verb)
    finite = clause.finite
    done = inner.tag == "VBD" and lemma_of(inner) not in LASTING
    if not done and lemma_of(inner) in STATIVE:
        return Kind.FACT
    past = finite is not None and (finite.tag == "VBD" or finite.lemma == "have")
    return Kind.EVENT if past or clause.verb.tag in ("VBD", "VBN") else Kind.FACT


def _process(clause: Clause, meant: Mapping[int, Meant]) -> bool:
    sentence, verb = clause.sentence, clause.verb
    subject = clause.subject
    if subject is None:
        return False
    if subject.low == "you" and subject.i not in meant:
        return True
    if verb.lemma == "use" and sentence.child(verb, "xcomp") and subject.low in ("we", "you"):
        return finite_is_present(clause)
    steps = {t.low for t in sentence.children(verb, "advmod")} & STEP_WORDS
    return bool(steps & {"first", "next"}) and finite_is_present(clause)


def finite_is_present(clause: Clause) -> bool:
    """Whether the clause stands in the present tense."""
    finite = clause.finite
    return finite is not None and finite.tag in ("VBP", "VBZ", "VB")


def has_modal(clause: Clause) -> bool:
    """Whether can, may, will and the like stand with the verb."""
    finite = clause.finite
    return finite is not None and finite.tag == "MD"


def looks_forward(sentence: Sentence, verb: Token) -> bool:
    """As in "Can't wait": a negation that is none."""
    return (
        verb.lemma == "wait"
        and sentence.child(verb, "neg") is not None
        and any(t.low in ("ca", "can", "could") for t in sentence.children(verb, "aux"))
    )


def _opinion(clause: Clause, meant: Mapping[int, Meant]) -> bool:
    sentence, verb = clause.sentence, clause.verb
    lemma = lemma_of(verb)
    person = clause.subject is None or _is_person(clause.subject, meant)
    if looks_forward(sentence, verb):
        return True
    if person:
        state = sentence.child(verb, "acomp", "oprd") or (verb if verb.pos == "ADJ" else None)
        if state is not None and (state.low in FEELINGS or lemma == "feel"):
            return True
        if lemma == "be" and state is not None and state.low in PRAISE:
            return True
        return lemma in THINKING or lemma in ("feel", "appreciate", "agree", "care", "wish", "hope")
    return is_judgement(clause) or (lemma in OPINION_VERBS and finite_is_present(clause))


def _is_person(token: Token, meant: Mapping[int, Meant]) -> bool:
    if token.i in meant:
        return meant[token.i].human
    return token.ent == "PERSON" or (token.pos == "PROPN" and not token.ent)


def _network(clause: Clause, kind: Kind, meant: Mapping[int, Meant]) -> Network:
    if kind in (Kind.OPINION, Kind.PREFERENCE):
        return Network.OPINION
    if kind is Kind.PROCESS:
        return Network.WORLD
    if kind in (Kind.PLAN, Kind.EVENT):
        person = clause.subject is None or _is_person(clause.subject, meant)
        return Network.AGENT if person else Network.WORLD
    return Network.WORLD


def _negated(clause: Clause) -> bool:
    sentence = clause.sentence
    if looks_forward(sentence, clause.verb):
        return False
    words = set(clause.words)
    near = [clause.verb, main_verb(sentence, clause.verb)]
    for verb in near:
        if any(t.low in NEGATORS for t in sentence.children(verb, "neg", "advmod")):
            return True
        subject = sentence.child(verb, "nsubj", "nsubjpass", "dobj", "attr")
        for noun in (subject, sentence.child(verb, "dobj"), sentence.child(verb, "attr")):
            if noun is None or noun.i not in words:
                continue
            if noun.low in ("nobody", "nothing", "none", "nowhere"):
                return True
            if any(t.low == "no" for t in sentence.children(noun, "det")):
                return True
    return any(
        sentence[i].low in ("n't", "not", "never") and sentence.head(sentence[i]).i == clause.verb.i
        for i in words
    )
