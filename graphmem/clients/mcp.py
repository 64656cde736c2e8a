"""MCP server: every operation as a tool, its result short and cited; over stdio too."""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from importlib.metadata import version
from typing import Any

import anyio
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)

from graphmem import telemetry
from graphmem.adapters.llm.protocol import tool_parameters
from graphmem.agents.tool_use import read_call
from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller, tell_spaces
from graphmem.errors import GraphMemError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.listing import empty_space
from graphmem.model.operation import USUAL_RIGHTS, Right
from graphmem.operations import Operation
from graphmem.operations.catalogue import run_bound
from graphmem.operations.functions import ToolSet, offered_tools
from graphmem.operations.rendering import render_text

Context = ServerRequestContext[Any, Any]
Run = Callable[[Context, Operation[Frozen], Frozen], Awaitable[str]]
Offered = Callable[[Context], Sequence[Operation[Frozen]]]

_log = logging.getLogger(__name__)

_PIPES = "mcp"
_UNDOES = frozenset({"undo", "merge", "separate", "forget"})
_INSTRUCTIONS = (
    "A memory of conversations that knows who said what, about whom, when, and in which turn. Use "
    "`ask` for questions about what people said or did, `search` to look for yourself, and "
    "`remember` for what is worth keeping. Cite turns as [CONVERSATION/TURN]. What it refuses to "
    "answer nobody said, unless it says that turns wait or that the space is empty: do not guess "
    "it."
)


def make_server(run: Run, offered: Offered) -> Server[Any]:
    """The server; ``run`` does an operation for whoever asks and gives what to tell them.

    ``offered`` are the operations that whoever asks may use.
    """

    async def list_tools(context: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_as_tool(item) for item in offered(context)])

    async def call_tool(context: Context, called: CallToolRequestParams) -> CallToolResult:
        try:
            item, asked = read_call(offered(context), called.name, called.arguments or {})
            return _text(await run(context, item, asked))
        except GraphMemError as error:
            # Where it is not the model's to mend, its user is still told what to do next.
            return _failed(str(error))
        except Exception:  # noqa: BLE001 - the SDK would tell the client its words
            _log.exception("unexpected error")
            return _failed("Something failed; the log says where.")

    return Server(
        "graphmem",
        version=version("graphmem"),
        instructions=_INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


def _as_tool(item: Operation[Frozen]) -> Tool:
    return Tool(
        name=item.tool,
        title=item.summary,
        description=item.guidance,
        input_schema=tool_parameters(item.request),
        annotations=ToolAnnotations(
            read_only_hint=not item.writes,
            destructive_hint=item.name in _UNDOES,
            open_world_hint=False,
        ),
    )


def _text(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)])


def _failed(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def serve_stdio(
    memory: Memory,
    *,
    person: str | None = None,
    rights: Collection[Right] = USUAL_RIGHTS,
    tools: ToolSet = ToolSet.ALL,
) -> None:
    """Answer one assistant until its end of the pipe closes; with a ``person`` for theirs alone.

    It is offered what it has ``rights`` to. Raises `AuditError` for a log that cannot be written.
    """
    caller = Caller(_PIPES, memory.space, person, tuple(rights), is_model=True)
    tell_the_rest = telemetry.start()
    offered = offered_tools(tools, person=person, rights=rights)
    try:
        anyio.run(_serve, memory, caller, offered)
    finally:
        tell_the_rest()


async def _serve(memory: Memory, caller: Caller, offered: Sequence[Operation[Frozen]]) -> None:
    audit = Audit(memory.settings.audit)

    async def run(_: Context, item: Operation[Frozen], asked: Frozen) -> str:
        return await anyio.to_thread.run_sync(_run, memory, item, asked, caller, audit)

    server = make_server(run, lambda _: offered)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _run(
    memory: Memory, item: Operation[Frozen], asked: Frozen, caller: Caller, audit: Audit
) -> str:
    with audit.acting(caller, item, asked) as act:
        if caller.person is not None:
            act.result = result = run_bound(memory, item, asked, caller.person)
            return render_text(result)
        # Whoever starts this command may see every space, as on the command line.
        if not item.writes and memory.is_empty():
            there = tell_spaces(memory, choosing="graphmem mcp --space NAME")
            return f"{empty_space(memory.space)} {there}"
        act.result = result = item.run(memory, asked)
        return render_text(result)
