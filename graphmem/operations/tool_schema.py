"""The arguments of an operation as a language model is shown them: JSON Schema without ballast.

A model reads every word of it before each talk. What only the check of its arguments needs (limits
of lengths, titles, that null is taken as well) stays out; the check itself is the request's.
"""

from collections.abc import Mapping
from typing import Any

from graphmem.model.base import Frozen
from graphmem.operations.operation import Operation

_LIMITS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "pattern", "propertyNames"})
_BALLAST = _LIMITS | {"title", "$defs"}
_REFERENCE = "#/$defs/"
_NULL = {"type": "null"}


def parameters_of(item: Operation[Frozen]) -> dict[str, Any]:
    """The schema of an operation's arguments, every part in its place."""
    schema = item.request.model_json_schema()
    found: dict[str, Any] = _lean(schema, schema.get("$defs", {}))
    del found["description"]  # the tool's own says more
    return found


def _lean(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> Any:
    if "$ref" in schema:
        referred = _lean(parts[schema["$ref"].removeprefix(_REFERENCE)], parts)
        return {**referred, **_lean_fields({k: v for k, v in schema.items() if k != "$ref"}, parts)}
    some = [one for one in schema.get("anyOf", ()) if one != _NULL]
    if len(some) == 1:
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        return {**_lean(some[0], parts), **_lean_fields(rest, parts)}
    return _lean_fields(schema, parts)


def _lean_fields(schema: Mapping[str, Any], parts: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in _BALLAST or (key == "default" and value in (None, [])):
            continue
        if key == "properties":
            found[key] = {name: _lean(one, parts) for name, one in value.items()}
        elif key in ("items", "additionalProperties") and isinstance(value, Mapping):
            found[key] = _lean(value, parts)
        elif key in ("anyOf", "oneOf"):
            found[key] = [_lean(one, parts) for one in value]
        else:
            found[key] = value
    return found
