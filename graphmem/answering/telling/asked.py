"""A question as the choice of an answer reads it: what is wanted, and which words are its own."""

import re
from enum import StrEnum
from typing import NamedTuple

from graphmem.answering.telling.forms import base_stem
from graphmem.language.words import STOP_WORDS
from graphmem.retrieval.question import Question
from graphmem.retrieval.synonyms import with_synonyms


class Want(StrEnum):
    """The sort of thing that answers; ``thing`` where the question does not tell."""

    THING = "thing"
    PERSON = "person"
    PLACE = "place"
    NAME = "name"


class Asked(NamedTuple):
    """The words of a question without people's names.

    All are stems of base forms: ``stems`` of its content words, ``focus`` of the noun that it asks
    for ("what *book*"), ``verbs`` of the verb behind its auxiliary (empty where none is seen).
    The verb's synonym is among ``verbs``. ``people`` are the uids of those it names.
    """

    want: Want
    stems: frozenset[str]
    focus: frozenset[str]
    verbs: frozenset[str]
    people: frozenset[str]


_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_OPENING = re.compile(
    r"\W*(?:(?:in|on|at|for|to|from|with|by) )?"
    r"(?P<wh>what|which|who|whom|whose|where|when|why|how)\b(?:['’]s)?\s*(?P<rest>.*)",
    re.DOTALL,
)
_AUXILIARY = r"(?:did|does|do|has|have|had|was|were|is|are|would|will|can|could|might|should)"
_FOCUS = re.compile(
    r"(?:(?:is|are|was|were) (?:the )?)?"
    r"(?:(?:kind|type|sort|style|name|genre|color|colour|some)s? of )?"
    rf"(?P<noun>.*?)\b(?:{_AUXILIARY}|that|of|to|for|in|from)\b"
)
# Behind an auxiliary: whose or which thing, adverbs, and what only puts off the verb.
_VERB = re.compile(
    rf"\b{_AUXILIARY}\b\s+(?:(?:and|both|all|each)\s+)*"
    r"(?:(?:my|your|our|his|her|its|their|the|this|that|these|those)\s+"
    r"(?:[a-z]+\s+(?=[a-z])(?!(?:about|at|for|from|in|of|on|that|to|which|with)\b))?)?"
    r"(?:(?:(?!(?:app|comp|f|multip|re|rep|supp)ly\b)[a-z]+ly|also|ever|first|just|last|now|often"
    r"|soon|still|then)\s+)*"
    r"(?:(?:(?:agree|begin|choose|decide|get|happen|have|hope|intend|learn|manage|need|plan|start|try"
    r"|used|want)|(?<=did )use) to\s+)?(?P<verb>[a-z]+)"
)
_MOST_FOCUS = 4  # words of a noun phrase; more is a clause
_NO_CONTENT = frozenset({"kind", "type", "sort"})
_KINDS_OF_PLACE = re.compile(r"(?:cit(?:y|ies)|countr(?:y|ies)|places?|states?|towns?)\b")
_NAMED = re.compile(
    r"\b(?:names?|called|books?|songs?|movies?|games?|bands?|artists?|titles?|novels?|films?|series"
    r"|company|companies|brands?|authors?)\b"
)
_FEW_WORDS = 6  # from the question word on, in which a noun is what is asked for


def read_asked(question: Question) -> Asked:
    """Read a question that is already read against the people of its scope."""
    names = {word for person in question.people for word in _words(" ".join(person.names))}
    opening = _OPENING.match(question.text.lower())
    wh, rest = (opening["wh"], opening["rest"]) if opening else ("", question.text.lower())
    focus = _focus(wh, rest, names)
    verb = _VERB.search(question.neutral.lower())
    said = verb["verb"] if verb and verb["verb"] not in STOP_WORDS else ""
    return Asked(
        want=_want(wh, rest),
        stems=frozenset(
            base_stem(word)
            for word in _words(question.neutral)
            if word not in STOP_WORDS and word not in _NO_CONTENT
        ),
        focus=frozenset(map(base_stem, focus)),
        verbs=frozenset(map(base_stem, (said, with_synonyms(said)))) if said else frozenset(),
        people=frozenset(person.uid for person in question.people),
    )


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("’", "'"))


def _focus(wh: str, rest: str, names: set[str]) -> list[str]:
    match = _FOCUS.match(rest) if wh in ("what", "which") else None
    if match is None:
        return []
    said = [word for word in _words(match["noun"]) if word not in STOP_WORDS and word not in names]
    return said[:_MOST_FOCUS]


def _want(wh: str, rest: str) -> Want:
    if wh in ("who", "whom", "whose"):
        return Want.PERSON
    if wh == "where" or _KINDS_OF_PLACE.match(rest):
        return Want.PLACE
    if wh in ("what", "which") and _NAMED.search(" ".join(rest.split()[:_FEW_WORDS])):
        return Want.NAME
    return Want.THING
