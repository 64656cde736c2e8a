"""The OpenAPI of the application: problems, keys, examples, and which times are local."""

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from graphmem.clients.http.bookmarks import HEADER
from graphmem.clients.http.problems import Problem
from graphmem.clients.http.routes import path_of
from graphmem.operations import OPERATIONS
from graphmem.store.bookmarks import MOST_CHARACTERS

# What a clock of the server said. All else is the wall time of a talk, without an offset.
_INSTANTS = frozenset({"accepted_at", "recorded_at"})
_INSTANT = "date-time"
_WALL_TIME = "date-time-local"
_BOOKMARK = {"type": "string", "maxLength": MOST_CHARACTERS}
_WRITING = frozenset(item.name for item in OPERATIONS if item.writes)
_AFTER = "A bookmark of an earlier response: what that request wrote is found."
_WROTE = "A bookmark of what was written, for requests that read it."


def openapi_of(app: FastAPI, *, keyed: bool) -> dict[str, Any]:
    """The document, made once; with ``keyed`` every operation asks for a key."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title,
            version=app.version,
            description=app.description,
            routes=app.routes,
        )
        _give_examples(schema)
        _add_bookmarks(schema)
        components = schema.setdefault("components", {})
        problem = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
        components["schemas"] |= problem.pop("$defs", {}) | {"Problem": problem}
        _mark_wall_times(components["schemas"])
        if keyed:
            components["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
            schema["security"] = [{"key": []}]
        app.openapi_schema = schema
    return app.openapi_schema


def _give_examples(schema: dict[str, Any]) -> None:
    """Give the arguments of listings the values of their operation's example."""
    for item in OPERATIONS:
        if item.listing:
            for argument in schema["paths"][path_of(item)]["get"]["parameters"]:
                if argument["name"] in item.example:
                    argument["example"] = item.example[argument["name"]]


def _add_bookmarks(schema: dict[str, Any]) -> None:
    """Add the header that every route takes, and that those that write give."""
    for methods in schema["paths"].values():
        for route in methods.values():
            taken = {"name": HEADER, "in": "header", "required": False, "schema": _BOOKMARK}
            route.setdefault("parameters", []).append(taken | {"description": _AFTER})
            if route["operationId"] in _WRITING:
                for status in ("200", "202"):
                    if status in route["responses"]:
                        given = {"description": _WROTE, "schema": _BOOKMARK}
                        route["responses"][status]["headers"] = {HEADER: given}


def _mark_wall_times(models: dict[str, Any]) -> None:
    for model in models.values():
        for name, field in model.get("properties", {}).items():
            if name not in _INSTANTS:
                for kind in (field, *field.get("anyOf", ())):
                    if kind.get("format") == _INSTANT:
                        kind["format"] = _WALL_TIME
