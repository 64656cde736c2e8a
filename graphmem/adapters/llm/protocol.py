"""The interface of a language model, whichever it is, and the schemas that it is given."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from pydantic import BaseModel

from graphmem.model.decision import ToolCall
from graphmem.model.usage import Usage

M = TypeVar("M", bound=BaseModel)
JsonObject = Mapping[str, Any]
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


class PromptMessage(NamedTuple):
    """One message of a prompt."""

    role: Literal["system", "user", "assistant"]
    text: str


def prompted(package: str, name: str, text: str) -> list[PromptMessage]:
    """The instructions that a package holds under a name, and a text for them."""
    return [PromptMessage("system", instructions(package, name)), PromptMessage("user", text)]


@cache
def instructions(package: str, name: str) -> str:
    """The instructions that a package holds under a name."""
    return files(package).joinpath(f"prompts/{name}.md").read_text("utf-8")


class ToolResult(NamedTuple):
    """What a tool gave: ``shown`` is what the model reads, ``call`` what is kept of it."""

    shown: str
    call: ToolCall


class Tool(NamedTuple):
    """A tool for a model. ``run`` takes the arguments as the model wrote them, as JSON text.

    Arguments that cannot be used are no exception: ``run`` tells the model what is wrong.
    """

    name: str
    description: str
    parameters: JsonObject
    run: Callable[[str], ToolResult]


class ToolConversation(NamedTuple, Generic[M]):
    """How a conversation with tools ended, the tools it used, and a line for each step."""

    result: M
    calls: tuple[ToolCall, ...]
    transcript: tuple[str, ...]


class LanguageModel(Protocol):
    """A language model that answers in given shapes; safe to use from several threads.

    Every method raises an `LlmError`: `BudgetExceededError` before a call that the budget does
    not allow, `LlmSetupError` where no later call would do better.
    """

    @property
    def name(self) -> str:
        """The model as the caller named it."""

    @property
    def usage(self) -> Usage:
        """Usage up to now."""

    def complete(
        self,
        messages: Sequence[PromptMessage],
        response_model: type[M],
        *,
        schema: JsonObject | None = None,
    ) -> M:
        """Answer as ``response_model``; ``schema`` is what the model sees in place of its own."""

    def converse(
        self,
        messages: Sequence[PromptMessage],
        tools: Sequence[Tool],
        response_model: type[M],
        *,
        max_steps: int,
    ) -> ToolConversation[M]:
        """Let the model use tools for at most ``max_steps`` answers, then end in the model."""


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
