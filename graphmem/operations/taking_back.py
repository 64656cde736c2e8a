"""retract, correct, retractions: what a person takes back."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.retraction import Retraction
from graphmem.operations.deciding import MOST_REASON_CHARACTERS
from graphmem.operations.fields import Listed, Name
from graphmem.operations.operation import Operation

_MOST_CORRECTION_CHARACTERS = 2_000


class RetractRequest(Frozen):
    """A statement that does not hold."""

    uid: Name = Field(description="The uid of the statement: an answer or a role.")
    reason: str = Field(
        "", max_length=MOST_REASON_CHARACTERS, description="Why; kept with the retraction."
    )
    by: str = Field("", max_length=200, description="Who says so; kept with the retraction.")


class CorrectRequest(RetractRequest):
    """A statement that does not hold, and what holds instead."""

    text: str = Field(
        min_length=1,
        max_length=_MOST_CORRECTION_CHARACTERS,
        description="What holds instead, in a sentence that names whom it is about.",
    )


class RetractionsRequest(Listed):
    """Which retractions to list."""

    past: bool = Field(False, description="Also what was undone.")


class RetractionList(Frozen):
    """A part of the retractions; ``total`` counts all that were asked for."""

    retractions: tuple[Retraction, ...]
    total: int


def _retract(memory: Memory, asked: RetractRequest) -> Retraction:
    return memory.retract(asked.uid, reason=asked.reason, by=asked.by)


def _correct(memory: Memory, asked: CorrectRequest) -> Retraction:
    return memory.correct(asked.uid, asked.text, reason=asked.reason, by=asked.by)


def _retractions(memory: Memory, asked: RetractionsRequest) -> RetractionList:
    found = memory.retractions(past=asked.past)
    shown = found[asked.offset : asked.offset + asked.limit]
    return RetractionList(retractions=shown, total=len(found))


RETRACT = Operation(
    name="retract",
    summary="Take a statement back: it is never stated again, whatever reads the talk anew.",
    request=RetractRequest,
    result=Retraction,
    handle=_retract,
    command=("retract",),
    example={"uid": "answer:a6d0dbaa", "reason": "A slip of the tongue."},
    writes=True,
    for_models=False,
)
CORRECT = Operation(
    name="correct",
    summary="Put what holds in the place of a statement, which is never stated again.",
    request=CorrectRequest,
    result=Retraction,
    handle=_correct,
    command=("correct",),
    example={"uid": "answer:a6d0dbaa", "text": "Ana works at Fabrikam."},
    writes=True,
    for_models=False,
)
RETRACTIONS = Operation(
    name="retractions",
    summary="List what was taken back or corrected, by whom and why.",
    request=RetractionsRequest,
    result=RetractionList,
    handle=_retractions,
    command=("decisions", "retractions"),
    example={"past": True},
    listing=True,
    for_models=False,
)
