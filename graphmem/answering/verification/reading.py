"""What a turn does with the words of a claim: tells them, says them to somebody, or asks; pure."""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.verification.covering import Cover
from graphmem.language.sentences import asks, sentences
from graphmem.retrieval.wording import stems_of

# "My brother ran the race" tells it of the brother.
_FIRST = re.compile(r"\b(?:i|me|myself|we|us)\b", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|yours|yourself)\b", re.IGNORECASE)
_CACHED = 20_000


class Sentence(NamedTuple):
    """The stems of a sentence, whether it asks, and whether it speaks of "I" and of "you"."""

    stems: Collection[str]
    asks: bool
    first: bool
    second: bool


class Reading(NamedTuple):
    """How much of a claim, from 0 to 1, the best sentence of a turn holds.

    ``told`` where the speaker tells it of themselves, in a sentence or a statement; ``heard``
    where it is said of the one who listens ("your race").
    """

    told: float
    heard: float


def read_turn(passage: Passage, cover: Cover) -> Reading:
    """Read a turn against a claim, of which ``cover`` tells the share that a set of stems holds."""
    told = heard = 0.0
    for sentence in read_sentences(passage.hit.text):
        if sentence.second:
            heard = max(heard, cover(sentence.stems))
        elif sentence.first and not sentence.asks:
            told = max(told, cover(sentence.stems))
    for statement in passage.statements:
        if statement.subject_uid == passage.hit.speaker_uid:
            told = max(told, cover(stems_of(statement.text).counts))
    return Reading(told, heard)


@lru_cache(maxsize=_CACHED)
def read_sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a turn; remembered, since the same turns are candidates again."""
    return tuple(
        Sentence(
            stems_of(sentence).counts,
            asks(sentence),
            _FIRST.search(sentence) is not None,
            _SECOND.search(sentence) is not None,
        )
        for sentence in sentences(text)
    )
