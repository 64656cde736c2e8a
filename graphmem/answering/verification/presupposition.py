"""Reads of whom a question presupposes something; pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from graphmem.answering.extractive.lexical import stems_of
from graphmem.language.words import STOP_WORDS, words
from graphmem.model.listing import Participant
from graphmem.model.parse import Parsed, Sentence, Token
from graphmem.retrieval.question import ParsedQuestion

_AUXILIARY = r"(?:did|does|do|has|have|had|is|was|were|are|will|would|can|could|should)(?:n['’]t)?"
_SUBJECT = re.compile(rf"\b(?i:{_AUXILIARY})\s+(?P<name>[A-Z]\w+(?:\.? [A-Z]\w+)*)(?:['’]s)?\b")
_ITS = re.compile(r"\bits\b", re.IGNORECASE)
_OWNED = re.compile(r"\w['’]s?(?!\w)|\bof\b", re.IGNORECASE)
_SHORTEST_NICKNAME = 3


class PresupposedClaim(NamedTuple):
    """The people of whom a question claims something.

    ``stranger`` is the name that it asks about where that is nobody who takes part, and no one
    of these is named. ``asked`` are the stems of its words. ``of_possession`` tells that it is made
    of what these people have ("Ana's brother") and not of themselves.
    """

    people: tuple[Participant, ...]
    stranger: str | None
    asked: frozenset[str]
    of_possession: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Whom it is made of, as people call them."""
        named = dict.fromkeys(person.name for person in self.people)
        return tuple(named) or ((self.stranger,) if self.stranger else ())


def _unparsed() -> Parsed:
    return Parsed("", ())


def read_claim(
    question: ParsedQuestion,
    participants: Sequence[Participant],
    parsed: Callable[[], Parsed] = _unparsed,
) -> PresupposedClaim:
    """Read the claim of a question that was read against these participants.

    ``parsed`` gives its parse, which tells whether it is made of what somebody has.
    """
    # "When did Acme move its office?": no person, so nobody else can have done it instead.
    asked = stems_of(question.text)
    if question.people or _ITS.search(question.text):
        owned = bool(question.people) and _OWNED.search(question.text) is not None
        return PresupposedClaim(
            question.people, None, asked, owned and _only_as_owners(question, parsed())
        )
    known = [name for person in participants for name in person.names]
    stranger = _unknown_subject(question.text, known)
    called = _called(stranger, participants) if stranger else ()
    return PresupposedClaim(called, None if called else stranger, asked)


def _only_as_owners(question: ParsedQuestion, parsed: Parsed) -> bool:
    """Whether each name of the people asked about is of whom something else is ("Ana's boat")."""
    names = {word for person in question.people for name in person.names for word in words(name)}
    named = [
        (sentence, token)
        for sentence in parsed.sentences
        for token in sentence
        if not names.isdisjoint(words(token.text)) and token.dep != "compound"
    ]
    return bool(named) and all(_owns(sentence, token) for sentence, token in named)


def _owns(sentence: Sentence, token: Token) -> bool:
    """Whether a word is a possessive, or stands after the "of" of a noun."""
    above = sentence.head(token)
    of = token.dep == "pobj" and above.low == "of" and sentence.head(above).pos == "NOUN"
    return token.dep == "poss" or of


def _unknown_subject(question: str, participants: Iterable[str]) -> str | None:
    """The capitalised name that a question asks about, if it is no participant's; else None."""
    match = _SUBJECT.search(question)
    if match is None or match["name"].lower() in STOP_WORDS:
        return None
    known = {word for name in participants for word in name.split()}
    return None if known.intersection(match["name"].split()) else match["name"]


def _called(name: str, participants: Sequence[Participant]) -> tuple[Participant, ...]:
    """Whom a nickname ("Ben" of a Benjamin), or a name that lacks its apostrophe, means.

    Those whose name begins with it, where that is one name alone.
    """
    if len(name) < _SHORTEST_NICKNAME:
        return ()
    bearers = [
        person
        for person in participants
        if any(one.startswith(name) or name == f"{one}s" for one in person.names)
    ]
    return tuple(bearers) if len({person.name for person in bearers}) == 1 else ()
