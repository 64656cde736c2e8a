"""Scripted models for a whole ingest: one that reads as the rules do, and judges merges."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic import SecretStr

from graphmem.agents.merge_judge import MergeVerdict
from graphmem.model.decision import Verdict
from graphmem.testing import (
    AskedTool,
    ChatRequest,
    LoopbackModel,
    Reply,
    Responder,
    answers,
    extracts,
)
from graphmem.testing.extraction import asked_chunk

MODEL = "openai/loopback"
_SIDE = re.compile(
    r"- (?:entity|person): (?P<name>.*)\n(?:- belongs to: .*\n)?- conversations: (?P<in>.*)"
)


def settings_for(server: LoopbackModel, **more: Any) -> Mapping[str, Any]:
    """What makes a Memory read with the scripted model, impatiently."""
    return {
        "llm_model": MODEL,
        "llm_api_base": server.base_url,
        "llm_api_key": SecretStr("none"),
        "llm_attempts": 2,
        **more,
    }


WELL = extracts()


def asked_to_judge(request: ChatRequest) -> bool:
    """Whether it is about a merge, not about a chunk."""
    return request.texts("user")[0].startswith("First:")


def judged_in(request: ChatRequest) -> tuple[str, ...]:
    """The conversations of the two sides that a request to judge is about."""
    return tuple(side["in"] for side in _SIDE.finditer(request.texts("user")[0]))


def place(request: ChatRequest) -> tuple[str, str]:
    """The conversation and session of the chunk that a request is about."""
    chunk = asked_chunk(request)
    return chunk.conversation_id, chunk.session_id


def reader(
    odd: Mapping[tuple[str, str], Responder] | None = None, *, judge: Responder | None = None
) -> Responder:
    """Reads well but where told otherwise, by conversation and session; keeps all apart."""
    judged = judge or verdict(Verdict.SEPARATE)

    def respond(request: ChatRequest) -> Reply:
        if asked_to_judge(request):
            return judged(request)
        return (odd or {}).get(place(request), WELL)(request)

    return respond


def verdict(
    what: Verdict, *, confidence: float = 0.95, reason: str = "The model says so."
) -> Responder:
    """Always the same about a merge."""
    return answers(MergeVerdict(verdict=what, confidence=confidence, reason=reason))


def looks_first(decide: Responder) -> Responder:
    """Compares the two conversations with the tool before it decides."""

    def respond(request: ChatRequest) -> Reply:
        if any(message.get("role") == "tool" for message in request.messages):
            return decide(request)
        left, right = _SIDE.finditer(request.texts("user")[0])
        arguments = {
            "entity_name": left["name"],
            "conv_A": left["in"],
            "conv_B": right["in"],
        }
        asked = AskedTool("compare_entities_across_conversations", arguments)
        return Reply(tools=(asked,), finish_reason="tool_calls")

    return respond


def by_name(decide: Callable[[str], Responder]) -> Responder:
    """A verdict that depends on the name of the first side."""

    def respond(request: ChatRequest) -> Reply:
        found = _SIDE.search(request.texts("user")[0])
        assert found is not None
        return decide(found["name"])(request)

    return respond
