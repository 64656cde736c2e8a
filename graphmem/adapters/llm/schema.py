"""JSON schemas as providers of structured output take them."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel

# Providers refuse these, or some of them; what they check is checked on the answer.
_CHECKS = frozenset(
    {
        "default", "title", "format", "pattern", "examples",
        "minLength", "maxLength", "minItems", "maxItems", "uniqueItems",
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    }
)  # fmt: skip


def strict_schema(model: type[BaseModel], *, optional: bool = False) -> dict[str, Any]:
    """The schema of ``model``: every property required, no others, no checks of values.

    With ``optional``, properties that have a default may be left out.
    """
    schema: dict[str, Any] = _strict(model.model_json_schema(), optional)
    return schema


def is_strict(schema: Mapping[str, Any]) -> bool:
    """True if no object may leave a property out, as the strict mode of providers wants it."""
    return all(set(node["required"]) == set(node["properties"]) for node in _objects(schema))


def _strict(node: Any, optional: bool) -> Any:
    if isinstance(node, list):
        return [_strict(item, optional) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}  # Beside a reference nothing else may stand.
    done: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs"):
            done[key] = {name: _strict(inner, optional) for name, inner in value.items()}
        elif key not in _CHECKS:
            done[key] = _strict(value, optional)
    if "properties" in done or "enum" in done:
        done.pop("description", None)  # A class's docstring, which is for readers of Python.
    if "properties" in done:
        done["required"] = done.get("required", []) if optional else list(done["properties"])
        done["additionalProperties"] = False
    return done


def _objects(node: Any) -> list[Mapping[str, Any]]:
    if isinstance(node, list):
        return [found for item in node for found in _objects(item)]
    if not isinstance(node, Mapping):
        return []
    inner = [found for value in node.values() for found in _objects(value)]
    is_object = isinstance(node.get("properties"), Mapping) and "required" in node
    return [node, *inner] if is_object else inner
