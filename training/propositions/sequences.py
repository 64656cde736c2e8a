"""Annotated talk as the tokens on which the proposition writer is fitted."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.model.workspace import Polarity
from training.propositions.examples import Passage
from training.propositions.proposition import context_start, line_of, opening, transcript
from training.propositions.smollm2 import BEGIN, STOP
from training.short_talks import ShortStatement

MOST = 700
"""Tokens of a sequence, with what is to be written."""
_CONTEXT = 200  # of turns that stand in the sequence before
_WRITTEN = 300  # of one turn


class TalkSequence(NamedTuple):
    """Tokens of talk, and behind each turn those that are to be written of it.

    ``places`` count the tokens that one sees, ``branch`` is 0 in the talk and a number of its own
    for each turn in what is written: that sees the talk before it and itself, and nothing sees it.
    """

    tokens: NDArray[np.int64]
    places: NDArray[np.int64]
    branch: NDArray[np.int64]


def sequences(passage: Passage, encode: Callable[[str], list[int]]) -> Iterator[TalkSequence]:
    """The sequences of a stretch of talk, each turn to be written of in one of them."""
    first = opening(passage.people, encode)
    spoken = list(transcript(passage.turns, encode))
    written = [_written(some, encode) for some in passage.states]
    at = 0
    while at < len(spoken):
        start = context_start(spoken, at, _CONTEXT)
        made = _Made()
        for one in (first, *spoken[start:at]):
            made.say(one)
        begun = at
        while at < len(spoken):
            if at > begun and len(made.tokens) + len(spoken[at]) + len(written[at]) > MOST:
                break
            made.say(spoken[at])
            made.write(written[at])
            at += 1
        yield made.sequence()


class _Made:
    """A sequence as it is put together."""

    def __init__(self) -> None:
        self.tokens: list[int] = []
        self._places: list[int] = []
        self._branch: list[int] = []
        self._said = 0
        self._branches = 0

    def say(self, tokens: Sequence[int]) -> None:
        """Talk that all that follows sees."""
        self._add(tokens, 0)
        self._said += len(tokens)

    def write(self, tokens: Sequence[int]) -> None:
        """What is to be written there."""
        self._branches += 1
        self._add(tokens, self._branches)

    def sequence(self) -> TalkSequence:
        """All of it."""
        parts = (self.tokens, self._places, self._branch)
        return TalkSequence(*(np.array(one, dtype=np.int64) for one in parts))

    def _add(self, tokens: Sequence[int], branch: int) -> None:
        self.tokens += tokens
        self._places += range(self._said, self._said + len(tokens))
        self._branch += [branch] * len(tokens)


def _written(stated: Sequence[ShortStatement], encode: Callable[[str], list[int]]) -> list[int]:
    lines = (
        line_of(
            one.text,
            one.kind,
            one.modality,
            negated=one.polarity is Polarity.NEGATIVE,
            worth=one.worth,
        )
        for one in stated
    )
    tokens = [token for line in lines for token in encode(line)]
    return [BEGIN, *tokens[:_WRITTEN], STOP]
