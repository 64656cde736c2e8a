"""Whether what is asked of somebody was told only of a relative or friend of theirs; pure."""

import re
from functools import cache
from typing import NamedTuple

from graphmem.answering.telling.asked import read_asked
from graphmem.answering.telling.doer import Doer, doer_of
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.units import stems_of
from graphmem.answering.telling.wordlists import KIN
from graphmem.answering.whose import Proof, quoted
from graphmem.model.memory import KnownStatement
from graphmem.retrieval.question import Question
from graphmem.retrieval.synonyms import with_synonyms

# Fixed beforehand: a statement that holds less of the rest of a question may tell of another time.
_ENOUGH = 0.5
_SOMEBODY = KIN - {"family"}  # of a group ("my family won") they may be part themselves
_AUXILIARY = r"(?:did|does|do|has|have|had|is|was|were|are|will|would|can|could|should)(?:n['’]t)?"
_BE = frozenset({"is", "was", "were", "are"})
_BETWEEN = r"(?:also|always|already|been|ever|first|just|last|now|often|still|[a-z]+ly)"
_LONG = frozenset({base_stem("long")})  # "How long …?"
# "My mother and I went", "my husband sold our boat", "my friend ran with me": theirs as well.
_TOGETHER = re.compile(
    r"\b(?:i|we|us|our|ours|ourselves)\b|\b(?:with|and|or|like|unlike) (?:me|my)\b"
    r"|\bme (?:and|too)\b",
    re.IGNORECASE,
)


class _Claimed(NamedTuple):
    """The stems of a question's verb and of its other words, and whether it asks who is what."""

    verbs: frozenset[str]
    rest: frozenset[str]
    is_be: bool


def told_of_another(question: Question, proof: Proof) -> tuple[KnownStatement, ...]:
    """The statements of a quote that tell what is asked, where all of them are of another.

    Another is a relative, friend or colleague of somebody (not a group or a thing of theirs) whom
    the question does not mention. Empty unless the question asks what a person did or was
    ("When did Ana run …?"), and where the quote states it of that person too.
    """
    claimed = _claimed(question)
    if claimed is None or _mentions_somebody(question):
        return ()
    found = []
    for statement in quoted(proof):
        doer = doer_of(statement)
        if doer is None or not _holds(claimed, statement, doer):
            continue
        if not _is_another(question, statement, doer):
            return ()
        found.append(statement)
    return tuple(found)


def _claimed(question: Question) -> _Claimed | None:
    """What a person is asked about to have done or been; None where it is asked of no person."""
    names = sorted({name for person in question.people for name in person.names}, key=len)
    if not names:
        return None
    any_name = "|".join(map(re.escape, reversed(names)))
    match = re.search(
        rf"\b(?P<auxiliary>{_AUXILIARY})\s+(?:{any_name})(?![\w'’])(?! (?:and|or)\b)"
        rf"(?: {_BETWEEN})*\s+(?P<verb>[a-z]+)",
        question.text,
        re.IGNORECASE,
    )
    if match is None:
        return None
    verb = match["verb"].lower()
    asked = read_asked(question)
    verbs = frozenset(map(base_stem, (verb, with_synonyms(verb))))
    is_be = match["auxiliary"].lower() in _BE and not verb.endswith("ing")
    return _Claimed(verbs, asked.stems - verbs - asked.focus - _LONG, is_be)


def _mentions_somebody(question: Question) -> bool:
    return not stems_of(question.neutral).isdisjoint(_person_stems())


@cache
def _person_stems() -> frozenset[str]:
    return frozenset(map(base_stem, KIN))


def _holds(claimed: _Claimed, statement: KnownStatement, doer: Doer) -> bool:
    """Whether a statement has the question's verb and half of its other words."""
    if claimed.verbs.isdisjoint(doer.stems):
        return False
    if claimed.is_be and statement.predicate.partition("_")[0] != "be":
        return False  # "Was Ana given a watch?" is asked of whom it was done to
    rest = claimed.rest
    return not rest or len(rest & doer.stems) >= _ENOUGH * len(rest)


def _is_another(question: Question, statement: KnownStatement, doer: Doer) -> bool:
    if doer.joint or not doer.owner or _TOGETHER.search(statement.quote):
        return False
    what = doer.what.split()
    called = {base_stem(word.lower()) for word in what}
    return any(word.lower() in _SOMEBODY for word in what) and called.isdisjoint(
        stems_of(question.text)
    )
