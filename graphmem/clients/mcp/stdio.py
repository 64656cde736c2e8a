"""The MCP server on standard input and output, for an assistant that starts it itself."""

from collections.abc import Sequence

import anyio
from mcp.server.stdio import stdio_server

from graphmem.clients.mcp.server import Context, make_server
from graphmem.clients.spaces import tell_spaces
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.people import empty_space
from graphmem.operations import Operation
from graphmem.operations.bound import run_bound
from graphmem.operations.offered import ToolSet, offered_tools
from graphmem.operations.told import told


def serve_stdio(
    memory: Memory,
    *,
    person: str | None = None,
    may_forget: bool = False,
    tools: ToolSet = ToolSet.ALL,
) -> None:
    """Answer one assistant until its end of the pipe closes; with a ``person`` for theirs alone.

    What takes away for good is offered where the assistant ``may_forget``.
    """
    anyio.run(_serve, memory, person, offered_tools(tools, person=person, may_forget=may_forget))


async def _serve(memory: Memory, person: str | None, offered: Sequence[Operation[Frozen]]) -> None:

    async def run(_: Context, item: Operation[Frozen], asked: Frozen) -> str:
        return await anyio.to_thread.run_sync(_run, memory, item, asked, person)

    server = make_server(run, lambda _: offered)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _run(memory: Memory, item: Operation[Frozen], asked: Frozen, person: str | None) -> str:
    if person is not None:
        return told(run_bound(memory, item, asked, person))
    # Whoever starts this command may see every space, as on the command line.
    if not item.writes and memory.is_empty():
        there = tell_spaces(memory, choosing="graphmem mcp --space NAME")
        return f"{empty_space(memory.space)} {there}"
    return told(item.run(memory, asked))
