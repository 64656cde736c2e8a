"""The signals of what the reader says of the turns that were found; pure."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.reader.reading import Reading


class ReadingSignals(NamedTuple):
    """What is measured of the readings of one question; log odds, and a log chance.

    - ``answers``: that the turn that answers best does; ``gathered``: of all turns together
    - ``so``: that all is so there as it is asked; ``so_anywhere``: where that is likeliest
    - ``words``: the chance of that turn's best words
    """

    answers: float
    gathered: float
    so: float
    so_anywhere: float
    words: float


def reading_signals(readings: Sequence[Reading]) -> ReadingSignals:
    """The signals of at least one reading."""
    best = max(readings, key=lambda one: one.answers)
    return ReadingSignals(
        answers=best.answers,
        gathered=float(np.logaddexp.reduce([one.answers for one in readings])),
        so=best.so,
        so_anywhere=max(one.so for one in readings),
        words=best.words[0].chance if best.words else 0.0,
    )
