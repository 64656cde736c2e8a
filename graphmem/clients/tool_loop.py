"""A talk in which a language model uses the memory's operations as its tools."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from graphmem.adapters.factory import make_language_model
from graphmem.adapters.llm.talking import ChatModel, ModelReply, asked_message
from graphmem.errors import LlmOutputError, SettingsError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.operations import FOR_MODELS, Operation, call_operation, function_definitions

_NO_MORE = "Use no more tools. Answer now, with what you know."


class ToolUse(NamedTuple):
    """One use of a tool: the arguments as the model wrote them, and what it was told."""

    tool: str
    arguments: str
    told: str


class Talked(NamedTuple):
    """How a talk with tools ended.

    ``messages`` is what the talk is to keep, the answer at its end; ``out_of_steps`` tells that
    the model had to answer before it was done with its tools.
    """

    text: str
    uses: tuple[ToolUse, ...]
    messages: tuple[dict[str, Any], ...]
    out_of_steps: bool = False


def talk_with_tools(
    memory: Memory,
    messages: Sequence[Mapping[str, Any]],
    *,
    model: ChatModel | None = None,
    operations: Iterable[Operation[Frozen]] = FOR_MODELS,
    max_steps: int = 8,
) -> Talked:
    """Answer a talk (messages as OpenAI's chat API takes them), using the memory on the way.

    ``model`` (`graphmem.adapters.llm.LiteLlm`) is that of the memory's settings unless given. Only
    ``operations`` are run, for at most ``max_steps`` answers of the model that ask for tools.
    Raises `SettingsError` where there is no model, an `LlmError` where it fails, and what the
    database raises.
    """
    chosen = model or _chosen(memory)
    offered = tuple(operations)
    options: dict[str, Any] = {"tools": function_definitions(offered)} if offered else {}
    wire = [dict(message) for message in messages]
    begun = len(wire)
    uses: list[ToolUse] = []
    for _ in range(max_steps):
        reply = chosen.ask(wire, **options)
        if not reply.calls:
            return _ended(chosen, reply, wire, begun, uses)
        wire.append(asked_message(reply))
        for call in reply.calls:
            told = call_operation(memory, call.name, call.arguments, offered)
            uses.append(ToolUse(call.name, call.arguments, told))
            wire.append({"role": "tool", "tool_call_id": call.id, "content": told})
    # Some providers refuse a history with tool calls in it where no tools are named.
    if offered:
        options["tool_choice"] = "none"
    reply = chosen.ask([*wire, {"role": "user", "content": _NO_MORE}], **options)
    return _ended(chosen, reply, wire, begun, uses)._replace(out_of_steps=True)


def _chosen(memory: Memory) -> ChatModel:
    model = make_language_model(memory.settings)
    if model is None:
        raise SettingsError(
            "There is no language model to talk with.",
            next_step="Set GRAPHMEM_LLM_MODEL to a litellm model name, or give `model`.",
        )
    return model


def _ended(
    model: ChatModel,
    reply: ModelReply,
    wire: list[dict[str, Any]],
    begun: int,
    uses: Sequence[ToolUse],
) -> Talked:
    if not reply.text:
        asked = json.dumps([call.name for call in reply.calls])
        raise LlmOutputError(
            f"{model.name} ended the talk without a word; it asked for the tools {asked}.",
            next_step="Allow more steps, or use another model.",
        )
    kept = [*wire[begun:], {"role": "assistant", "content": reply.text}]
    return Talked(reply.text, tuple(uses), tuple(kept))
