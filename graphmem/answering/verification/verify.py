"""Verifies that the claim inside a question is supported by the turns; pure."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from graphmem.answering.attribution import Whose, whose
from graphmem.answering.evidence import Passage, Proof
from graphmem.answering.extractive.candidates import Readings, ReadPassage, by_search, weighed
from graphmem.answering.frame import QuestionFrame
from graphmem.answering.verification.abstention_model import (
    ReadingSignals,
    ReadingWeights,
    reading_signals,
)
from graphmem.answering.verification.presupposition import PresupposedClaim
from graphmem.language.sentences import asks
from graphmem.model.answer import QuestionKind
from graphmem.model.search import SearchHit

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
