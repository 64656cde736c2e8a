"""Runs of questions through a model, kept as files and replayed in the model's place."""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import ValidationError

from graphmem.model.answer import Status
from graphmem.model.base import Frozen
from graphmem.testing.responders import AskedTool, ChatRequest, Reply, Responder

# What a prompt is for, by its opening words: the rest of it may change.
_PURPOSES = {
    "You answer a question": "answer",
    "You word a question anew": "questions",
    "You order passages": "order",
    "You decide whether two things": "judge",
}
_QUESTION = re.compile(r"^Question: (?P<question>.*)$", re.MULTILINE)
_EVIDENCE = re.compile(r"^\[(?P<number>\d+)\] (?P<turn>[^\s,]+),", re.MULTILINE)


class RecordedTool(Frozen):
    """A tool that the model used."""

    name: str
    arguments: dict[str, Any]


class RecordedReply(Frozen):
    """One reply of the model: what it was asked for, what it was shown, and what it said.

    ``shown`` are the turns of the evidence, in order; ``said`` is its JSON object, None where it
    used tools. Citations name turns, not numbers, so that a reply holds for evidence in any order.
    """

    purpose: str
    shown: tuple[str, ...] = ()
    said: dict[str, Any] | None = None
    tools: tuple[RecordedTool, ...] = ()


class RecordedQuestion(Frozen):
    """A question with every reply of the model, what was answered, and how a person found it.

    ``gold`` is the answer that the corpus has, None where it is to be refused. ``right`` is whether
    a person calls what was answered (or refused) right, None where nobody has judged it yet;
    ``model_right`` the same of what the model said last, whatever the checks made of it.
    ``withheld`` are the reasons for which its answers did not leave.
    """

    id: str
    question: str
    asked_at: str | None = None
    gold: str | None = None
    replies: tuple[RecordedReply, ...]
    status: Status
    text: str
    withheld: tuple[str, ...] = ()
    right: bool | None = None
    model_right: bool | None = None


class NotRecordedError(LookupError):
    """The model is asked what no recording answers."""


def read_recorded(folder: Path) -> list[RecordedQuestion]:
    """The recorded questions of a conversation, by id; raises `ValueError` for a broken file."""
    found = []
    for file in sorted(folder.glob("*.json"), key=lambda one: (len(one.stem), one.stem)):
        try:
            found.append(RecordedQuestion.model_validate_json(file.read_text(encoding="utf-8")))
        except ValidationError as error:
            raise ValueError(f"{file} is no recorded question: {error}") from error
    return found


def write_recorded(folder: Path, question: RecordedQuestion) -> Path:
    """Keep a question in a file of its own, named by its id."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{question.id}.json"
    text = json.dumps(question.model_dump(mode="json"), ensure_ascii=False, indent=1)
    file.write_text(text + "\n", encoding="utf-8")
    return file


def replays(questions: Iterable[RecordedQuestion]) -> Responder:
    """Reply as was recorded of the same question for the same purpose, in order.

    Raises `NotRecordedError` in the server, which fails the test, where there is no such reply.
    """
    replies: dict[tuple[str, str], list[RecordedReply]] = {}
    for one in questions:
        for reply in one.replies:
            replies.setdefault((reply.purpose, one.question), []).append(reply)
    asked: dict[tuple[str, str], int] = {}
    lock = Lock()

    def respond(request: ChatRequest) -> Reply:
        key = purpose_of(request), question_of(request)
        with lock:
            place = asked.get(key, 0)
            asked[key] = place + 1
        kept = replies.get(key, [])
        if place >= len(kept):
            raise NotRecordedError(
                f"No reply {place + 1} is recorded to “{key[1]}” ({key[0]}), of {len(kept)}. "
                "Record it: python -m benchmarks.by_hand."
            )
        return as_reply(kept[place])

    return respond


def as_reply(recorded: RecordedReply) -> Reply:
    """What the server sends for a recorded reply."""
    if recorded.tools:
        tools = tuple(AskedTool(tool.name, tool.arguments) for tool in recorded.tools)
        return Reply(tools=tools, finish_reason="tool_calls")
    return Reply(json.dumps(recorded.said, ensure_ascii=False))


def record(request: ChatRequest, said: dict[str, Any]) -> RecordedReply:
    """A reply to a request, as it is kept: `tools`, or the JSON object that answers.

    Raises `ValidationError` for tools in another form.
    """
    shown = shown_in(request)
    if "tools" in said:
        return RecordedReply.model_validate(
            {"purpose": purpose_of(request), "shown": shown, "tools": said["tools"]}
        )
    kept = dict(said)
    if isinstance(kept.get("citations"), list):
        kept["citations"] = [_by_turn(one, shown) for one in kept["citations"]]
    return RecordedReply(purpose=purpose_of(request), shown=shown, said=kept)


def purpose_of(request: ChatRequest) -> str:
    """What a request is for; its system message's opening words where that is not known."""
    told = next(iter(request.texts("system")), "")
    for opening, purpose in _PURPOSES.items():
        if told.startswith(opening):
            return purpose
    return " ".join(told.split()[:6]) or "nothing"


def question_of(request: ChatRequest) -> str:
    """The question that a request is about; its user's text where none is marked."""
    told = next(iter(request.texts("user")), "")
    found = _QUESTION.search(told)
    return found["question"].strip() if found else told.strip()


def shown_in(request: ChatRequest) -> tuple[str, ...]:
    """The ids of the turns that a request shows as evidence, in order."""
    told = next(iter(request.texts("user")), "")
    return tuple(found["turn"] for found in _EVIDENCE.finditer(told))


def _by_turn(citation: Any, shown: tuple[str, ...]) -> Any:
    if not isinstance(citation, dict) or not isinstance(citation.get("number"), int):
        return citation
    number = citation["number"]
    if not 1 <= number <= len(shown):
        return citation
    return {**citation, "number": None, "turn_id": shown[number - 1]}
