"""Verifies that the claim inside a question is supported by the turns; pure."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from pydantic import model_validator

from graphmem.answering.attribution import Whose, whose
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.extractive.candidates import Readings, ReadPassage, by_search, weighed
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.verification.presupposition import PresupposedClaim
from graphmem.language.sentences import asks
from graphmem.model.answer import QuestionKind
from graphmem.model.base import Frozen
from graphmem.model.odds import Odds, read_fitted
from graphmem.model.search import SearchHit
from graphmem.reader import TurnReading

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


_TWO = 2
_LIKELIER = 0.5


class ClaimStatus(StrEnum):
    """Status of a claim: supported; so of somebody else; so of nobody."""

    SUPPORTED = "supported"
    SOMEBODY_ELSE = "somebody_else"
    NOBODY = "nobody"


class Verification(NamedTuple):
    """Result of a check: refuse the question unless ``outcome`` is supported.

    ``doubt``, from 0 to 1, is the chance that the claim is not so; above ``threshold`` it counts as
    not so. ``claim`` is what was checked. ``proof`` is the turn that shows whose it was, or the
    nearest one; None where nothing was found.
    """

    outcome: ClaimStatus
    doubt: float
    threshold: float
    claim: PresupposedClaim
    proof: Passage | None


def verify(
    frame: QuestionFrame,
    passages: Sequence[Passage],
    weights: ReadingWeights,
    readings: Readings,
) -> Verification:
    """Check what a question takes for granted against the turns that were found for it.

    ``passages`` are the hits of one search, best first, with their statements where these were
    looked up. ``readings`` are what the reader says of the first turns, by their ids; without any,
    all that can be doubted is that it was they and nobody else.
    """
    claim = frame.claim
    if not passages:
        return Verification(ClaimStatus.NOBODY, 1.0, weights.threshold, claim, None)
    turns = weighed(passages, readings or by_search(frame, passages))
    if readings:
        doubt = weights.fault.chance(read_signals(frame, passages, readings)._asdict())
    else:
        doubt = sum(one.chance for one in turns if not _tells(one, claim))
    found = Verification(
        ClaimStatus.SUPPORTED,
        doubt,
        weights.threshold,
        claim,
        max(turns, key=lambda one: one.chance).passage,
    )
    if doubt <= weights.threshold:
        return found
    # Who asks about a thing tells neither that it is so nor of whom.
    telling = [one for one in turns if not asks(one.quote)] or turns
    others = [one for one in telling if not _tells(one, claim)]
    nearest = max(telling, key=_fits)
    likely = sum(one.chance for one in others) / sum(one.chance for one in telling)
    if nearest not in others and likely < _LIKELIER:
        return found._replace(outcome=ClaimStatus.NOBODY, proof=nearest.passage)
    proof = max(others, key=_fits).passage
    return found._replace(outcome=ClaimStatus.SOMEBODY_ELSE, proof=proof)


def read_signals(
    frame: QuestionFrame,
    passages: Sequence[Passage],
    readings: Readings,
) -> ReadingSignals:
    """The signals of a question beside passages of which at least one was read."""
    turns = weighed(passages, readings)
    return reading_signals(
        [one.reading for one in turns],
        when=frame.kind is QuestionKind.WHEN,
        anothers=sum(one.chance for one in turns if not _tells(one, frame.claim)),
        ahead=_ahead(frame.claim, passages),
        of_two=len({one.hit.speaker_uid for one in passages}) == _TWO,
    )


def told_of_them(frame: QuestionFrame, passages: Sequence[Passage]) -> Readings:
    """Readings made of search scores, of turns that tell of those asked about, if any."""
    readings = by_search(frame, passages)
    turns = weighed(passages, readings)
    theirs = [one for one in turns if _tells(one, frame.claim)]
    return {one.passage.hit.turn_id: one.reading for one in theirs} or readings


def _fits(turn: ReadPassage) -> float:
    """How well a turn fits a question, of whomever it is asked.

    The reader finds that what is told of somebody else does not answer; the search does not know.
    """
    return turn.reading.answers + _blind(turn.passage.hit)


def _tells(turn: ReadPassage, claim: PresupposedClaim) -> bool:
    return whose(Proof(turn.passage, turn.quote), claim) is Whose.THEIRS


def _ahead(claim: PresupposedClaim, passages: Sequence[Passage]) -> float:
    """By how much the turns of others fit better than those of whom the claim is made."""
    people = {person.uid for person in claim.people}
    if not people:
        return 0.0
    theirs = [_blind(one.hit) for one in passages if one.hit.speaker_uid in people]
    others = [_blind(one.hit) for one in passages if one.hit.speaker_uid not in people]
    return float(np.logaddexp.reduce([0.0, *others]) - np.logaddexp.reduce([0.0, *theirs]))


def _blind(hit: SearchHit) -> float:
    """The score of a turn without what it gets for who speaks."""
    return hit.score - sum(part.contribution for part in hit.parts if part.name == "speaker")
