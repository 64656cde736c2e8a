"""Operations as a language model calls them, on a memory or on the tools over a part of one."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from graphmem.adapters.llm import Tool, ToolResult
from graphmem.adapters.llm.protocol import function_definition, tool_parameters
from graphmem.errors import AmbiguousNameError, InputError, NotAllowedError, NotFoundError
from graphmem.model.base import Frozen, faults
from graphmem.model.decision import ToolCall
from graphmem.model.operation import Operation
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    MemoryTools,
    Said,
)
from graphmem.tools.definitions import LOOKING
from graphmem.tools.rendering import compared_parts

_MOST_SHOWN = 24_000
_MOST_KEPT = 5
# What a model got wrong; faults of the database are no more its own than the caller's.
_MISTAKES = (NotFoundError, AmbiguousNameError, InputError, NotAllowedError)


def define(operations: Iterable[Operation[Frozen]]) -> list[dict[str, Any]]:
    """The operations as OpenAI's API, and most others, take tools."""
    return [
        function_definition(item.tool, item.guidance, tool_parameters(item.request))
        for item in operations
    ]


def read_call(
    operations: Iterable[Operation[Frozen]], tool: str, arguments: str | Mapping[str, Any]
) -> tuple[Operation[Frozen], Frozen]:
    """The operation that a model calls, and what it asks of it.

    Raises `InputError` for a tool that is not among them and for arguments that do not fit.
    """
    by_tool = {item.tool: item for item in operations}
    if tool not in by_tool:
        raise InputError(
            f"There is no tool {tool!r}.", next_step=f"There are: {', '.join(by_tool)}."
        )
    called = by_tool[tool]
    try:
        if isinstance(arguments, str):
            return called, called.request.model_validate_json(arguments)
        return called, called.request.model_validate(arguments)
    except ValidationError as error:
        raise InputError(
            "These arguments cannot be used:", next_step=f"{faults(error)}."
        ) from error


def run_call(
    tool: str,
    arguments: str | Mapping[str, Any],
    operations: Iterable[Operation[Frozen]],
    run: Callable[[Operation[Frozen], Frozen], Frozen],
    render: Callable[[Frozen], str],
) -> str:
    """Run what a model calls; its result as the model reads it, or what the model got wrong."""
    try:
        called, asked = read_call(operations, tool, arguments)
        called.require_for_models(asked)
        return render(run(called, asked))
    except _MISTAKES as error:
        return str(error)


def bind_tools(
    tools: MemoryTools, shown: Callable[[BaseModel], str] | None = None
) -> tuple[Tool, ...]:
    """The four tools over one memory, with what they give ``shown`` as JSON or in another way.

    Arguments that do not fit, and names that the memory does not hold, are told to the model.
    """
    return tuple(_bind(item, tools, shown or render_json) for item in LOOKING)


def _bind(item: Operation[Frozen], tools: MemoryTools, shown: Callable[[BaseModel], str]) -> Tool:
    def run(written: str) -> ToolResult:
        arguments: dict[str, str] = {}
        try:
            _, asked = read_call((item,), item.tool, written)
            arguments = {name: str(value) for name, value in asked.model_dump().items()}
            result = item.run(tools, asked)
        except _MISTAKES as error:
            told = kept = str(error)
        else:
            told, kept = shown(result), summarise(result)
        return ToolResult(told, ToolCall(tool=item.tool, arguments=arguments, result=kept))

    return Tool(item.tool, item.guidance, tool_parameters(item.request), run)


def summarise(result: BaseModel) -> str:
    """A tool's result in a line or a few, as it is kept with the decision."""
    match result:
        case EntityTimeline(entries=entries):
            return _counted(entries, "entry", "entries")
        case ConversationContext(statements=statements, mentions=mentions):
            seen = "1 mention" if len(mentions) == 1 else f"{len(mentions)} mentions"
            return f"{seen}; {_counted(statements, 'statement', 'statements')}"
        case Comparison():
            told = [
                f"{title.lower()} {', '.join(what[:_MOST_KEPT])}"
                for title, what in compared_parts(result)
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


def render_json(result: BaseModel) -> str:
    """A tool's result as JSON, cut where it is long."""
    text = result.model_dump_json(exclude_none=True)
    if len(text) <= _MOST_SHOWN:
        return text
    cut = len(text) - _MOST_SHOWN
    return f"{text[:_MOST_SHOWN]} (cut here, {cut} characters more: ask for less at once)"
