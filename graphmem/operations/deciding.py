"""What is one and what is not: reconcile, decisions, undo, merge; taking back what was said."""

from pydantic import AwareDatetime, Field

from graphmem.memory import Memory
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.decision import Decision
from graphmem.model.operation import Listed, Name, Operation, Right, calls
from graphmem.model.receipt import ReconcileReceipt
from graphmem.model.retraction import ForgetReceipt, Retraction
from graphmem.store.ledger import RecordedDecision
from graphmem.store.retractions import is_retraction

MOST_REASON_CHARACTERS = 2_000


class DecisionsRequest(Listed):
    """Decisions to list: in force, past or undecided, of all or of one."""

    undecided: bool = Field(False, description="Only what awaits a person's decision.")
    past: bool = Field(False, description="Also what was undone, replaced or fell away.")
    about: Name | None = Field(
        None, description="Only those on this person or entity, by a uid of any of its parts."
    )


class DecisionRequest(Frozen):
    """Decision to show."""

    uid: Name = Field(description="The decision's uid, or the beginning of it.")


class UndoRequest(Frozen):
    """Decision or retraction to undo."""

    uid: Name = Field(
        description="The uid of a decision, or of a retraction or correction (`retraction:…`), or "
        "the beginning of it."
    )


class ReconcileRequest(Frozen):
    """Reconciliation: for real or not, of what changed or of everything."""

    dry_run: bool = Field(False, description="Only tell what would be decided; change nothing.")
    anew: bool = Field(
        False, description="Plan everything, and put to a model, if one is set, what rules decided."
    )


class PairRequest(Frozen):
    """Two people, or two things."""

    left: Name = Field(
        description="A uid, CONVERSATION/NAME for a person, CONVERSATION/OWNER/NAME for a thing."
    )
    right: Name = Field(description="The other one, named the same way.")
    reason: str = Field(
        "", max_length=MOST_REASON_CHARACTERS, description="Why; kept with the decision."
    )


class MergeRequest(PairRequest):
    """Two people, or two things, that are one."""

    allow_same_conversation: bool = Field(
        False,
        description="Merge two people although they talk to each other in a conversation.",
    )


class DecisionOnRecord(Frozen):
    """A decision with what the ledger knows of it."""

    decision: Decision
    in_force: bool
    recorded_at: AwareDatetime


class DecisionList(WhileWaiting):
    """A part of the decisions; ``total`` counts all that were asked for."""

    decisions: tuple[DecisionOnRecord, ...]
    total: int


def _decisions(memory: Memory, asked: DecisionsRequest) -> DecisionList:
    wanted = [
        item
        for item in memory.decisions(past=asked.past, about=asked.about)
        if not (asked.undecided and item.decision.confident)
    ]
    return DecisionList(
        decisions=tuple(map(_on_record, asked.part_of(wanted))),
        total=len(wanted),
        waiting=memory.turns_waiting(),
    )


def _on_record(recorded: RecordedDecision) -> DecisionOnRecord:
    return DecisionOnRecord(
        decision=recorded.decision,
        in_force=recorded.in_force,
        recorded_at=recorded.recorded_at,
    )


def _decision(memory: Memory, asked: DecisionRequest) -> DecisionOnRecord:
    return _on_record(memory.decision(asked.uid))


DECISIONS = Operation(
    name="decisions",
    summary="List the decisions in force, each with its reason.",
    request=DecisionsRequest,
    result=DecisionList,
    right=Right.READ,
    handle=_decisions,
    command=("decisions", "list"),
    example={"undecided": True},
    listing=True,
    guidance_for_models="List what was taken for one and what was kept apart, people and things, "
    "each with the reason. With undecided, only what awaits a person's decision.",
)
DECISION = Operation(
    name="decision",
    summary="Show one decision: inputs, score, tools called, reason.",
    request=DecisionRequest,
    result=DecisionOnRecord,
    right=Right.READ,
    handle=_decision,
    command=("decisions", "show"),
    example={"uid": "a6d0dbaa"},
    listing=True,
)
UNDO: Operation[Decision | Retraction] = Operation(
    name="undo",
    summary="Take a decision back, for good; your own separation is withdrawn, and judged anew.",
    request=UndoRequest,
    result=Decision | Retraction,
    right=Right.DECIDE,
    handle=calls(Memory.undo),
    command=("decisions", "undo"),
    example={"uid": "a6d0dbaa"},
    person_only=lambda asked: is_retraction(asked.uid),
    guidance_for_models="Take a decision back, for good: no later run makes it again. Only where "
    "a person asks for it.",
)
MERGE = Operation(
    name="merge",
    summary="Decide that two people or two things are one; no later run overrules it.",
    request=MergeRequest,
    result=Decision,
    right=Right.DECIDE,
    handle=calls(Memory.merge),
    example={"left": "tim-john/John", "right": "james-john/John", "reason": "One man."},
    # What a turn says could have a model confirm it.
    person_only=lambda asked: asked.allow_same_conversation,
    guidance_for_models="Decide that two people or two things are one. Only where a person says "
    "so; no later run overrules it. That two who talk to each other are one only a person can "
    "say, and not through you.",
)
SEPARATE = Operation(
    name="separate",
    summary="Decide that two people or two things are not one; no later run overrules it.",
    request=PairRequest,
    result=Decision,
    right=Right.DECIDE,
    handle=calls(Memory.separate),
    example={"left": "tim-john/John", "right": "john-maria/John", "reason": "Two men."},
    guidance_for_models="Decide that two people or two things are not one. Only where a person "
    "says so; no later run overrules it.",
)
RECONCILE = Operation(
    name="reconcile",
    summary="Reconcile sessions into conversations, and conversations into people's memories.",
    request=ReconcileRequest,
    result=ReconcileReceipt,
    right=Right.DECIDE,
    handle=calls(Memory.reconcile),
    example={"dry_run": True},
    reports=True,
)


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
