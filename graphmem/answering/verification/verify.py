"""Whether the claim inside a question is borne out by what was said; pure."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from graphmem.answering.frame import QuestionFrame
from graphmem.answering.passages import Passage, Proof
from graphmem.answering.telling.candidates import Readings, ReadPassage, by_search, weighed
from graphmem.answering.verification.another import told_of_another
from graphmem.answering.verification.claim import Claim
from graphmem.answering.verification.reading_signals import ReadingSignals, reading_signals
from graphmem.answering.verification.weights import ReadingWeights
from graphmem.answering.whose import Whose, whose
from graphmem.model.routing import QuestionKind
from graphmem.model.search import SearchHit

_TWO = 2
_LIKELIER = 0.5
# Fixed beforehand: the doubt where every statement of it is of a relative of whom it is asked.
_ANOTHERS = 0.9


class Outcome(StrEnum):
    """What became of a claim: borne out; so of somebody else; so of nobody."""

    SUPPORTED = "supported"
    SOMEBODY_ELSE = "somebody_else"
    NOBODY = "nobody"


class Verification(NamedTuple):
    """What a check found: refuse the question unless ``outcome`` is supported.

    ``doubt``, from 0 to 1, is the chance that the claim is not so; above ``threshold`` it counts as
    not so. ``claim`` is what was checked. ``proof`` is the turn that shows whose it was, or the
    nearest one; None where nothing was found.
    """

    outcome: Outcome
    doubt: float
    threshold: float
    claim: Claim
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
        return Verification(Outcome.NOBODY, 1.0, weights.threshold, claim, None)
    turns = weighed(passages, readings or by_search(frame, passages))
    best = max(turns, key=lambda one: one.chance)
    of_relative = told_of_another(frame.question, claim, Proof(best.passage, best.quote))
    others = [one for one in turns if not _tells(one, claim)]
    anothers = sum(one.chance for one in others)
    doubt = anothers
    if readings:
        doubt = weights.fault.chance(read_signals(frame, passages, readings))
    if of_relative:
        doubt = max(doubt, _ANOTHERS)
    found = Verification(Outcome.SUPPORTED, doubt, weights.threshold, claim, best.passage)
    if doubt <= weights.threshold:
        return found
    if of_relative:
        # Whoever thinks so of a relative is the subject, and tells nothing of themselves.
        stated = tuple(one._replace(subject_uid="") for one in of_relative)
        proof = best.passage._replace(statements=stated)
        return found._replace(outcome=Outcome.SOMEBODY_ELSE, proof=proof)
    if best not in others and anothers < _LIKELIER:
        return found._replace(outcome=Outcome.NOBODY)
    proof = max(others, key=lambda one: one.chance).passage
    return found._replace(outcome=Outcome.SOMEBODY_ELSE, proof=proof)


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
    """What stands for readings where none are, of turns that tell of those asked about, if any."""
    readings = by_search(frame, passages)
    turns = weighed(passages, readings)
    theirs = [one for one in turns if _tells(one, frame.claim)]
    return {one.passage.hit.turn_id: one.reading for one in theirs} or readings


def _tells(turn: ReadPassage, claim: Claim) -> bool:
    return whose(Proof(turn.passage, turn.quote), claim) is Whose.THEIRS


def _ahead(claim: Claim, passages: Sequence[Passage]) -> float:
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
