"""Answers who or what somebody or something is, from what is said of whoever bears the name."""

from graphmem.answering.bearing import Described
from graphmem.model.answer import Answer, Status
from graphmem.model.routing import Routing
from graphmem.model.search import ScorePart
from graphmem.retrieval.question import Question

# What each part of a confidence counts: one bears the name alone, and a role tells who that is.
_NAMED = 0.6


def answer_from_name(
    question: Question, routing: Routing, described: Described, steps: tuple[str, ...]
) -> Answer | None:
    """What is known of the bearer of a name, what they are to others first.

    None for who takes part where no role tells who that is: what they happen to have said of
    themselves does not.
    """
    if described.takes_part and not described.by_role:
        return None
    parts = (
        ScorePart(name="named", value=1.0, weight=_NAMED),
        ScorePart(name="role", value=float(described.by_role), weight=1.0 - _NAMED),
    )
    return Answer(
        question=question.text,
        status=Status.ANSWERED,
        text="; ".join(described.texts),
        kind=routing.kind,
        confidence=sum(part.contribution for part in parts),
        confidence_parts=parts,
        evidence=described.evidence,
        people=routing.people,
        routing=routing,
        steps=(*steps, f"answered from what is said of {described.name}"),
    )
