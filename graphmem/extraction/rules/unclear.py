"""What a clause leaves unclear: words that point at what only the talk before it named."""

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.definite import is_open_subject, left_open
from graphmem.extraction.rules.pointers import POINTING, SOME_OF_THEM, WHICH_ONE
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of
from graphmem.extraction.rules.wordlists import (
    EVENT_NOUNS,
    PERSON_NOUNS,
    SEEMING,
    VAGUE_SUBJECTS,
    words_of,
)
from graphmem.model.parse import Token

_LEAST = 3  # words that say something, for an "it" of which it is unsure what it is
_SOMETHING = frozenset({"something", "anything", "things", "stuff"})
_OPEN = words_of("it this that these those he she they them him her 'em")
_ANYBODY = words_of("people everyone everybody someone somebody some others lots many folks")


def leaves_it_open(clause: Clause, setting: Setting) -> bool:
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
    deps = ("ccomp", "relcl", "advcl")
    inner = token.dep == "nsubj" and above.dep in deps and above.i != clause.verb.i
    if token.low == "they" and any(t.tag == "NNS" for t in clause.sentence.tokens[: token.i]):
        return False
    return inner and not _extraposed(clause, above)


def _extraposed(clause: Clause, verb: Token) -> bool:
    if lemma_of(verb) not in SEEMING | {"take"}:
        return False
    told = clause.sentence.child(verb, "acomp", "attr")
    later = clause.sentence.children(verb, "xcomp", "ccomp")
    later += clause.sentence.children(told, "xcomp", "ccomp") if told is not None else []
    return bool(later)


def points_at_little(clause: Clause, setting: Setting, content: int) -> bool:
    """As in "The author is good at plots", "I helped with the picture": which one is not said."""
    sentence = clause.sentence
    subject = clause.subject
    if (
        subject is not None
        and subject.lemma in ("part", "thing")
        and not sentence.children(subject, "prep", "relcl", "acl", "poss")
    ):
        return True  # "the best part was the food"
    if is_open_subject(sentence, clause.subject, setting.fuller):
        return not any(
            sentence[i].low in ("me", "us")
            and sentence[i].dep in ("dobj", "dative", "nsubj")
            and clause.verb.i in (sentence[i].head, sentence.head(sentence[i]).head)
            for i in clause.words
        )
    open_ = [
        i
        for i in clause.words
        if left_open(sentence, sentence[i], setting.fuller)
        and sentence[i].lemma in WHICH_ONE | EVENT_NOUNS | PERSON_NOUNS
    ]
    return bool(open_) and content - len(open_) < _LEAST - 1


def points_out(clause: Clause, setting: Setting) -> bool:
    """As in "This trip taught me a lot", "such a family": which one, only the other knows."""
    sentence = clause.sentence
    for i in clause.words:
        token = sentence[i]
        if token.low not in POINTING or i in setting.fuller or i in setting.meant:
            continue
        head = sentence.head(token)
        if token.low == "such" and head.pos == "NOUN" and token.dep in ("predet", "amod", "det"):
            if sentence.child(clause.verb, "acomp") is not None:
                return True
        elif (
            token.dep == "det"
            and head.ent not in ("DATE", "TIME")
            and not sentence.children(head, "relcl", "acl", "prep")
        ):
            return True
    return False


def of_somebody(clause: Clause) -> bool:
    """As in "Many people wanted to help", "Everybody laughed": where, it does not say."""
    subject = clause.subject
    if subject is None or clause.finite is None or clause.finite.tag != "VBD":
        return False
    more = clause.sentence.children(subject, "compound", "prep", "relcl", "acl", "poss")
    return subject.low in _ANYBODY and not more


def is_here(clause: Clause, setting: Setting) -> bool:
    """As in "I started here last year": where that is, is not said."""
    sentence = clause.sentence
    return any(
        sentence[i].low in ("here", "there")
        and sentence[i].dep == "advmod"
        and not sentence.children(sentence[i])
        and not leaves_it_open(clause, setting)
        and clause.subject is not None
        and clause.subject.low in ("i", "we")
        and sentence.child(sentence.head(sentence[i]), "prep", "dobj") is None
        for i in clause.words
    )


def is_something(clause: Clause) -> str:
    """As in "I've been thinking about something lately": ``bare``, or ``such`` as it tells of.

    The empty text where nothing of the sort stands in it.
    """
    sentence = clause.sentence
    told = [t for t in map(sentence.__getitem__, clause.words) if t.low in _SOMETHING]
    if any(t.dep == "pobj" and len(sentence.subtree(t)) == 1 for t in told):
        return "bare"
    filled = [t for t in told if t.dep in ("pobj", "dobj")]
    such = any(all(c.dep == "relcl" for c in sentence.children(t)) for t in filled)
    return "such" if such else ""


def follows_from(clause: Clause) -> bool:
    """As in "so I bought a bike": told on its own though another clause leads to it."""
    marks = {t.low for t in clause.sentence.children(clause.verb, "mark", "advmod")}
    if marks & {"so", "but"}:
        return True
    mine = clause.subject is not None and clause.subject.low == "i"
    told = clause.sentence.child(clause.verb, "dobj")
    return mine and clause.verb.tag == "VBD" and told is not None and told.pos == "NOUN"


def open_object(clause: Clause, setting: Setting) -> bool:
    """As in "I tried some", "I made something": of what is not said."""
    return any(
        clause.sentence[i].low in VAGUE_SUBJECTS | _SOMETHING | SOME_OF_THEM
        and clause.sentence[i].dep in ("dobj", "pobj", "dative")
        and clause.sentence[i].i not in setting.meant
        and not clause.sentence.children(clause.sentence[i], "compound", "nmod", "relcl", "prep")
        for i in clause.words
    )
