"""Bodies in the form of OpenAI's API."""

import base64
import json
import struct
import time
from collections.abc import Sequence
from typing import Any

from graphmem.testing.replies import AskedTool, ChatRequest, Reply


def completion(request: ChatRequest, reply: Reply) -> dict[str, Any]:
    """A chat completion."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.tools:
        message["tool_calls"] = [
            _tool_call(f"call_{request.number}_{place}", tool)
            for place, tool in enumerate(reply.tools)
        ]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish_reason}
    return {
        "id": f"chatcmpl-{request.number}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.model,
        "choices": [choice],
        "usage": _usage(request, reply),
    }


def embeddings(model: str, vectors: Sequence[Sequence[float]], *, packed: bool) -> dict[str, Any]:
    """A list of embeddings, ``packed`` as the openai client asks for them: float32 in base64."""
    data = [
        {"object": "embedding", "index": place, "embedding": _packed(vector) if packed else vector}
        for place, vector in enumerate(vectors)
    ]
    used = {"prompt_tokens": len(vectors), "total_tokens": len(vectors)}
    return {"object": "list", "model": model, "data": data, "usage": used}


def models(names: Sequence[str]) -> dict[str, Any]:
    """The list of models."""
    data = [{"id": name, "object": "model", "created": 0, "owned_by": "loopback"} for name in names]
    return {"object": "list", "data": data}


def error(message: str, status: int) -> dict[str, Any]:
    """An error."""
    kind = "rate_limit_error" if status == 429 else "error"
    return {"error": {"message": message, "type": kind, "param": None, "code": None}}


def _tool_call(id: str, tool: AskedTool) -> dict[str, Any]:
    function = {"name": tool.name, "arguments": json.dumps(dict(tool.arguments))}
    return {"id": id, "type": "function", "function": function}


def _usage(request: ChatRequest, reply: Reply) -> dict[str, int]:
    sent = sum(len(str(message.get("content") or "").split()) for message in request.messages)
    tokens_in = sent if reply.tokens_in is None else reply.tokens_in
    words = len((reply.text or "").split())
    tokens_out = words if reply.tokens_out is None else reply.tokens_out
    return {
        "prompt_tokens": tokens_in,
        "completion_tokens": tokens_out,
        "total_tokens": tokens_in + tokens_out,
    }


def _packed(vector: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
