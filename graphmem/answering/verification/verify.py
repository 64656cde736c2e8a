"""Whether the claim inside a question is borne out by what was said; pure."""

import math
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import ClaimWord, read_claim
from graphmem.answering.verification.reading_signals import reading_signals
from graphmem.answering.verification.signals import Signals, measure
from graphmem.answering.verification.weights import (
    ReadingWeights,
    VerifierWeights,
    read_reading_weights,
)
from graphmem.model.people import Participant
from graphmem.model.search import ScorePart
from graphmem.reader.reading import Reading
from graphmem.retrieval.question import Question

# Fixed beforehand: of a turn that holds less of a claim it cannot be said that a detail differs,
# and of who tells less of it of themselves, that it was them.
_ENOUGH = 1 / 3
_LIKELIER = 0.5


class Outcome(StrEnum):
    """What became of a claim: borne out; so of somebody else; so but for a detail; so of nobody."""

    SUPPORTED = "supported"
    SOMEBODY_ELSE = "somebody_else"
    ALTERED = "altered"
    NOBODY = "nobody"


class Verification(NamedTuple):
    """What a check found: refuse the question unless ``outcome`` is supported.

    ``doubt``, from 0 to 1, is the chance that the claim is not so; above ``threshold`` it counts as
    not so. ``parts`` are the addends of the likelier fault's log odds. ``names`` are those asked
    about. ``proof`` is the turn that shows whose it was, what was so instead, or the nearest one;
    None where nothing was found. ``claimed`` are the words of the claim, ``missing`` those that no
    turn around the best ones has.
    """

    outcome: Outcome
    doubt: float
    threshold: float
    names: tuple[str, ...]
    proof: Passage | None
    claimed: tuple[ClaimWord, ...]
    missing: tuple[str, ...]
    parts: tuple[ScorePart, ...]


def verify(
    question: Question,
    passages: Sequence[Passage],
    participants: Sequence[Participant],
    weights: VerifierWeights,
    *,
    unread: Collection[str] = (),
    readings: Sequence[Reading] = (),
    reading_weights: ReadingWeights | None = None,
) -> Verification:
    """Check what a question takes for granted against the turns that were found for it.

    ``passages`` are the hits of one search, best first, with their statements where these were
    looked up; ``participants`` are those against whom the question was read. Of the turns
    ``unread`` no statements are known yet: a claim that its people tell there of themselves, as
    fully as another does, is borne out. ``readings`` are what the reader says of the first turns:
    with them ``reading_weights`` (None: the shipped ones) tell how much doubt there is.
    """
    claim = read_claim(question, participants)
    measured = measure(claim, passages, unread)
    if measured is None:
        return Verification(Outcome.NOBODY, 1.0, weights.threshold, claim.names, None, (), (), ())
    if not (claim.people or question.times) and measured.signals.unseen == len(claim.words):
        # Neither whom nor what it asks about was ever spoken of.
        return Verification(
            Outcome.NOBODY,
            1.0,
            weights.threshold,
            claim.names,
            measured.nearest,
            claim.words,
            measured.missing,
            (),
        )
    if readings:
        read = reading_weights or read_reading_weights()
        threshold = read.threshold
        signals = measured.signals, reading_signals(readings)
        parts, doubt = read.fault.parts(*signals), read.fault.chance(*signals)
        other_likelier = read.somebody_else.chance(measured.signals) >= _LIKELIER
    else:
        threshold = weights.threshold
        else_parts = weights.somebody_else.parts(measured.signals)
        altered_parts = weights.altered.parts(measured.signals)
        doubt, other_likelier = _doubt(else_parts, altered_parts)
        parts = else_parts if other_likelier else altered_parts
    found = Verification(
        Outcome.SUPPORTED,
        doubt,
        threshold,
        claim.names,
        measured.nearest,
        claim.words,
        measured.missing,
        parts,
    )
    if doubt <= threshold:
        return found
    if other_likelier and measured.other is not None and measured.other_told >= _ENOUGH:
        if measured.unread_told >= measured.other_told:
            return found
        return found._replace(outcome=Outcome.SOMEBODY_ELSE, proof=measured.other)
    if measured.own is not None and measured.missing and measured.own_share >= _ENOUGH:
        return found._replace(outcome=Outcome.ALTERED, proof=measured.own)
    return found._replace(outcome=Outcome.NOBODY)


def doubt_of(signals: Signals, weights: VerifierWeights) -> float:
    """The chance, from 0 to 1, that a claim with these signals is not so."""
    return _doubt(weights.somebody_else.parts(signals), weights.altered.parts(signals))[0]


def _doubt(somebody_else: Sequence[ScorePart], altered: Sequence[ScorePart]) -> tuple[float, bool]:
    """The chance of either fault, and whether somebody else is the likelier one."""
    first = math.fsum(part.contribution for part in somebody_else)
    second = math.fsum(part.contribution for part in altered)
    top = max(first, second, 0.0)
    odds = [math.exp(value - top) for value in (first, second, 0.0)]
    return (odds[0] + odds[1]) / sum(odds), first >= second
