"""Conversations with a model, in the form of OpenAI's chat API: one answer, or tools until done."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from graphmem.adapters.llm.protocol import (
    JsonObject,
    PromptMessage,
    Tool,
    ToolConversation,
    ToolResult,
    function_definition,
    is_strict,
    strict_schema,
)
from graphmem.errors import LlmOutputError
from graphmem.model.decision import ToolCall

M = TypeVar("M", bound=BaseModel)

_MOST_MISTAKES = 20


class UnfitReply(Exception):
    """A reply that does not fit; the message is for the model, and says what is wrong."""


def read_reply(text: str | None, response_model: type[M], *, cut_off: bool = False) -> M:
    """Read a reply, also one that is fenced or has words around it; raises `UnfitReply`."""
    if not text or not text.strip():
        raise UnfitReply("The answer is empty.")
    try:
        return response_model.model_validate_json(_object(text))
    except ValidationError as error:
        if cut_off:
            raise UnfitReply("The answer was cut off before its end: write less.") from error
        raise UnfitReply(_mistakes(error)) from error


def repair_request(unfit: UnfitReply) -> str:
    """The request for repair, sent back once."""
    return (
        f"That answer cannot be used.\n{unfit}\n"
        "Give the whole answer again, corrected, as one JSON object and nothing else."
    )


def _object(text: str) -> str:
    """From the first brace to the last; small models put a fence or a sentence around it."""
    start, end = text.find("{"), text.rfind("}")
    return text[start : end + 1] if 0 <= start < end else text


def _mistakes(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_input=False, include_context=False)
    lines = [
        f"- {'.'.join(str(part) for part in item['loc']) or 'the answer'}: {item['msg']}"
        for item in found[:_MOST_MISTAKES]
    ]
    if len(found) > _MOST_MISTAKES:
        lines.append(f"- and {len(found) - _MOST_MISTAKES} more")
    return "\n".join(lines)


Wire = list[dict[str, Any]]


class AskedCall(NamedTuple):
    """A tool that the model wants to use, with the arguments as it wrote them."""

    id: str
    name: str
    arguments: str


class ModelReply(NamedTuple):
    """What came back: text, tools to use, and whether the text ends before its end."""

    text: str | None
    calls: tuple[AskedCall, ...] = ()
    cut_off: bool = False


class Shape(NamedTuple):
    """The form that an answer is to have, as a JSON schema with a name."""

    name: str
    schema: JsonObject


class ChatModel(Protocol):
    """What a conversation needs of the model."""

    @property
    def name(self) -> str:
        """The model's name."""

    def ask(self, wire: Wire, shape: Shape | None = None, **options: Any) -> ModelReply:
        """Send one request, for an answer in a shape where one is given.

        Beside ``tools`` that may be used, the shape is that of the result that comes after them.
        """

    def count_repair(self) -> None:
        """Note that an answer was sent back."""


def to_wire(messages: Sequence[PromptMessage]) -> Wire:
    """Messages as the API takes them."""
    return [{"role": message.role, "content": message.text} for message in messages]


def read_choice(response: Any) -> ModelReply:
    """The first choice of a response."""
    if not response.choices:
        return ModelReply(None)
    choice = response.choices[0]
    calls = tuple(
        AskedCall(call.id, call.function.name or "", call.function.arguments or "{}")
        for call in choice.message.tool_calls or ()
    )
    return ModelReply(choice.message.content, calls, choice.finish_reason == "length")


def answer(
    asker: ChatModel,
    wire: Wire,
    response_model: type[M],
    schema: JsonObject,
    options: Mapping[str, Any] | None = None,
) -> M:
    """Ask for a shape, and once more where the answer does not fit; raises `LlmOutputError`."""
    shape = Shape(response_model.__name__, schema)
    reply = asker.ask(wire, shape, **(options or {}))
    try:
        return read_reply(reply.text, response_model, cut_off=reply.cut_off)
    except UnfitReply as unfit:
        said = {"role": "assistant", "content": reply.text or "(nothing)"}
        back = {"role": "user", "content": repair_request(unfit)}
    asker.count_repair()
    reply = asker.ask([*wire, said, back], shape, **(options or {}))
    try:
        return read_reply(reply.text, response_model, cut_off=reply.cut_off)
    except UnfitReply as unfit:
        raise LlmOutputError(
            f"{asker.name} gave no usable answer, also when asked again: {unfit}",
            next_step="Use a model that keeps to a JSON schema, or smaller chunks.",
        ) from unfit


