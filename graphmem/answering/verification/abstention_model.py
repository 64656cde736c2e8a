"""Features and fitted weights of the two models that decide abstention and confidence."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from pydantic import model_validator

from graphmem.model.base import Frozen
from graphmem.model.odds import Odds, read_fitted
from graphmem.reader.reading import TurnReading

_SHIPPED_READING = Path(__file__).with_name("reading.json")


class ReadingSignals(NamedTuple):
    """Features of the readings of one question.

    - ``gathered``: the log odds that the turns answer, of all together
    - ``supported``: the log odds that all is so as it is asked, of the turn where that is likeliest
    - ``when``: 1 where a date is asked for, which a turn may give without saying it
    - ``anothers``: the chance, from 0 to 1, that what answers is not told of those asked about;
      ``anothers_of_two`` the same where two speak: there, who tells a thing is nearly always whose
      it is
    - ``of_two``: 1 where two speak
    - ``ahead``: how much better the search finds the turns of others than theirs, blind to who
      speaks; 0 where nobody is asked about
    """

    gathered: float
    supported: float
    when: float
    anothers: float
    anothers_of_two: float
    of_two: float
    ahead: float


class AnswerSignals(NamedTuple):
    """Features of an answer's confidence, where turns were read.

    - ``answers``: the log odds that the turn it is told from answers; ``span``: the log
      probability of that turn's best span
    - ``doubt``: that its claim is borne out by nobody, from 0 to 1
    - ``yes_no``: 1 for yes or no
    """

    answers: float
    span: float
    doubt: float
    yes_no: float


def reading_signals(
    readings: Sequence[TurnReading], *, when: bool, anothers: float, ahead: float, of_two: bool
) -> ReadingSignals:
    """The signals of at least one reading."""
    return ReadingSignals(
        gathered=float(np.logaddexp.reduce([one.answers for one in readings])),
        supported=max(one.supported for one in readings),
        when=float(when),
        anothers=anothers,
        anothers_of_two=anothers * of_two,
        of_two=float(of_two),
        ahead=ahead,
    )


class ReadingWeights(Frozen):
    """The odds of a fault where turns were read, and the doubt above which is refused.

    ``fault``: it is not so as it is asked. ``right``: what is answered is right. ``origin`` tells
    what they were fitted on.
    """

    origin: Mapping[str, Any]
    fault: Odds
    right: Odds
    threshold: float

    @model_validator(mode="after")
    def _of_known_signals(self) -> Self:
        for odds, signals in ((self.fault, ReadingSignals), (self.right, AnswerSignals)):
            if unknown := sorted(set(odds.weights) - set(signals._fields)):
                raise ValueError(f"no such signals: {', '.join(unknown)}")
        return self


@lru_cache(maxsize=8)
def read_reading_weights(path: Path | None = None) -> ReadingWeights:
    """The weights of a file that `training.fit_abstention` wrote; the shipped ones without it.

    Raises `SettingsError` for a file that cannot be used.
    """
    return read_fitted(ReadingWeights, path or _SHIPPED_READING, made_by="training.fit_abstention")
