"""The MCP server over HTTP: the same tools, for whoever shows a key."""

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from http import HTTPStatus

from mcp.server.streamable_http_manager import StreamableHTTPASGIApp, StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.types import ASGIApp

from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller
from graphmem.clients.http.access import caller_of
from graphmem.clients.http.bookmarks import RequestBookmarks, carried_of
from graphmem.clients.http.jobs import Jobs
from graphmem.clients.http.problems import Problem, RefusedError, problem_of
from graphmem.clients.http.workers import Workers
from graphmem.clients.mcp import Context, make_server
from graphmem.errors import GraphMemError
from graphmem.model.base import Frozen
from graphmem.model.operation import Right
from graphmem.operations import Operation
from graphmem.operations.functions import ToolSet, offered_tools
from graphmem.operations.recording import INGEST, IngestRequest
from graphmem.operations.rendering import render_text

_log = logging.getLogger(__name__)

Running = Callable[[], AbstractAsyncContextManager[None]]


def mcp_endpoint(
    workers: Workers, jobs: Jobs, audit: Audit, *, max_body: int, look: str | None
) -> tuple[ASGIApp, Running]:
    """The endpoint, and what must run while it is served; ``look`` is that of `problem_of`.

    It keeps no sessions: every request shows its key, and is answered for that key's space.
    """

    async def run(context: Context, item: Operation[Frozen], asked: Frozen) -> str:
        assert isinstance(context.request, Request)
        caller = caller_of(context.request)._replace(is_model=True)
        carried = carried_of(context.request)
        try:
            if item.long:
                assert isinstance(asked, IngestRequest)
                return await _ingest(caller, asked, jobs, audit, carried)
            return await workers.run(caller, item, asked, render=render_text, carried=carried)
        except RefusedError as error:
            raise _told_of(error.problem, error.headers.get("Retry-After")) from error
        except GraphMemError as error:
            problem = problem_of(error, look=look)
            if problem.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
            # Its own words may name what is the operator's alone.
            _log.error("operation failed", exc_info=error)
            raise _told_of(problem) from error

    def offered(context: Context) -> Sequence[Operation[Frozen]]:
        assert isinstance(context.request, Request)
        caller = caller_of(context.request)
        # Whatever the key may: what takes away for good is no assistant's over the network.
        rights = frozenset(caller.rights) - {Right.FORGET}
        return offered_tools(ToolSet.ALL, person=caller.person, rights=rights)

    manager = StreamableHTTPSessionManager(
        make_server(run, offered),
        json_response=True,
        stateless=True,
        max_request_body_size=max_body,
    )
    return StreamableHTTPASGIApp(manager), manager.run


async def _ingest(
    caller: Caller, asked: IngestRequest, jobs: Jobs, audit: Audit, carried: RequestBookmarks
) -> str:
    with audit.acting(caller, INGEST, asked) as act:
        await jobs.catch_up(caller.space, carried)
        act.result = status = await jobs.accept(caller.space, asked)
    carried.made = status.bookmark
    async for now in jobs.follow(caller.space, status.job_id):
        status = now or status
        carried.made = status.bookmark or carried.made
    if status.problem is not None:
        raise _told_of(status.problem)
    if status.ended and status.receipt is not None:
        return render_text(status.receipt)
    return f"The ingest {status.job_id} was recorded and is extracted later: the server stops."


def _told_of(problem: Problem, seconds: str | None = None) -> GraphMemError:
    """The problem as a tool tells it, where no header can say when to come again."""
    next_step = f"Ask again in {seconds} s." if seconds else problem.next_step or ""
    return GraphMemError(problem.detail, next_step=next_step)
