"""Whether a question asks for the subject: who did or is something, and in which words."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphmem.answering.telling.denial import denies
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.wordlists import BE, DETERMINERS, SUBJECTS
from graphmem.language.names import names_in
from graphmem.retrieval.question import Question
from graphmem.retrieval.synonyms import with_synonyms

_WHO = re.compile(r"^\W*who(?P<is>['’]s)?(?: else)?\s+(?P<rest>[^?]+)", re.IGNORECASE)
_DO = frozenset({"do", "does", "did", "or", "and"})
_HAVE = frozenset({"has", "have", "had"})
_MODAL = frozenset({"can", "could", "will", "would", "should", "may", "might", "must", "shall"})
# Between an auxiliary and the verb.
_BETWEEN = """
already also always being both currently else ever just never not now often only recently still
"""
_ADVERBS = frozenset(_BETWEEN.split())
BEING = base_stem("be")
_GOING = frozenset({BEING, *map(base_stem, ("go", "travel", "visit", "fly"))})


class SubjectAsked(NamedTuple):
    """What a question says of the one whom it asks for: its verb, by stems, and whether it denies.

    ``verbs`` hold the stem of "be" where it asks who is something.
    """

    verbs: frozenset[str]
    denied: bool


def subject_asked(question: Question) -> SubjectAsked | None:
    """What a question asks the subject of; None where it asks for an object or for no person.

    "Who ran the race?", "Who is allergic to nuts?" and "Who has been to Graz?" ask for a subject;
    "Who did Ana meet?", "Who has Ana met?" and "Who is the mayor?" do not.
    """
    match = _WHO.match(question.text)
    if match is None:
        return None
    said = "is " * bool(match["is"]) + match["rest"].replace("’", "'")
    first, *behind = said.split()
    first = first.lower()
    if first in _DO or _names_somebody(first, behind, question):
        return None
    verbs = _verbs(first, [word.lower() for word in behind if word.lower() not in _ADVERBS])
    return SubjectAsked(verbs, denies(match["rest"])) if verbs else None


def _verbs(first: str, words: Sequence[str]) -> frozenset[str]:
    """The stems of the verb behind "who", and of its synonym; none where there is no verb."""
    if first in _HAVE and words[:1] and words[0] in DETERMINERS:
        verb = "have"
    elif first in _HAVE and words[:1] == ["been"]:
        if words[1:2] == ["to"]:
            return _GOING
        verb = words[1] if words[1:2] and words[1].endswith("ing") else "be"
    elif first in BE:
        verb = words[0] if words and words[0].endswith("ing") else "be" if words else ""
    elif first in _HAVE | _MODAL:
        verb = words[0] if words else ""
    else:
        verb = words[1] if first == "used" and words[:1] == ["to"] and words[1:] else first
    return frozenset(map(base_stem, (verb, with_synonyms(verb)))) if verb else frozenset()


def _names_somebody(first: str, behind: Sequence[str], question: Question) -> bool:
    """Whether somebody stands behind an auxiliary, of whom it is asked then."""
    if first not in BE | _HAVE | _MODAL or not behind:
        return False
    plain = behind[0].lower()
    names = [name for one in question.people for name in one.names]
    named = bool(names_in(behind[0], names)) or behind[0][0].isupper() or plain in SUBJECTS
    return named or (plain in DETERMINERS | {"one"} and first not in _HAVE)
