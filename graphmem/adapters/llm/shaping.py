"""How a shape is asked for: beside the prompt where the model takes that, else within it."""

import json
from typing import Any, Literal

from graphmem.adapters.llm.schema import is_strict
from graphmem.adapters.llm.talking import Shape, Wire

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
