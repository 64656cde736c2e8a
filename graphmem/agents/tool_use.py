"""Binds the tools to a memory, so that a language model can use them."""

from collections.abc import Callable, Sequence

from pydantic import BaseModel, ValidationError

from graphmem.adapters.llm import Tool, ToolResult
from graphmem.agents.tool_schemas import TOOL_SCHEMAS, SeenAs, ToolSchema, offered_tools
from graphmem.errors import AmbiguousNameError, GraphMemError, InputError, NotFoundError
from graphmem.model.decision import ToolCall
from graphmem.model.faults import faults
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    MemoryTools,
    PeopleTools,
    Said,
)

_MOST_SHOWN = 24_000
_MOST_KEPT = 5


def bind_tools(
    tools: MemoryTools, shown: Callable[[BaseModel], str] | None = None
) -> tuple[Tool, ...]:
    """The four tools over one memory, with what they give ``shown`` as JSON or in another way.

    Arguments that do not fit, and names that the memory does not hold, are told to the model.
    """
    return tuple(_bind(schema, tools, shown or _shown) for schema in TOOL_SCHEMAS)


def call_tool(seen: Callable[[SeenAs], PeopleTools], name: str, written: str) -> str:
    """What a tool gives for arguments in JSON, as a language model reads it.

    ``seen`` gives the tools over what the call may see. Whatever the model got wrong is told in
    the result's place; raises a `StoreError`.
    """
    offered = {schema.name: schema for schema in offered_tools()}
    if name not in offered:
        return f"There is no tool {name!r}. There are: {', '.join(offered)}."
    schema = offered[name]
    try:
        given = schema.arguments.model_validate_json(written)
    except ValidationError as error:
        return f"These arguments cannot be used: {faults(error)}."
    try:
        sight = SeenAs.model_validate(given.model_dump(include=set(SeenAs.model_fields)))
        return _shown(schema.use(seen(sight), given))
    except (NotFoundError, AmbiguousNameError, InputError) as error:
        return str(error)


def _bind(schema: ToolSchema, tools: MemoryTools, shown: Callable[[BaseModel], str]) -> Tool:
    def run(written: str) -> ToolResult:
        try:
            given = schema.arguments.model_validate_json(written)
        except ValidationError as error:
            told = f"These arguments cannot be used: {faults(error)}."
            return ToolResult(told, ToolCall(tool=schema.name, arguments={}, result=told))
        arguments = {name: str(value) for name, value in given.model_dump().items()}
        try:
            result = schema.use(tools, given)
        except GraphMemError as error:
            told = str(error)
            return ToolResult(told, ToolCall(tool=schema.name, arguments=arguments, result=told))
        call = ToolCall(tool=schema.name, arguments=arguments, result=summarise(result))
        return ToolResult(shown(result), call)

    return Tool(schema.name, schema.description, schema.parameters, run)


def summarise(result: BaseModel) -> str:
    """A tool's result in a line or a few, as it is kept with the decision."""
    match result:
        case EntityTimeline(entries=entries):
            return _counted(entries, "entry", "entries")
        case ConversationContext(statements=statements, mentions=mentions):
            seen = "1 mention" if len(mentions) == 1 else f"{len(mentions)} mentions"
            return f"{seen}; {_counted(statements, 'statement', 'statements')}"
        case Comparison():
            parts = {
                "both say": result.overlap,
                "they differ in": result.differences,
                "only the first says": result.only_a,
                "only the second says": result.only_b,
            }
            told = [
                f"{name} {', '.join(what[:_MOST_KEPT])}" for name, what in parts.items() if what
            ]
            return "; ".join([*told, f"order: {result.order}"])
        case Contradictions(findings=findings):
            told = [
                f"{finding.kind} in {finding.predicate} "
                f"({_cited(finding.earlier)} / {_cited(finding.later)})"
                for finding in findings[:_MOST_KEPT]
            ]
            return "; ".join(told) or "none"
    return result.model_dump_json()[:500]


def _counted(items: Sequence[Said], one: str, many: str) -> str:
    count = f"{len(items)} {one if len(items) == 1 else many}"
    told = "; ".join(_cited(item) for item in items[:_MOST_KEPT])
    more = f"; and {len(items) - _MOST_KEPT} more" if len(items) > _MOST_KEPT else ""
    return f"{count}: {told}{more}" if items else count


def _cited(said: Said) -> str:
    return f"{said.text} [{said.turn_id}, {said.said_at:%Y-%m-%d}]"


def _shown(result: BaseModel) -> str:
    text = result.model_dump_json(exclude_none=True)
    if len(text) <= _MOST_SHOWN:
        return text
    cut = len(text) - _MOST_SHOWN
    return f"{text[:_MOST_SHOWN]} (cut here, {cut} characters more: ask for less at once)"
