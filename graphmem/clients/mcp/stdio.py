"""The MCP server on standard input and output, for an assistant that starts it itself."""

import anyio
from mcp.server.stdio import stdio_server

from graphmem.clients.mcp.server import Context, make_server
from graphmem.clients.spaces import tell_spaces
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.people import empty_space
from graphmem.operations import Operation
from graphmem.operations.told import told


def serve_stdio(memory: Memory, *, may_forget: bool = False) -> None:
    """Answer one assistant until its end of the pipe closes."""
    anyio.run(_serve, memory, may_forget)


async def _serve(memory: Memory, may_forget: bool) -> None:
    async def run(_: Context, item: Operation[Frozen], asked: Frozen) -> str:
        return await anyio.to_thread.run_sync(_run, memory, item, asked)

    server = make_server(run, may_forget=may_forget)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _run(memory: Memory, item: Operation[Frozen], asked: Frozen) -> str:
    # Whoever starts this command may see every space, as on the command line.
    if not item.writes and memory.is_empty():
        there = tell_spaces(memory, choosing="graphmem mcp --space NAME")
        return f"{empty_space(memory.space)} {there}"
    return told(item.run(memory, asked))
