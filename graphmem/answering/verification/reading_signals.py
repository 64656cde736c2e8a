"""The signals of what the reader says of the turns that were found; pure."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from graphmem.reader.reading import TurnReading


class ReadingSignals(NamedTuple):
    """What is measured of the readings of one question.

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
