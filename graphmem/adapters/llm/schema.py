"""JSON schemas as language models and their providers take them."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

_LIMITS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "pattern"})
# Providers refuse these, or some of them; what they check is checked on the answer.
_CHECKS = _LIMITS | {
    "default", "title", "format", "examples", "uniqueItems",
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
}  # fmt: skip
# A model reads every word before each talk; what only the check of its arguments needs stays out.
_BALLAST = _LIMITS | {"propertyNames", "title", "$defs"}
_REFERENCE = "#/$defs/"
_NULL = {"type": "null"}

_Finish = Callable[[dict[str, Any]], dict[str, Any]]


def strict_schema(model: type[BaseModel], *, optional: bool = False) -> dict[str, Any]:
    """The schema of ``model``: every property required, no others, no checks of values.

    With ``optional``, properties that have a default may be left out.
    """

    def finish(node: dict[str, Any]) -> dict[str, Any]:
        if "$ref" in node:
            return {"$ref": node["$ref"]}  # Beside a reference nothing else may stand.
        if "properties" in node or "enum" in node:
            node.pop("description", None)  # A class's docstring, which is for readers of Python.
        if "properties" in node:
            node["required"] = node.get("required", []) if optional else list(node["properties"])
            node["additionalProperties"] = False
        return node

    return _rewritten(model.model_json_schema(), _CHECKS, finish)


def tool_parameters(model: type[BaseModel]) -> dict[str, Any]:
    """The schema of a tool's arguments, every part in its place, without null and limits."""
    schema = model.model_json_schema()
    parts = schema.get("$defs", {})

    def finish(node: dict[str, Any]) -> dict[str, Any]:
        if node.get("default", ...) in (None, []):
            del node["default"]
        if "$ref" in node:
            part = parts[node.pop("$ref").removeprefix(_REFERENCE)]
            return _rewritten(part, _BALLAST, finish) | node
        some: list[dict[str, Any]] = [one for one in node.get("anyOf", ()) if one != _NULL]
        if len(some) == 1:
            del node["anyOf"]
            return some[0] | node
        return node

    parameters = _rewritten(schema, _BALLAST, finish)
    parameters.pop("description", None)  # The tool's own says more.
    return parameters


def function_definition(
    name: str, description: str, parameters: Mapping[str, Any]
) -> dict[str, Any]:
    """A tool as OpenAI's API, and most others, take it."""
    function = {"name": name, "description": description, "parameters": dict(parameters)}
    return {"type": "function", "function": function}


def is_strict(schema: Mapping[str, Any]) -> bool:
    """True if no object may leave a property out, as the strict mode of providers wants it."""
    return all(set(node["required"]) == set(node["properties"]) for node in _objects(schema))


def _rewritten(node: Mapping[str, Any], dropped: frozenset[str], finish: _Finish) -> dict[str, Any]:
    """The schema without some keywords, every part in it finished, the innermost first."""

    def rewritten(part: Any) -> Any:
        if isinstance(part, list):
            return [rewritten(item) for item in part]
        return _rewritten(part, dropped, finish) if isinstance(part, dict) else part

    done: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs") and key not in dropped:
            done[key] = {name: rewritten(one) for name, one in value.items()}
        elif key not in dropped:
            done[key] = rewritten(value)
    return finish(done)


def _objects(node: Any) -> list[Mapping[str, Any]]:
    if isinstance(node, list):
        return [found for item in node for found in _objects(item)]
    if not isinstance(node, Mapping):
        return []
    inner = [found for value in node.values() for found in _objects(value)]
    is_object = isinstance(node.get("properties"), Mapping) and "required" in node
    return [node, *inner] if is_object else inner
