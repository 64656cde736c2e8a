"""forget, retract, correct, retractions: taking back what was said."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.operation import Listed, Name, Operation, Right, calls
from graphmem.model.retraction import ForgetReceipt, Retraction
from graphmem.operations.deciding import MOST_REASON_CHARACTERS


class ForgetRequest(Frozen):
    """Content to forget: exactly one of these, or a session with its conversation."""

    turn: Name | None = Field(None, description="A turn: CONVERSATION/TURN, or its uid.")
    conversation: Name | None = Field(None, description="A conversation, by id.")
    session: Name | None = Field(None, description="Only this session of the conversation.")
    person: Name | None = Field(
        None,
        description="A person, and all that others said of them: uid, person_id or "
        "CONVERSATION/NAME.",
    )
    thing: Name | None = Field(None, description="A thing, by the uid of any part of it.")
    statement: Name | None = Field(
        None, description="A statement, by uid: the turn that states it goes."
    )
    by: Name | None = Field(None, description="Who takes it back; kept with the tombstone.")
    dry_run: bool = Field(False, description="Only count what would go; change nothing.")


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
    """Retractions to list: in force, or all."""

    past: bool = Field(False, description="Also what was undone.")


class RetractionList(Frozen):
    """A part of the retractions; ``total`` counts all that were asked for."""

    retractions: tuple[Retraction, ...]
    total: int


def _retractions(memory: Memory, asked: RetractionsRequest) -> RetractionList:
    found = memory.retractions(past=asked.past)
    return RetractionList(retractions=asked.part_of(found), total=len(found))


RETRACT = Operation(
    name="retract",
    summary="Take a statement back: it is never stated again, whatever reads the talk anew.",
    request=RetractRequest,
    result=Retraction,
    right=Right.RETRACT,
    handle=calls(Memory.retract),
    example={"uid": "answer:a6d0dbaa", "reason": "A slip of the tongue."},
    for_models=False,
)
CORRECT = Operation(
    name="correct",
    summary="Put what holds in the place of a statement, which is never stated again.",
    request=CorrectRequest,
    result=Retraction,
    right=Right.RETRACT,
    handle=calls(Memory.correct),
    example={"uid": "answer:a6d0dbaa", "text": "Ana works at Fabrikam."},
    for_models=False,
)
RETRACTIONS = Operation(
    name="retractions",
    summary="List what was taken back or corrected, by whom and why.",
    request=RetractionsRequest,
    result=RetractionList,
    right=Right.READ,
    handle=_retractions,
    command=("decisions", "retractions"),
    example={"past": True},
    listing=True,
    for_models=False,
)
FORGET = Operation(
    name="forget",
    summary="Take back what was said, for good: a turn, talk, person, thing or statement.",
    request=ForgetRequest,
    result=ForgetReceipt,
    right=Right.FORGET,
    handle=calls(Memory.forget),
    example={"turn": "kitchen/D1:1", "dry_run": True},
    reports=True,
    guidance_for_models="Take back what was said, for good, with all that rests on it; nothing "
    "brings it back. Only where a person asks for exactly that: first with dry_run, tell what "
    "would go by its counts, and go on only when the person confirms it.",
)
