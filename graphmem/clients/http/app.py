"""The application: routes, tools and what is around them, wired together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPMethod, HTTPStatus
from importlib.metadata import version

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem import telemetry
from graphmem.adapters.encoder import Encoder
from graphmem.clients.audit import Audit
from graphmem.clients.caller import may_do
from graphmem.clients.http.access import Access, caller_of
from graphmem.clients.http.bookmarks import BookmarkMiddleware
from graphmem.clients.http.jobs import Jobs
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.page import page_routes
from graphmem.clients.http.problems import (
    RefusedError,
    make_problem,
    problem_of,
    problem_of_arguments,
    response_of,
)
from graphmem.clients.http.routes import openapi_of, operation_routes
from graphmem.clients.http.tools import mcp_endpoint
from graphmem.clients.http.workers import Pulse, Workers
from graphmem.clients.task_queue import task_queue
from graphmem.errors import GraphMemError
from graphmem.ingest.worker import Pace, Worker
from graphmem.operations import OPERATIONS
from graphmem.settings import Settings
from graphmem.store.waiting import DueSpace

_log = logging.getLogger(__name__)

_SPACES_AT_ONCE = 2
_DESCRIPTION = (
    "Long-term memory that knows who said what, about whom, when, and in which turn. A key is of "
    "one space, and sees no other. Errors are application/problem+json and say what to do next."
)


def create_app(
    settings: Settings, options: ServeOptions, *, encoder: Encoder | None = None
) -> FastAPI:
    """The API over the memories of ``settings``; ``app.state.stop`` begins to stop it.

    Without keys everybody who asks is given ``settings.space``. Raises `AuditError` for an audit
    log that cannot be written, and what `task_queue` raises.
    """
    metrics = Metrics()
    memories = Memories(settings, encoder=encoder)
    pulse = Pulse(memories.check)
    audit = Audit(options.audit)
    jobs = Jobs(memories, metrics, ingests=options.ingests)
    worker = _worker(settings, options, memories, jobs)
    queue = task_queue(settings)
    if queue is not None:
        metrics.watch_queue(queue.size)
    workers = Workers(
        memories,
        metrics,
        pulse,
        audit,
        threads=options.threads,
        in_flight=options.in_flight,
        wrote=worker.told if queue is None else queue.told,
    )
    look = _where_to_look(settings, options)
    tools, run_tools = mcp_endpoint(workers, jobs, audit, max_body=options.max_body, look=look)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        try:
            await workers.call(memories.open)
            if queue is not None:
                jobs.worked_by(queue.hurry)
            elif options.background:
                jobs.worked_by(worker.hurry)
            if options.background:
                worker.start()
            async with run_tools():
                yield
        except GraphMemError as error:
            app.state.failure = error  # uvicorn would only log it
            raise
        finally:
            await jobs.close()
            await asyncio.to_thread(worker.close)
            workers.close()
            if queue is not None:
                await asyncio.to_thread(queue.close)
            memories.close()

    app = FastAPI(
        title="graphmem",
        version=version("graphmem"),
        description=_DESCRIPTION,
        lifespan=lifespan,
        # Their pages fetch scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
    )

    def stop() -> None:
        jobs.stop()
        worker.stop()

    app.state.stop = stop
    app.state.failure = None
    app.include_router(operation_routes(workers, jobs, audit))
    _add_own_routes(app, pulse, metrics)
    # No GET: without sessions there is nothing that the server would ever say by itself.
    app.router.routes.append(Route("/mcp", endpoint=tools, methods=["POST", "DELETE"]))
    app.router.routes.extend(page_routes())
    _add_handlers(app, look)
    app.add_middleware(BookmarkMiddleware)
    app.add_middleware(Access, options=options, space=settings.space, metrics=metrics)
    if telemetry.is_on():
        app.add_middleware(TracingMiddleware)
    app.openapi = lambda: openapi_of(app, keyed=options.keys is not None)  # type: ignore[method-assign]
    return app


def _worker(settings: Settings, options: ServeOptions, memories: Memories, jobs: Jobs) -> Worker:
    """The worker of the spaces that are served, also of those that nobody asks for at present."""
    keys = KeyFile(options.keys) if options.keys is not None else None

    def look() -> list[DueSpace]:
        served = {settings.space} if keys is None else {key.space for key in keys.read()}
        return memories.waiting(sorted(served))

    return Worker(
        look,
        memories.extract,
        pace=Pace(settings.quiet_seconds, settings.most_waiting),
        threads=_SPACES_AT_ONCE,
        observer=jobs,
    )


def _add_own_routes(app: FastAPI, pulse: Pulse, metrics: Metrics) -> None:
    @app.get("/health", include_in_schema=False)
    async def health() -> Response:
        return JSONResponse({"status": "ok"})

    @app.get("/ready", include_in_schema=False)
    async def ready() -> Response:
        # Not among the operations: a server that is busy is still ready. Nobody shows a key here,
        # so however many ask, the database is asked once a second.
        await pulse.require()
        return JSONResponse({"status": "ready"})

    @app.get("/allowed", include_in_schema=False)
    async def allowed(request: Request) -> Response:
        # For the page, which offers nobody what they would be refused.
        caller = caller_of(request)
        return JSONResponse({"operations": [one.name for one in OPERATIONS if may_do(caller, one)]})

    @app.get("/metrics", include_in_schema=False)
    async def figures(request: Request) -> Response:
        caller_of(request)
        # Off the loop: the size of a queue is asked of its broker.
        told = await asyncio.to_thread(metrics.text)
        return Response(told, media_type=CONTENT_TYPE_LATEST)


def _where_to_look(settings: Settings, options: ServeOptions) -> str | None:
    """The command for whoever finds the database silent, where they are on this machine."""
    if options.keys is not None or not options.on_loopback:  # keys: perhaps behind a proxy
        return None
    return "graphmem server status" if settings.uri is None else "graphmem doctor"


def _add_handlers(app: FastAPI, look: str | None) -> None:
    @app.exception_handler(GraphMemError)
    async def own(_: Request, error: GraphMemError) -> Response:
        problem = problem_of(error, look=look)
        if problem.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.error("operation failed", exc_info=error)
        return response_of(problem)

    @app.exception_handler(RefusedError)
    async def refused(_: Request, error: RefusedError) -> Response:
        return response_of(error.problem, error.headers)

    @app.exception_handler(RequestValidationError)
    async def arguments(_: Request, error: RequestValidationError) -> Response:
        return response_of(problem_of_arguments(error.errors()))

    @app.exception_handler(HTTPException)
    async def web(_: Request, error: HTTPException) -> Response:
        status = HTTPStatus(error.status_code)
        detail = status.description or status.phrase
        problem = make_problem(status, "http", detail, next_step=_next_step(status))
        return response_of(problem, error.headers)

    @app.exception_handler(Exception)
    async def unexpected(_: Request, error: Exception) -> Response:
        _log.error("unexpected error", exc_info=error)
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        told = "Something failed; the log says where."
        return response_of(make_problem(status, "internal", told, next_step=_next_step(status)))


def _next_step(status: HTTPStatus) -> str:
    if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return "Send it in parts: what is known already stays."
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return "Try again; if it stays so, ask who runs it."
    return "See /openapi.json for what can be asked, and how."


class TracingMiddleware:
    """ASGI middleware: a span for each request, by its route, never by its address."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and tell what came of it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # A method of somebody's own may be any text.
        method = scope["method"] if scope["method"] in HTTPMethod.__members__ else "_OTHER"
        with telemetry.request(method, scope["scheme"], Headers(scope=scope)) as told:

            async def answer(message: Message) -> None:
                if told is not None and message["type"] == "http.response.start":
                    told["http.response.status_code"] = message["status"]
                    if message["status"] >= HTTPStatus.INTERNAL_SERVER_ERROR:
                        told["error.type"] = str(message["status"])
                await send(message)

            try:
                await self._app(scope, receive, answer)
            finally:
                route = getattr(scope.get("route"), "path", None)
                if told is not None and route is not None:
                    told["http.route"] = route
