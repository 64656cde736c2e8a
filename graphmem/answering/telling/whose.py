"""Whose word tells of the people asked about: their own, and what is said of them or to them."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.telling.asked import Asked
from graphmem.answering.telling.forms import base_stem
from graphmem.answering.telling.tokens import lower, tokens
from graphmem.language.names import names_in
from graphmem.model.memory import KnownStatement
from graphmem.model.people import Participant
from graphmem.retrieval.question import Question

_FIRST = frozenset({"i", "we"})
_OTHERS = frozenset({"he", "she", "they", "it"})
_YOU = frozenset({"you"})
_YOURS = frozenset({"you", "your", "yours", "yourself"})
_SHORT = re.compile(r"'(?:m|re|ve|d|ll|s)$")
# "Thank you" and "you know" say nothing of whom they are said to.
_PHRASES = re.compile(r"\b(?:thank you|you know|you see|see you|you guys)\b", re.IGNORECASE)
_REACH = 3  # words behind "your", among which it says whose what is
_GREETING = (
    r"\b(?:hi|hey|hello|morning|evening|night|thanks|thank you|oh|wow|yes|yeah|no|congrats|bye)\s+"
)
_BEFORE_CALL = rf"(?:^\W*|[,;:–—-]\s*|{_GREETING})"


class Whose(NamedTuple):
    """The people that a question names, and who takes part in each conversation (uids)."""

    people: frozenset[str]
    names: tuple[str, ...]
    asked: Asked
    present: Mapping[str, frozenset[str]]

    def tells(self, passage: Passage, sentence: str) -> bool:
        """Whether a sentence of a turn may tell of the people asked about.

        Any may where the question names nobody, and where one of them speaks. Of what others say
        it is a sentence that states something of them or names them, not only calls to them, and
        in a talk of two one that tells the listener of what is asked.
        """
        return (
            self.speaks(passage)
            or _states(passage.statements, self.people, sentence)
            or bool(names_in(self._without_calls(sentence), self.names))
            or (self._hears(passage) and self._says_to_you(sentence))
        )

    def speaks(self, passage: Passage) -> bool:
        """Whether one of them speaks; everybody does where the question names nobody."""
        return not self.people or passage.hit.speaker_uid in self.people

    def _hears(self, passage: Passage) -> bool:
        hit = passage.hit
        listeners = self.present[hit.conversation_id] - {hit.speaker_uid}
        return len(listeners) == 1 and listeners <= self.people

    def _without_calls(self, sentence: str) -> str:
        called = "|".join(map(re.escape, self.names))
        call = rf"(?P<before>{_BEFORE_CALL})(?:{called})(?=\s*(?:[,;:.!?–—-]|$))"
        return re.sub(call, r"\g<before>", sentence, flags=re.IGNORECASE)

    def _says_to_you(self, sentence: str) -> bool:
        """Whether it speaks of "you"; beside an "I" only where what is asked is yours."""
        words = [_SHORT.sub("", lower(token)) for token in tokens(_PHRASES.sub("", sentence))]
        if _YOURS.isdisjoint(words):
            return False
        if _FIRST.isdisjoint(words):
            return True
        subject = ""
        for at, word in enumerate(words):
            subject = word if word in _FIRST | _OTHERS | _YOU else subject
            stem = base_stem(word)
            if subject in _YOU and stem in self.asked.verbs:
                return True
            if stem in self.asked.stems and "your" in words[max(0, at - _REACH) : at]:
                return True
        return False


def read_whose(
    question: Question,
    asked: Asked,
    passages: Sequence[Passage],
    participants: Iterable[Participant],
) -> Whose:
    """Whom a question names, among those who take part or speak in what was found."""
    present: dict[str, set[str]] = {}
    for item in passages:
        present.setdefault(item.hit.conversation_id, set()).add(item.hit.speaker_uid)
    for person in (*participants, *question.people):
        for conversation in person.conversation_ids:
            present.setdefault(conversation, set()).add(person.uid)
    names = dict.fromkeys(name for person in question.people for name in person.names)
    return Whose(
        frozenset(person.uid for person in question.people),
        tuple(names),
        asked,
        {conversation: frozenset(uids) for conversation, uids in present.items()},
    )


def _states(statements: Iterable[KnownStatement], people: frozenset[str], sentence: str) -> bool:
    return any(
        one.subject_uid in people and one.quote and (one.quote in sentence or sentence in one.quote)
        for one in statements
    )
