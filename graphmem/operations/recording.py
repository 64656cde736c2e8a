"""ingest, add_turn and keep_opinion: what a memory takes in."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Self

from pydantic import Field, JsonValue, model_validator

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.conversation import MAX_TURN_CHARACTERS, MessageSettings
from graphmem.model.operation import (
    MOST_NAMED,
    Moment,
    Name,
    Operation,
    Question,
    Right,
    calls,
)
from graphmem.model.progress import Progress
from graphmem.model.receipt import Receipt, TurnReceipt
from graphmem.model.thought import KeptOpinion
from graphmem.sources import SourceFormat

MOST_TURNS = 20_000
MOST_DOCUMENT_CHARACTERS = 16_000_000

_TURN: dict[str, Any] = {
    "conversation_id": "kitchen",
    "session_id": "S1",
    "turn_id": "D1:1",
    "speaker": "Ana",
    "said_at": "2024-03-01T18:01:00",
    "text": "I planted forty tulips yesterday.",
}


class DocumentMessages(MessageSettings):
    """Settings of messages in a document, which has no file that could name it."""

    named_by_file: ClassVar[bool] = False


class IngestRequest(Frozen):
    """Conversations to take in; without any, what was recorded before and waits is read."""

    turns: tuple[dict[str, JsonValue], ...] = Field(
        (),
        max_length=MOST_TURNS,
        description="Turns in order, each an object as on a line of a graphmem JSON Lines file. "
        "A turn that does not fit is refused alone, and named in the receipt.",
        examples=[[_TURN]],
    )
    document: str | None = Field(
        None,
        max_length=MOST_DOCUMENT_CHARACTERS,
        description="The whole text of one file: JSON Lines, chat messages, LoCoMo, LongMemEval, "
        "or what WhatsApp, ChatGPT, mem0, Graphiti or Zep export.",
    )
    format: SourceFormat | None = Field(
        None, description="What it is read as; found by what it holds where not given."
    )
    messages: DocumentMessages = Field(
        default_factory=DocumentMessages,
        description="Who speaks in a document of a chat, when, where, and in which conversation.",
    )
    record_only: bool = Field(False, description="Only record the turns; extract nothing.")

    @model_validator(mode="after")
    def _check_one_source(self) -> Self:
        if self.turns and (self.document is not None or self.format is not None):
            raise ValueError("give turns, or a document and its format, not both")
        return self


class AddTurnRequest(Frozen):
    """One turn, as it is said."""

    conversation_id: Name = Field(description="The conversation that it belongs to.")
    text: str = Field(max_length=MAX_TURN_CHARACTERS, description="What is said, word for word.")
    speaker: Name | None = Field(
        None, description="Who says it; unknown without it, never guessed."
    )
    person_id: Name | None = Field(
        None, description="Your own id of the speaker: one person across conversations."
    )
    caption: str | None = Field(
        None, max_length=MAX_TURN_CHARACTERS, description="What an image shared with it shows."
    )
    said_at: str | None = Field(
        None,
        max_length=100,
        description="Date and time of day (2024-03-01T18:01:00); now without it.",
    )
    zone: str | None = Field(None, max_length=100, description="The time zone of the date.")
    session_id: Name | None = Field(None, description="The sitting; that of the day without it.")
    turn_id: Name | None = Field(
        None,
        description="Its id in the conversation, under which it is recorded once, however often it "
        "is sent; the next of its session without it.",
    )


class KeepOpinionRequest(Frozen):
    """A question to think about, and who keeps the opinion."""

    question: Question = Field(description="What to think about: Should we move the launch?")
    agent: Name = Field(description="Whose opinion it is, by name or id; what they heard is known.")
    said_in: Name | None = Field(
        None, description="The conversation to say it in; the one that it rests on without it."
    )
    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id."
    )
    now: Moment | None = Field(None, description="The moment of asking; now without it.")


def _ingest(memory: Memory, asked: IngestRequest, progress: Progress) -> Receipt:
    with TemporaryDirectory(prefix="graphmem-") as folder:
        files: list[Path] = []
        if asked.turns:
            files.append(Path(folder, "turns.jsonl"))
            text = "\n".join(json.dumps(turn) for turn in asked.turns)
            files[0].write_text(text, encoding="utf-8")
        elif asked.document is not None:
            files.append(Path(folder, "document.json"))
            files[0].write_text(asked.document, encoding="utf-8")
        receipt = memory.ingest(
            *files,
            format=asked.format,
            messages=asked.messages,
            record_only=asked.record_only,
            progress=progress,
        )
    # The caller gave no file, and is not told of ours.
    given = "turns" if asked.turns else "document"
    refused = tuple(item.model_copy(update={"path": given}) for item in receipt.refused)
    left_out = tuple(item.model_copy(update={"path": given}) for item in receipt.left_out)
    return receipt.model_copy(update={"refused": refused, "left_out": left_out})


ADD_TURN = Operation(
    name="add_turn",
    summary="Record one turn as it is said; it can be found at once.",
    request=AddTurnRequest,
    result=TurnReceipt,
    right=Right.WRITE,
    handle=calls(Memory.add_turn),
    command=("remember",),
    example={
        "conversation_id": "kitchen",
        "text": "I planted forty tulips yesterday.",
        "speaker": "Ana",
    },
    tool_name="remember",
    guidance_for_models="Remember one thing that somebody said, word for word, with who said it. "
    "Use it for what the user may want to be reminded of later. It can be found at once.",
)
KEEP_OPINION = Operation(
    name="keep_opinion",
    summary="Think about something, and keep the opinion as the agent's own; needs a model.",
    request=KeepOpinionRequest,
    result=KeptOpinion,
    right=Right.WRITE,
    handle=calls(Memory.keep_opinion),
    example={"question": "Should we move the launch to Thursday?", "agent": "Ana"},
    guidance_for_models="Form an opinion from what an agent heard, with its reasons, and keep it "
    "as that agent's own; the next on the same question follows it. Only for yourself, or where a "
    "person asks for it; think forms one without keeping it.",
)
INGEST = Operation(
    name="ingest",
    summary="Read conversations: record, extract, reconcile. The same input again changes nothing.",
    request=IngestRequest,
    result=Receipt,
    right=Right.WRITE,
    handle=_ingest,
    example={"turns": [_TURN]},
    long=True,
    reports=True,
    guidance_for_models="Take in whole conversations, or, without any, extract facts from the "
    "turns that were remembered one by one. May take minutes.",
)
