"""What is said to please or to urge on whoever listens, and tells nothing of them or of anybody."""

from graphmem.extraction.rules.agreeing import agrees
from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    EMPTY_NOUNS,
    FEELINGS,
    PRAISE,
    words_of,
)
from graphmem.model.parse import SUBJECTS, Token

_YOU = frozenset({"you", "your", "yours", "yourself", "ya", "u"})
_KIND = ABSTRACT_NOUNS | words_of(
    "self voice kudos encouragement belief kindness word positivity dedication determination "
    "perseverance "
    "resilience courage enthusiasm friendship compassion generosity understanding faith trust "
    "confidence creativity drive commitment bravery strength company inspiration progress insight"
)
_VALUING = words_of("love appreciate thank value cherish admire respect treasure need")
_OPINING = words_of("hope think believe know bet guess trust feel wish imagine see tell say")
_MODALS = words_of("can could should might may will 'll must would 'd ca shall")
_INTENSE = words_of(
    "really so such truly definitely obviously totally always clearly surely sure certainly"
)
_PLEASING = words_of(
    "be do look seem sound have make keep bring inspire deserve rock take get show set put come "
    "earn go crush nail kill overcome handle feel help give seize push"
)
_JOINING = words_of("join come hear see check help know watch visit attend try listen look")
_SAYS_MUCH = 2  # nouns
_WITH_PRAISE = PRAISE | FEELINGS


def is_compliment(clause: Clause, setting: Setting) -> bool:
    """Whether the clause only thanks, praises, advises or urges the listener."""
    return (
        _values(clause)
        or _of_what_is_yours(clause)
        or _praises_you(clause, setting)
        or _feels_for_you(clause)
        or _opines_on_you(clause)
        or _bids(clause)
        or _rallies(clause)
        or _would_join(clause)
        or _offers(clause)
        or _cheers(clause)
        or agrees(clause, setting)
    )


def _is_yours(clause: Clause, token: Token) -> bool:
    return any(t.low in ("your", "you") for t in clause.sentence.subtree(token))


def _values(clause: Clause) -> bool:
    """As in "I appreciate your support", "I value your advice"."""
    verb = main_verb(clause.sentence, clause.verb)
    told = clause.sentence.child(verb, "dobj", "ccomp", "xcomp")
    if verb.lemma == "have" and told is not None and told.low == "you":
        return True  # "Glad I have you in my corner"
    kind = told is not None and (told.lemma in _KIND or told.pos == "VERB")
    if told is not None and not kind and clause.sentence.children(told, "prep"):
        return False  # "your help with the accounts"
    if verb.lemma == "love" and (told is None or told.lemma != "have"):
        return False  # "I love your van" tells what somebody likes
    return verb.lemma in _VALUING and (
        told is None
        or _is_yours(clause, told)
        or (told.lemma in _KIND and bool(clause.sentence.children(told, "det")))
    )


def _of_what_is_yours(clause: Clause) -> bool:
    """As in "Your support means a lot", "Your drive will make the bakery a hit"."""
    subject = clause.subject
    if subject is None or subject.pos == "PRON":
        return False
    if not any(t.low in ("your", "you") for t in clause.sentence.subtree(subject)):
        return False
    moved = clause.sentence.child(clause.verb, "dobj")
    if moved is not None and moved.low == "me" and clause.sentence.child(clause.verb, "xcomp"):
        return False  # "your win has moved me to train again"
    told = clause.sentence.child(clause.verb, "acomp", "attr", "oprd")
    praised = told is not None and (
        told.low in PRAISE
        or told.pos == "ADJ"
        or any(t.low in PRAISE for t in clause.sentence.children(told, "amod"))
    )
    return praised or subject.lemma in _KIND or clause.verb.lemma in ("mean", "inspire", "rock")


def _praises_you(clause: Clause, setting: Setting) -> bool:
    """As in "You really showed courage", "You can do it", "You're doing great"."""
    subject, sentence = clause.subject, clause.sentence
    if subject is None or subject.low not in ("you", "u", "ya"):
        return False
    finite, verb = clause.finite, main_verb(sentence, clause.verb)
    if finite is not None and finite.low in _MODALS:
        return True
    if setting.times.within([sentence[i] for i in clause.words]) is not None or any(
        t.low == "since" and t.i > clause.verb.i for t in sentence.children(clause.verb, "prep")
    ):
        return False
    told = sentence.child(verb, "dobj", "attr", "acomp", "oprd")
    intense = any(sentence[i].low in _INTENSE for i in clause.words)
    if lemma_of(verb) in _PLEASING and finite is not None and finite.tag != "VBD":
        return True
    if verb.lemma == "find" and told is not None and told.lemma in _KIND:
        return True  # "You've found the courage to go on"
    empty = told is None or told.pos == "ADJ" or told.lemma in _KIND | EMPTY_NOUNS
    return intense or (empty and verb.lemma in _PLEASING)


def _feels_for_you(clause: Clause) -> bool:
    """As in "I'm so proud of you", "I'm lucky to have you", "Glad you like it"."""
    sentence = clause.sentence
    told = sentence.child(clause.verb, "acomp", "oprd") or clause.verb
    if told.low not in FEELINGS | {"here", "honored", "honoured"}:
        return False
    if clause.subject is not None and clause.subject.low not in ("i", "we"):
        return False
    for holder in dict.fromkeys((told, clause.verb)):
        for child in sentence.children(holder, "prep", "xcomp", "ccomp", "advcl"):
            if child.i > told.i and any(t.low in _YOU for t in sentence.subtree(child)):
                return True
    return False


