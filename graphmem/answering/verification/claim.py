"""The claim inside a question: of whom it is made, and in which words; pure."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from graphmem.answering.subject import unknown_subject
from graphmem.language.inflection import past_form
from graphmem.language.time import parse_question_times
from graphmem.language.words import STOP_WORDS, stem, words
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question
from graphmem.retrieval.synonyms import with_synonyms

# What a question is put with rather than what it claims: "What kind of … did Ana mention …?"
_FRAME = """
according ask asked currently describe described enjoy ever feel feeling feels felt first gave
give happen happened kind kinds likely main make mention mentioned multiple name named new own
particular people person plan planned planning previously reason recent recently receive say
share shared someone sort sorts specific start started begin tell thing things think thinks
thought time times told took take talk type types use used various way ways believe certain likes
due better himself herself themselves
"""
# Of dates that name no day, which is told by what a turn's date makes of them.
_CALENDAR = """
january february march april june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
day days week weeks weekend month months year years
"""
_FRAMING = frozenset(stem(word) for word in f"{_FRAME} {_CALENDAR}".split())
# After one of these a thing is named: "the rowing club", "in her boat", "of grapes".
_BEFORE = """
a about after an and at before by during for from her his in into its of on or the their to
with
"""
_BEFORE_THING = frozenset(_BEFORE.split())
_ITS = re.compile(r"\bits\b", re.IGNORECASE)
_SHORTEST_NICKNAME = 3


class ClaimWord(NamedTuple):
    """The stems that say a word of a claim, its own first, and whether it names a thing."""

    forms: tuple[str, ...]
    thing: bool


class Claim(NamedTuple):
    """Of whom a question claims something, and the words of what it claims.

    ``stranger`` is the name that it asks about where that is nobody who takes part, and no one
    of these is named.
    """

    people: tuple[Participant, ...]
    stranger: str | None
    words: tuple[ClaimWord, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Whom it is made of, as people call them."""
        named = dict.fromkeys(person.name for person in self.people)
        return tuple(named) or ((self.stranger,) if self.stranger else ())


def read_claim(question: Question, participants: Sequence[Participant]) -> Claim:
    """Read the claim of a question that was read against these participants.

    Dates are no words of it: when something was is told by what a turn's date makes of it.
    """
    people, stranger = question.people, None
    if not people:
        known = [name for person in participants for name in person.names]
        # "When did Acme move its office?": no person, so nobody else can have done it instead.
        stranger = None if _ITS.search(question.text) else unknown_subject(question.text, known)
        if stranger is not None and (people := _called(stranger, participants)):
            stranger = None
    return Claim(people, stranger, _claim_words(_undated(question.neutral), stranger))


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


def _undated(text: str) -> str:
    kept, begin = [], 0
    for found in parse_question_times(text, now=None):
        kept.append(text[begin : found.start])
        begin = found.end
    return " ".join([*kept, text[begin:]])


def _claim_words(text: str, stranger: str | None) -> tuple[ClaimWord, ...]:
    said, alike = words(text), words(with_synonyms(text))
    if len(said) != len(alike):  # a word of the table that is written as two
        alike = said
    aside = words(stranger) if stranger else []
    found: dict[str, ClaimWord] = {}
    thing = False
    for word, other in zip(said, alike, strict=True):
        if word in _BEFORE_THING:
            thing = True
        elif word in STOP_WORDS:
            thing = False
        elif not word.isdigit() and word not in aside and (own := stem(word)) not in _FRAMING:
            # "What did Ana buy?" is told by "bought", of which the stem is another.
            forms = tuple(
                dict.fromkeys((own, *map(stem, (past_form(word), other, past_form(other)))))
            )
            known = found.get(own)
            found[own] = ClaimWord(forms, thing or (known is not None and known.thing))
    return tuple(found.values())
