"""With whom somebody did something: the person or relation behind "with" in what states it."""

import re

from graphmem.answering.telling.asked import Want
from graphmem.answering.telling.doer import doer_of
from graphmem.answering.telling.found import Found
from graphmem.answering.telling.told import Proof, Told
from graphmem.answering.telling.wordlists import KIN
from graphmem.model.routing import QuestionKind
from graphmem.model.workspace import Modality, Polarity

_ENOUGH = 0.5  # of the question's other words, fixed beforehand
_NAME = r"[A-Z][\w'’-]*"
_RELATION = rf"(?:[a-z]+ )?(?:{'|'.join(sorted(KIN))})\b(?: {_NAME}){{0,2}}"
_WITH = re.compile(
    rf"\bwith (?:(?:their|her|his|{_NAME}['’]s) (?P<what>{_RELATION})"
    rf"|(?P<name>{_NAME}(?: (?:and )?{_NAME}){{0,3}}))"
)


def companion(found: Found) -> Told | None:
    """Who was with the one person asked about; None for any other question ("Who did Ana meet?").

    Told by a statement of theirs that has the question's verb (unless that says nothing, as "go")
    and half of its other words, and names somebody or a relation ("Ana's aunt"): behind "with", or
    beside them as its subject.
    """
    asked = found.asked
    if asked.want is not Want.PERSON or asked.stranded != "with":
        return None
    people = {person.uid: person.name for person in found.question.people}
    rest = asked.stems - asked.verbs
    for passage in found.passages:
        for statement in passage.statements:
            doer, name = doer_of(statement), people.get(statement.subject_uid)
            said = statement.polarity is Polarity.POSITIVE and statement.modality is Modality.SAID
            if doer is None or name is None or not said:
                continue
            if asked.verbs and asked.verbs.isdisjoint(doer.stems):
                continue
            who = _behind_with(doer.told, name) or _beside(doer.called, name)
            if who and (not rest or found.rare.share(rest, doer.stems) >= _ENOUGH):
                proof = Proof(passage, statement.quote)
                return Told(who, QuestionKind.FACT, (proof,), chance=statement.confidence)
    return None


def _behind_with(told: str, name: str) -> str:
    match = _WITH.search(told)
    if match is None:
        return ""
    return match["name"] or f"{name}'s {match['what']}"


def _beside(called: str, name: str) -> str:
    """The other of two: "Ana's aunt" of "Ana's aunt and Ana"."""
    first, _, second = called.partition(" and ")
    return first if second == name else ""
