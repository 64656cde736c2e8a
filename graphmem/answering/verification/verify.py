"""Whether the claim inside a question is borne out by what was said; pure."""

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from graphmem.answering.passages import Passage
from graphmem.answering.verification.claim import ClaimWord, read_claim
from graphmem.answering.verification.reading_signals import reading_signals
from graphmem.answering.verification.signals import measure
from graphmem.answering.verification.weights import ReadingWeights
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
    not so. ``parts`` are the addends of its log odds. ``names`` are those asked
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
    weights: ReadingWeights,
    *,
    unread: Collection[str] = (),
    readings: Sequence[Reading] = (),
) -> Verification:
    """Check what a question takes for granted against the turns that were found for it.

    ``passages`` are the hits of one search, best first, with their statements where these were
    looked up; ``participants`` are those against whom the question was read. Of the turns
    ``unread`` no statements are known yet: a claim that its people tell there of themselves, as
    fully as another does, is borne out. ``readings`` are what the reader says of the first turns;
    without any, all that can be doubted is that it was they and nobody else.
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
    other = weights.somebody_else.chance(measured.signals)
    other_likelier = other >= _LIKELIER
    if readings:
        signals = measured.signals, reading_signals(readings)
        parts, doubt = weights.fault.parts(*signals), weights.fault.chance(*signals)
    else:
        parts, doubt = weights.somebody_else.parts(measured.signals), other
    found = Verification(
        Outcome.SUPPORTED,
        doubt,
        weights.threshold,
        claim.names,
        measured.nearest,
        claim.words,
        measured.missing,
        parts,
    )
    if doubt <= weights.threshold:
        return found
    if other_likelier and measured.other is not None and measured.other_told >= _ENOUGH:
        if measured.unread_told >= measured.other_told:
            return found
        return found._replace(outcome=Outcome.SOMEBODY_ELSE, proof=measured.other)
    if measured.own is not None and measured.missing and measured.own_share >= _ENOUGH:
        return found._replace(outcome=Outcome.ALTERED, proof=measured.own)
    return found._replace(outcome=Outcome.NOBODY)
