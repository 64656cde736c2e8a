"""Decisions as they are made: by rules or a model, and refused where others stand against them."""

from graphmem.model.decision import Decider, Decision, Judgement, Layer, Side, Verdict
from graphmem.model.ids import content_digest, uid

_BUT = " But that would bring together what is kept apart."


def decision(
    space: str,
    layer: Layer,
    sides: tuple[Side, Side],
    judgement: Judgement,
    decided_by: Decider,
    *,
    inputs_digest: str = "",
) -> Decision:
    """A judgement as a Decision; its uid stays while who, what and verdict do."""
    left, right = sides
    verdict, confident = judgement.verdict, judgement.confident
    return Decision(
        uid=decision_uid(space, layer, verdict, sides, decided_by, confident),
        layer=layer,
        verdict=verdict,
        confident=confident,
        left=left,
        right=right,
        score=judgement.score,
        parts=judgement.parts,
        tools=judgement.tools,
        reason=judgement.reason,
        decided_by=decided_by,
        model=judgement.model,
        transcript=judgement.transcript,
        inputs_digest=inputs_digest,
    )


def refused(space: str, merge: Decision) -> Decision:
    """A merge that the others exclude, as what is left undecided."""
    return merge.model_copy(
        update={
            "uid": _uid_of(space, merge, Verdict.SEPARATE, confident=False),
            "verdict": Verdict.SEPARATE,
            "confident": False,
            "reason": f"{merge.reason}{_BUT}",
            "judged": Verdict.MERGE,
        }
    )


def as_judged(space: str, made: Decision) -> Decision:
    """The decision before others refused it: a refusal says nothing of the evidence."""
    if made.judged is not Verdict.MERGE:
        return made
    return made.model_copy(
        update={
            "uid": _uid_of(space, made, Verdict.MERGE, confident=True),
            "verdict": Verdict.MERGE,
            "confident": True,
            "reason": made.reason.removesuffix(_BUT),
            "judged": None,
        }
    )


def decision_uid(
    space: str,
    layer: Layer,
    verdict: Verdict,
    sides: tuple[Side, Side],
    decided_by: Decider,
    confident: bool,
    digest: str = "",
) -> str:
    """The uid of a decision about two sides; ``digest`` tells apart what a person says again."""
    inputs = content_digest(decided_by, str(confident), digest)
    # Which of the two is left is told, and makes no other decision of it.
    uids = sorted(sorted(side.uids) for side in sides)
    return uid(space, "decision", layer, verdict, *(content_digest(*side) for side in uids), inputs)


def _uid_of(space: str, made: Decision, verdict: Verdict, *, confident: bool) -> str:
    sides = made.left, made.right
    return decision_uid(space, made.layer, verdict, sides, made.decided_by, confident)
