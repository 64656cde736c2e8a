"""forget: taking back what was said."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.progress import Progress
from graphmem.model.retraction import ForgetReceipt
from graphmem.operations.fields import Name
from graphmem.operations.operation import Operation


class ForgetRequest(Frozen):
    """What is to be forgotten: exactly one of these, or a session with its conversation."""

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


def _forget(memory: Memory, asked: ForgetRequest, progress: Progress) -> ForgetReceipt:
    return memory.forget(**asked.model_dump(), progress=progress)


FORGET = Operation(
    name="forget",
    summary="Take back what was said, for good: a turn, talk, person, thing or statement.",
    request=ForgetRequest,
    result=ForgetReceipt,
    handle=_forget,
    command=("forget",),
    example={"turn": "kitchen/D1:1", "dry_run": True},
    writes=True,
    reports=True,
    forgets=True,
    guidance_for_models="Take back what was said, for good, with all that rests on it; nothing "
    "brings it back. Only where a person asks for exactly that: first with dry_run, tell what "
    "would go by its counts, and go on only when the person confirms it.",
)