def converse(
    asker: ChatModel,
    messages: Sequence[PromptMessage],
    tools: Sequence[Tool],
    response_model: type[M],
    *,
    max_steps: int,
) -> ToolConversation[M]:
    """Let the model use tools, then end in ``response_model``.

    A model that answers in the right shape by itself is not asked again.
    """
    wire = to_wire(messages)
    offered: dict[str, Any] = {
        "tools": [function_definition(one.name, one.description, one.parameters) for one in tools]
    }
    schema = strict_schema(response_model)
    shape = Shape(response_model.__name__, schema)
    calls: list[ToolCall] = []
    transcript: list[str] = []
    for _ in range(max_steps):
        reply = asker.ask(wire, shape, **offered)
        if reply.text:
            transcript.append(f"model: {reply.text}")
        if not reply.calls:
            try:
                return ToolConversation(
                    read_reply(reply.text, response_model), tuple(calls), tuple(transcript)
                )
            except UnfitReply:
                if reply.text:
                    wire.append({"role": "assistant", "content": reply.text})
                break
        wire.append(asked_message(reply))
        for asked in reply.calls:
            given = _run(tools, asked)
            calls.append(given.call)
            transcript.append(_line(given.call))
            wire.append({"role": "tool", "tool_call_id": asked.id, "content": given.shown})
    else:
        transcript.append(f"no more tools after {max_steps} steps")
    wire.append({"role": "user", "content": "Use no more tools. Give your result now, as JSON."})
    # Some providers refuse a history with tool calls in it where no tools are named.
    result = answer(asker, wire, response_model, schema, {**offered, "tool_choice": "none"})
    transcript.append(f"model: {result.model_dump_json()}")
    return ToolConversation(result, tuple(calls), tuple(transcript))


def asked_message(reply: ModelReply) -> dict[str, Any]:
    """The model's message that asked for tools, as the talk keeps it."""
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in reply.calls
    ]
    return {"role": "assistant", "content": reply.text, "tool_calls": calls}


def _run(tools: Sequence[Tool], asked: AskedCall) -> ToolResult:
    for tool in tools:
        if tool.name == asked.name:
            return tool.run(asked.arguments)
    told = f"There is no tool {asked.name!r}; there are {', '.join(tool.name for tool in tools)}."
    return ToolResult(told, ToolCall(tool=asked.name, arguments={}, result=told))


def _line(call: ToolCall) -> str:
    arguments = ", ".join(
        f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in call.arguments.items()
    )
    return f"tool: {call.tool}({arguments}) gave: {call.result}"


# How a shape is asked for: beside the prompt where the model takes that, else within it.

Structured = Literal["schema", "json", "prompt"]


def shaped(
    wire: Wire, shape: Shape, structured: Structured, *, with_tools: bool = False
) -> dict[str, Any]:
    """The parts of a request that ask for an answer in a shape.

    A schema that is told in words stands in the system message from the first request on, so that
    providers may cache what comes before the rest; ``with_tools`` leaves the form of the answer
    open, since the model may use one of them instead.
    """
    if structured != "schema":
        asked: dict[str, Any] = {"messages": _with_schema(wire, shape)}
        if structured == "json" and not with_tools:
            asked["response_format"] = {"type": "json_object"}
        return asked
    if with_tools:
        return {}
    described = {
        "name": shape.name,
        "schema": dict(shape.schema),
        "strict": is_strict(shape.schema),
    }
    return {"response_format": {"type": "json_schema", "json_schema": described}}


def _with_schema(wire: Wire, shape: Shape) -> Wire:
    text = json.dumps(shape.schema, ensure_ascii=False, separators=(",", ":"))
    words = f"Your result is one JSON object and nothing else. It follows this JSON schema:\n{text}"
    first, *rest = wire
    if first["role"] == "system":
        return [{**first, "content": f"{first['content']}\n\n{words}"}, *rest]
    return [{"role": "system", "content": words}, *wire]
