"""Open pointers: the words of a clause that mean something which only other words have named."""

from collections.abc import Sequence
from typing import NamedTuple

from graphmem.extraction.rules.clauses import Clause
from graphmem.extraction.rules.definite import left_open
from graphmem.extraction.rules.people import points_ahead
from graphmem.extraction.rules.setting import Setting
from graphmem.extraction.rules.slots import lemma_of, main_verb
from graphmem.extraction.rules.wordlists import (
    ABSTRACT_NOUNS,
    COLLECTIVE,
    EMPTY_NOUNS,
    EVENT_NOUNS,
    ORG_NOUNS,
    PERSON_NOUNS,
    PLACE_LABELS,
    PLACE_NOUNS,
    TIME_LABELS,
    words_of,
)
from graphmem.model.parse import SUBJECTS, Sentence, Token

POINTING = frozenset({"that", "those", "this", "these", "such"})
SOME_OF_THEM = frozenset({"few", "some", "ones", "another", "both", "several"})
WHICH_ONE = words_of(
    "place series painting drawing picture photo story book movie film song group team project "
    "store shop business title win victory feeling experience journey process item piece design "
    "role idea plan video post message progress result gift opportunity challenge goal dream spot "
    "area"
)
_ONE_THING = words_of("it this that its itself")
_SEVERAL = words_of("they them these those their theirs 'em")
_SOMEBODY = words_of("he she him her his")
_NO_THINGS = ABSTRACT_NOUNS | EMPTY_NOUNS | words_of("freedom connection opportunity")
_HERE = frozenset({"here", "there"})
_FILLED = ("dobj", "pobj", "dative", "attr", "nsubj", "nsubjpass")
_OF_WHAT = ("prep", "relcl", "acl", "compound", "nmod", "amod", "nummod")
# What these verbs are done to must be said: "I tried", "I'd love to".
_DONE_TO = words_of(
    "start begin try finish miss love like enjoy need want agree remember forget join attend "
    "manage get find recommend suggest consider relate continue believe recall handle include"
)
_TO_WHAT = ("dobj", "xcomp", "ccomp", "prep", "prt", "attr", "acomp", "oprd", "dative", "advcl")


class Pointer(NamedTuple):
    """A word that points: whether at several, perhaps at what is shown, or "like this"."""

    token: Token
    plural: bool = False
    shown: bool = False
    alike: bool = False


def open_pointers(clause: Clause, setting: Setting) -> list[Pointer]:
    """The words of a clause that still point at something outside it when it is told."""
    found: list[Pointer] = []
    before: list[Token] = []
    for i in clause.words:
        token = clause.sentence[i]
        if i not in setting.meant and i not in setting.fuller:
            pointer = _pointer(clause, token, setting)
            beside = _done_by(clause.sentence, token)
            named = [t for t in before if t not in beside]
            if pointer is not None and not _is_named(clause, pointer, named):
                found.append(pointer)
        before.append(token)
    missing = _lacking(clause)
    return [*found, Pointer(missing)] if missing is not None and not found else found


def _done_by(sentence: Sentence, token: Token) -> list[Token]:
    """Who does it, where the word is what it is done to: they are not one and the same."""
    if token.dep not in ("dobj", "pobj", "dative"):
        return []
    verb = sentence.head(token)
    verb = sentence.head(verb) if verb.dep in ("prep", "prt") else verb
    return [t for one in sentence.children(verb, *SUBJECTS) for t in sentence.subtree(one)]


def names_something(token: Token) -> bool:
    """Whether a word names what another may point at: no time, and not nearly nothing."""
    return token.pos in ("NOUN", "PROPN") and token.ent not in TIME_LABELS


def is_several(sentence: Sentence, token: Token) -> bool:
    """Whether "they" may mean it: a plural, a list, or a group of people."""
    return (
        token.tag in ("NNS", "NNPS")
        or token.lemma in COLLECTIVE | ORG_NOUNS | {"team", "class", "community", "band"}
        or token.ent == "ORG"
        or bool(sentence.children(token, "conj"))
    )


