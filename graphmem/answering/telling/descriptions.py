"""An answer that only describes ("my home town"), and the turn that names what it describes."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import Want, read_asked
from graphmem.answering.telling.told import Proof, Told
from graphmem.language.sentences import asks, sentences
from graphmem.retrieval.question import Question

# Of these a name is wanted; a description of anything else may well be what was asked for.
_NAMED = frozenset({Want.PLACE, Want.PERSON, Want.NAME})
_OWN = r"(?:my|our|his|her|their)"
_DESCRIPTION = re.compile(rf"(?:\w+ )?{_OWN} (?:old |own )?(?P<what>[a-z]+(?: [a-z]+){{0,2}})")
_NAME = r"(?P<name>[A-Z][\w'’-]*(?: (?:(?:of|the|de|la) )?[A-Z][\w'’-]*)*)"


Search = Callable[[str], Sequence[Passage]]


class Naming(NamedTuple):
    """The name of something that was described, and where the two stand side by side."""

    name: str
    proof: Proof


def described(text: str) -> str | None:
    """What an answer describes without a name, without whose it is: ``home town``; else None."""
    match = _DESCRIPTION.fullmatch(text.strip(" .,!?"))
    return match["what"] if match else None


def named_in(what: str, speaker_uid: str, passages: Iterable[Passage]) -> Naming | None:
    """The name that a speaker sets beside a description of their own ("my home town, Graz").

    Whose thing it is makes two descriptions one, so another speaker's home town is none of it.
    """
    beside = re.compile(
        rf"\b{_OWN} (?:\w+ )?{re.escape(what)}(?:,| -| –|:|,? which is|,? called|,? named| of)"
        rf" {_NAME}"
    )
    for passage in passages:
        if passage.hit.speaker_uid != speaker_uid:
            continue
        for sentence in sentences(passage.hit.text):
            match = None if asks(sentence) else beside.search(sentence)
            if match is not None:
                return Naming(match["name"], Proof(passage, sentence))
    return None


def named(question: Question, told: Told, search: Search) -> Told:
    """The answer by its name, where it only describes and its speaker names it elsewhere.

    ``search`` finds the passages of a question, best first; it is asked only for an answer that
    describes what should be named.
    """
    what = described(told.text) if told.proofs else None
    if what is None or read_asked(question).want not in _NAMED:
        return told
    hit = told.proofs[0].passage.hit
    naming = named_in(what, hit.speaker_uid, search(f"What is {hit.speaker}'s {what}?"))
    if naming is None:
        return told
    return told._replace(text=naming.name, proofs=(*told.proofs, naming.proof))