def _opines_on_you(clause: Clause) -> bool:
    """As in "I hope you find it", "It's great to see you so happy", "I'm sure you'll do it"."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    told = sentence.child(verb, "acomp", "attr")
    inner = sentence.children(verb, "ccomp", "xcomp", "advcl")
    inner += sentence.children(told, "ccomp", "xcomp", "prep") if told is not None else []
    foretells = subject is not None and subject.low == "it" and told is not None
    if subject is not None and subject.low == "it" and verb.lemma == "mean":
        return any(t.low in _YOU for one in inner for t in sentence.subtree(one))
    if foretells and told is not None and (told.low in _WITH_PRAISE or told.pos == "NOUN"):
        return any(t.low in _YOU for one in inner for t in sentence.subtree(one))
    if verb.lemma == "hope" and any(
        t.low in ("it", "that", "things", "everything") and t.dep in SUBJECTS
        for one in inner
        for t in sentence.children(one)
    ):
        return True
    if verb.lemma not in _OPINING or (subject is not None and subject.low != "i"):
        return False
    return any(
        t.low in ("you", "your") and (t.dep in SUBJECTS or sentence.head(t).dep in SUBJECTS)
        for one in inner
        for t in sentence.subtree(one)
    )


def _bids(clause: Clause) -> bool:
    """As in "Keep doing what you do; I'm with you", "Let's keep at it"."""
    sentence = clause.sentence
    first = sentence[clause.words[0]]
    if any(sentence[i].low == "let" and i + 1 < len(sentence) and sentence[i + 1].low in
           ("'s", "us") for i in clause.words):  # fmt: skip
        return True
    return (
        clause.subject is not None
        and first.tag == "VB"
        and first.pos == "VERB"
        and first.i < clause.subject.i
        and first.low in ("keep", "let", "stay", "remember", "go", "take", "just", "never", "do")
    )


def _rallies(clause: Clause) -> bool:
    """As in "We can make a difference", "We'll keep going": nothing that is done."""
    subject, sentence = clause.subject, clause.sentence
    finite = clause.finite
    if subject is None or subject.low != "we" or finite is None:
        return False
    named = any(sentence[i].pos == "PROPN" or sentence[i].ent in ("DATE", "TIME")
                for i in clause.words)  # fmt: skip
    nouns = sum(sentence[i].pos == "NOUN" and sentence[i].lemma not in _KIND | EMPTY_NOUNS
                for i in clause.words)  # fmt: skip
    if finite.tag in ("VBP", "VB") and not named:
        return any(t.low == "all" and t.i == subject.i + 1 for t in sentence)
    general = finite.low in ("can", "could", "should", "must", "'ll", "will")
    return general and not named and nouns < _SAYS_MUCH


def _would_join(clause: Clause) -> bool:
    """As in "I'd love to join in", "I'd love to see them"."""
    sentence, verb = clause.sentence, clause.verb
    helped = {t.low for t in sentence.children(verb, "aux")} & {"'d", "would"}
    inner = sentence.child(verb, "xcomp")
    if not helped or verb.lemma not in ("love", "like") or inner is None:
        return False
    told = sentence.child(inner, "dobj")
    open_ = told is None or told.tag in ("PRP", "DT") or told.lemma in EMPTY_NOUNS
    return inner.lemma in _JOINING and (open_ or _is_yours(clause, inner))


def _offers(clause: Clause) -> bool:
    """As in "I'll send you a clip", "I'll keep you posted"."""
    finite, verb = clause.finite, clause.verb
    mine = clause.subject is None or clause.subject.low == "i"
    to_come = finite is not None and finite.low in ("will", "'ll", "can", "could", "may")
    told = clause.sentence.children(verb, "dobj", "dative", "iobj")
    if mine and to_come and verb.lemma in ("offer", "help", "assist", "support"):
        return all(t.low in _YOU or t.lemma in _KIND | {"assistance"} for t in told)
    more = [c for t in told for c in clause.sentence.children(t, "prep", "relcl", "compound")]
    return mine and to_come and any(t.low == "you" for t in told) and not more


def _cheers(clause: Clause) -> bool:
    """As in "Every step gets you closer", "Your bakery will be a hit"."""
    subject, finite, sentence = clause.subject, clause.finite, clause.sentence
    if subject is None or finite is None or subject.low in ("i", "we", "you"):
        return False
    foretold = finite.low in _MODALS or finite.low in ("going", "gonna")
    yours = any(t.low in ("you", "your") for t in sentence.subtree(subject))
    moved = any(t.low == "you" for t in sentence.children(clause.verb, "dobj", "dative", "nsubj"))
    yours = yours or any(
        t.low == "your"
        for told in sentence.children(clause.verb, "dobj", "xcomp", "prep")
        for t in sentence.subtree(told)
    )
    moved = moved or (subject.lemma == "step" and yours)
    now = finite.tag in ("VBZ", "VBP") or finite.low == "'s"
    return (foretold and (yours or moved)) or (moved and now)