def _pointer(clause: Clause, token: Token, setting: Setting) -> Pointer | None:
    sentence, low = clause.sentence, token.low
    if low in _HERE:
        open_ = token.dep == "advmod" and not sentence.children(token)
        return Pointer(token, shown=low == "here") if open_ and token.tag == "RB" else None
    if token.dep == "det" or (low == "such" and token.dep in ("predet", "amod")):
        return _pointing_at(sentence, token) if low in POINTING else None
    if low in _ONE_THING | _SEVERAL | _SOMEBODY and token.tag in ("PRP", "PRP$", "DT"):
        if token.dep == "expl" or (low == "it" and points_ahead(token, sentence)):
            return None
        alike = token.dep == "pobj" and sentence.head(token).low == "like"
        return Pointer(token, plural=low in _SEVERAL, alike=alike)
    if low in SOME_OF_THEM | {"one"} and token.dep in _FILLED:
        bare = not sentence.children(token, *_OF_WHAT, "det")
        return Pointer(token, plural=low != "one" and low != "another") if bare else None
    if not left_open(sentence, token, setting.fuller):
        return None
    first = clause.subject is not None and token.i == clause.subject.i
    asked = first or token.lemma in WHICH_ONE | EVENT_NOUNS | PERSON_NOUNS
    return Pointer(token) if asked and token.lemma not in PLACE_NOUNS - EVENT_NOUNS else None


def _pointing_at(sentence: Sentence, token: Token) -> Pointer | None:
    """As "this trip", "those posters", where nothing behind it tells which."""
    head = sentence.head(token)
    if head.ent in TIME_LABELS or sentence.children(head, "relcl", "acl", "prep"):
        return None
    if head.low in ("time", "way", "point", "year", "week", "month", "weekend"):
        return None
    if token.low == "this" and sentence.children(head, "amod") and head.dep in ("dobj", "pobj"):
        return None  # "I found this great café" is any
    return Pointer(token, plural=head.tag == "NNS", shown=token.low in ("this", "these"))


def _is_told_before(clause: Clause, token: Token) -> bool:
    """As in "I have to stay calm, that is key": it means what the statement tells first."""
    verb = clause.sentence.head(token)
    return clause.joined and verb.i != clause.verb.i and clause.verb.i < token.i


def _is_named(clause: Clause, pointer: Pointer, before: Sequence[Token]) -> bool:
    """Whether what stands before it in the clause may be what it means."""
    low = pointer.token.low
    if low in _SOMEBODY:
        return any(t.pos == "PROPN" or t.lemma in PERSON_NOUNS for t in before)
    if (
        low in ("that", "it", "this")
        and pointer.token.dep == "nsubj"
        and _is_told_before(clause, pointer.token)
    ):
        return True
    if pointer.token.dep == "det" or pointer.token.pos == "NOUN" or pointer.alike:
        return False
    named = [t for t in before if names_something(t) and t.lemma not in _NO_THINGS]
    if low in _HERE:
        named = [t for t in named if t.i != pointer.token.head]
        return any(t.ent in PLACE_LABELS or t.lemma in PLACE_NOUNS | EVENT_NOUNS for t in named)
    if pointer.plural:
        return any(
            t.tag in ("NNS", "NNPS") or t.lemma in COLLECTIVE | ORG_NOUNS for t in named
        ) or any(
            t.low in ("people", "everyone", "everybody", "others", "someone", "anyone")
            for t in before
        )
    return any(t.tag in ("NN", "NNP") for t in named) or any(
        t.low in ("something", "anything", "everything", "what")
        or (t.tag == "VBG" and t.dep != "ROOT" and t.i != pointer.token.head)
        for t in before[1:]
    )


def _lacking(clause: Clause) -> Token | None:
    """The verb of "I tried", the "to" of "I'd love to": of what, only the talk before tells."""
    sentence, last = clause.sentence, clause.sentence[clause.words[-1]]
    if last.tag == "TO" and last.i == max(clause.words):
        return last
    verb = main_verb(sentence, clause.verb)
    if lemma_of(verb) not in _DONE_TO or verb.i not in clause.words:
        return None
    told = [t for t in sentence.children(verb, *_TO_WHAT) if t.i in clause.words]
    passive = sentence.children(verb, "auxpass", "nsubjpass")
    return None if told or passive else verb
