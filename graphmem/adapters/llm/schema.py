"""JSON schemas as providers of structured output take them."""

from collections.abc import Collection
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


def strict_schema(model: type[BaseModel], *, without: Collection[str] = ()) -> dict[str, Any]:
    """The schema of ``model``: every property required, no others, no checks of values.

    ``without`` names properties that are left out wherever they stand, and what only they use.
    """
    schema: dict[str, Any] = _strict(model.model_json_schema(), frozenset(without))
    definitions = schema.pop("$defs", {})
    used = _reachable(schema, definitions)
    if used:
        schema["$defs"] = {name: definitions[name] for name in definitions if name in used}
    return schema


def _strict(node: Any, without: frozenset[str]) -> Any:
    if isinstance(node, list):
        return [_strict(item, without) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return {"$ref": node["$ref"]}  # Beside a reference nothing else may stand.
    kept = {key: value for key, value in node.items() if key not in _CHECKS}
    for group in ("properties", "$defs"):
        if isinstance(named := kept.pop(group, None), dict):
            kept[group] = {
                name: _strict(value, without) for name, value in named.items()
                if group == "$defs" or name not in without
            }  # fmt: skip
    done = {
        key: value if key in ("properties", "$defs") else _strict(value, without)
        for key, value in kept.items()
    }
    if "properties" in done or "enum" in done:
        done.pop("description", None)  # A class's docstring, which is for readers of Python.
    if isinstance(properties := done.get("properties"), dict):
        done["required"] = list(properties)
        done["additionalProperties"] = False
    return done


def _reachable(schema: dict[str, Any], definitions: dict[str, Any]) -> set[str]:
    found: set[str] = set()
    waiting = _references(schema)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting |= _references(definitions[name])
    return found


def _references(node: Any) -> set[str]:
    if isinstance(node, list):
        return {name for item in node for name in _references(item)}
    if not isinstance(node, dict):
        return set()
    here = {node["$ref"].removeprefix("#/$defs/")} if "$ref" in node else set()
    return here | {name for value in node.values() for name in _references(value)}
