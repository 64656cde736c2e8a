"""How a shape is asked for: beside the prompt where the model takes that, else within it."""

import json
from typing import Any, Literal

from graphmem.adapters.llm.talking import Shape, Wire

Structured = Literal["schema", "json", "prompt"]


def shaped(wire: Wire, shape: Shape, structured: Structured) -> dict[str, Any]:
    """The parts of a request that ask for an answer in a shape."""
    if structured == "schema":
        described = {"name": shape.name, "schema": dict(shape.schema), "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": described}}
    asked: dict[str, Any] = {"messages": _with_schema(wire, shape)}
    if structured == "json":
        asked["response_format"] = {"type": "json_object"}
    return asked


def _with_schema(wire: Wire, shape: Shape) -> Wire:
    """Add to the last message, since some models refuse two of the user's in a row."""
    text = json.dumps(shape.schema, ensure_ascii=False, separators=(",", ":"))
    words = f"Answer with one JSON object and nothing else. It follows this JSON schema:\n{text}"
    *before, last = wire
    return [*before, {**last, "content": f"{last['content']}\n\n{words}"}]
