"""The JSON Schema of the corpus's files, made from the types that read them."""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter

from graphmem.evaluation.corpus import ADAPTERS
from graphmem.evaluation.last_messages import LastMessage

TITLE = "A corpus of talk of many kinds, with gold"
# The three files of a conversation, and a line of `last_messages`.
SORTS: Mapping[str, TypeAdapter[Any]] = {**ADAPTERS, "LastMessage": TypeAdapter(LastMessage)}
# Local wall time without an offset, which the format `date-time` does not allow.
_MOMENT = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?$"}


def schema() -> dict[str, Any]:
    """The schema: one of the sorts of file or line, each by its name in ``$defs``."""
    defs: dict[str, Any] = {}
    for name, adapter in SORTS.items():
        made = adapter.json_schema(ref_template="#/$defs/{model}")
        defs |= made.pop("$defs", {})
        defs[name] = made
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": TITLE,
        "description": "`corpus/GUIDE.md` says what each field means.",
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in SORTS],
        "$defs": {name: _local(found) for name, found in sorted(defs.items())},
    }


def written() -> str:
    """The schema as `corpus/schema.json` holds it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def _local(node: Any) -> Any:
    if isinstance(node, list):
        return [_local(one) for one in node]
    if not isinstance(node, dict):
        return node
    if node.get("format") == "date-time":
        rest = {key: value for key, value in node.items() if key not in {"type", "format"}}
        return {**rest, **_MOMENT}
    return {key: _local(value) for key, value in node.items()}
