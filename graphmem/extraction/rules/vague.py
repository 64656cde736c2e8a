"""Whether a clause says anything when it is read alone."""

from enum import IntEnum

from graphmem.extraction.rules.broken import is_broken
from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.courtesy import is_courtesy, points_only
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.wordlists import (
    EMPTY_NOUNS,
    FEELINGS,
    PRAISE,
    SEEMING,
    STEP_WORDS,
    VAGUE_SUBJECTS,
    WEAK_VERBS,
    words_of,
)
from graphmem.model.parse import Token

_LEAST = 3  # words that say something, for an "it" of which it is unsure what it is
_EMPTY = EMPTY_NOUNS | words_of(
    "get go make do have be let happen able sure really difference sense best"
)
_SOMETHING = frozenset({"something", "anything", "things", "stuff"})
_SOME = frozenset({"few", "some", "ones", "another", "both", "several"})
_TALK = frozenset({"talk", "chat", "speak", "catch"})
_OPEN = words_of("it this that these those he she they them him her 'em")
_POINTING = frozenset({"that", "those", "this", "these", "such"})
_WELCOME = words_of(
    "pleasure joy dream honor honour shame relief challenge blessing privilege delight pity treat"
)
_COMPLEMENTS = ("prep", "xcomp", "ccomp", "advcl")


class Worth(IntEnum):
    """How much a clause says: nothing, little (better than nothing), or enough."""

    NOTHING = 0
    LITTLE = 1
    ENOUGH = 2


def worth_of(clause: Clause, setting: Setting, *, reacts: bool) -> Worth:
    """How much the clause says alone; ``reacts`` tells that its turn has stated nothing before."""
    timed = setting.times.within([clause.sentence[i] for i in clause.words]) is not None
    if _empty_event(clause):
        return Worth.ENOUGH if timed and _is_qualified(clause) else Worth.NOTHING
    if _is_headless(clause) or _bare_feeling(clause):
        return Worth.NOTHING
    if is_broken(clause) or is_courtesy(clause, setting) or points_only(clause):
        return Worth.NOTHING
    content = _content(clause)
    open_subject = _open_subject(clause, setting)
    if content > open_subject and timed:
        return Worth.ENOUGH
    if _praises(clause, reacts=reacts):
        return Worth.NOTHING
    if open_subject:
        return _worth_unnamed(clause, setting, content)
    weak = main_verb(clause.sentence, clause.verb).lemma in WEAK_VERBS
    least = _LEAST if _open_object(clause, setting) else 2 if weak else 1
    if content < least:
        return Worth.NOTHING
    vague = _leaves_it_open(clause, setting) or _we_in_general(clause, setting)
    return Worth.LITTLE if vague else Worth.ENOUGH


def _worth_unnamed(clause: Clause, setting: Setting, content: int) -> Worth:
    """The worth where it is unknown who or what does it."""
    if _moves_somebody(clause):
        return Worth.ENOUGH
    if content < _LEAST:
        return Worth.NOTHING
    if _foretells(clause):
        return Worth.NOTHING if _leaves_it_open(clause, setting) else Worth.ENOUGH
    if _steps(clause):
        return Worth.ENOUGH
    you = clause.subject is not None and clause.subject.low == "you"
    return Worth.LITTLE if you else Worth.NOTHING


def _is_headless(clause: Clause) -> bool:
    """As in "Hey Bo, good catching up": what was taken for its subject is a name called."""
    subject = clause.subject
    return subject is not None and clause.role == "main" and subject.i not in clause.words


def _content(clause: Clause) -> int:
    """How many of the words beside the subject say something; of a person, praise does not."""
    sentence, subject = clause.sentence, clause.subject
    empty = _EMPTY | FEELINGS | PRAISE if _is_plain(subject) else _EMPTY
    return sum(
        sentence[i].pos in ("NOUN", "PROPN", "VERB", "NUM", "ADJ")
        and sentence[i].low not in empty
        and (subject is None or i != subject.i)
        for i in clause.words
    )


def _steps(clause: Clause) -> bool:
    """As in "First you soak the beans": how something is done."""
    steps = {t.low for t in clause.sentence.children(clause.verb, "advmod")} & STEP_WORDS
    return clause.subject is not None and clause.subject.low == "you" and bool(steps)


def _open_subject(clause: Clause, setting: Setting) -> bool:
    subject = clause.subject
    return (
        subject is not None
        and (
            subject.low in VAGUE_SUBJECTS | {"you"}
            or (
                subject.low in EMPTY_NOUNS
                and not clause.sentence.children(subject, "poss", "amod", "compound", "prep")
            )
        )
        and subject.i not in setting.meant
    )


