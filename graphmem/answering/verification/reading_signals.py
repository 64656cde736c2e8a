"""The signals of what the reader says of the turns that were found; pure."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.reader.reading import Reading


class ReadingSignals(NamedTuple):
    """What is measured of the readings of one question; log odds, and a log probability.

    - ``answers``: that the turn that answers best does; ``gathered``: of all turns together
    - ``supported``: that all is so there as it is asked; ``supported_anywhere``: in the turn
      where that is likeliest
    - ``span``: the probability of that turn's best span
    """

    answers: float
    gathered: float
    supported: float
    supported_anywhere: float
    span: float


class AnswerSignals(NamedTuple):
    """What tells whether an answer is right, where turns were read.

    - ``answers``: the log odds that the turn it is told from answers; ``span``: the log
      probability of that turn's best span
    - ``doubt``: that its claim is borne out by nobody, from 0 to 1
    - ``yes_no``: 1 for yes or no
    """

    answers: float
    span: float
    doubt: float
    yes_no: float


def reading_signals(readings: Sequence[Reading]) -> ReadingSignals:
    """The signals of at least one reading."""
    best = max(readings, key=lambda one: one.answers)
    return ReadingSignals(
        answers=best.answers,
        gathered=float(np.logaddexp.reduce([one.answers for one in readings])),
        supported=best.supported,
        supported_anywhere=max(one.supported for one in readings),
        span=best.spans[0].log_probability if best.spans else 0.0,
    )