def _moves_somebody(clause: Clause) -> bool:
    """As in "They promoted me": who "they" are does not matter."""
    subject = clause.subject
    return (
        subject is not None
        and subject.low == "they"
        and clause.verb.tag in ("VBD", "VBN")
        and any(t.low == "me" for t in clause.sentence.children(clause.verb, "dobj"))
    )


def _leaves_it_open(clause: Clause, setting: Setting) -> bool:
    """As in "I kept it a secret", "I'm sure it'll pay off", "Their help saves me"."""
    return any(
        i not in setting.meant and _is_open(clause, clause.sentence[i]) for i in clause.words
    )


def _is_open(clause: Clause, token: Token) -> bool:
    if token.tag == "PRP$":
        return token.low in ("their", "his", "her", "its")
    if token.low not in _OPEN or token.tag not in ("PRP", "DT"):
        return False
    if token.dep in ("dobj", "pobj", "dative"):
        return token.low not in ("he", "she", "they")
    above = clause.sentence.head(token)
    inner = token.dep == "nsubj" and above.dep == "ccomp" and above.i != clause.verb.i
    return inner and not _extraposed(clause, above)


def _extraposed(clause: Clause, verb: Token) -> bool:
    if lemma_of(verb) not in SEEMING | {"take"}:
        return False
    told = clause.sentence.child(verb, "acomp", "attr")
    later = clause.sentence.children(verb, "xcomp", "ccomp")
    later += clause.sentence.children(told, "xcomp", "ccomp") if told is not None else []
    return bool(later)


def _foretells(clause: Clause) -> bool:
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
    if told is not None and told.pos == "NOUN" and told.lemma not in _WELCOME:
        return False
    if (told is None and lemma == "be") or (told is not None and told.low in EMPTY_NOUNS):
        return False
    later = sentence.children(verb, "ccomp", "xcomp", "advcl")
    later += sentence.children(told, "ccomp", "xcomp") if told is not None else []
    return any(t.i > verb.i for t in later)


def _open_object(clause: Clause, setting: Setting) -> bool:
    return any(
        clause.sentence[i].low in VAGUE_SUBJECTS | _SOMETHING | _SOME
        and clause.sentence[i].dep in ("dobj", "pobj", "dative")
        and clause.sentence[i].i not in setting.meant
        for i in clause.words
    )


def _bare_feeling(clause: Clause) -> bool:
    """As in "I'm so glad", "I feel great": of what, it does not say."""
    sentence, verb = clause.sentence, main_verb(clause.sentence, clause.verb)
    if verb.low in FEELINGS and verb.i == clause.words[-1]:
        return True
    told = sentence.child(verb, "acomp", "oprd")
    if told is None or lemma_of(verb) not in SEEMING:
        return False
    if told.low not in FEELINGS | PRAISE or not _is_plain(clause.subject):
        return False
    return not any(
        t.i > verb.i and t.i in clause.words
        for holder in (told, verb)
        for t in sentence.children(holder, *_COMPLEMENTS)
    )


def _is_plain(subject: Token | None) -> bool:
    return subject is None or subject.tag == "PRP"


def _is_qualified(clause: Clause) -> bool:
    """As in "Something not so nice happened": of what sort it was is said."""
    subject = clause.subject
    return subject is not None and bool(clause.sentence.children(subject, "amod"))


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


def _empty_event(clause: Clause) -> bool:
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


def _praises(clause: Clause, *, reacts: bool) -> bool:
    """As in "Those posters are great!": praise for what the other has just shown or said."""
    sentence, verb, subject = clause.sentence, clause.verb, clause.subject
    told = sentence.child(verb, "acomp", "attr")
    if subject is None or told is None or lemma_of(verb) not in SEEMING or verb.tag == "VBD":
        return False
    if told.low not in PRAISE and not any(t.low in PRAISE for t in sentence.children(told, "amod")):
        return False
    marks = {t.low for t in sentence.children(subject, "det")}
    guessed = any(t.low == "must" for t in sentence.children(verb, "aux"))
    if subject.low in _POINTING or marks & _POINTING or (reacts and guessed):
        return True
    return reacts and "the" in marks and len(clause.words) <= _LEAST + 2


def _we_in_general(clause: Clause, setting: Setting) -> bool:
    """As in "We can be who we are": everybody, and nobody's news."""
    subject = clause.subject
    if subject is None or subject.low != "we":
        return False
    meant = setting.meant.get(subject.i)
    finite = clause.finite
    general = finite is not None and finite.low in ("can", "should", "must", "need", "all")
    return general and meant is not None and meant.label.endswith(" and others")
