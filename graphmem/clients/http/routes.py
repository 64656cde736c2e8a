"""A route for every operation, made from its definition, and the OpenAPI of all."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractContextManager, ExitStack
from enum import Enum
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Body, FastAPI, Path, Query, Request
from fastapi.openapi.utils import get_openapi
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from graphmem.clients.audit import Audit, AuditedAct
from graphmem.clients.http.access import caller_of
from graphmem.clients.http.bookmarks import HEADER, carried_of
from graphmem.clients.http.job import JobStatus
from graphmem.clients.http.jobs import Jobs
from graphmem.clients.http.problems import MEDIA_TYPE, Problem
from graphmem.clients.http.workers import Workers
from graphmem.model.base import Frozen
from graphmem.model.operation import Right
from graphmem.operations import OPERATIONS, Operation
from graphmem.operations.recording import INGEST, IngestRequest
from graphmem.store.bookmarks import MOST_CHARACTERS

PREFIX = "/v1"
JobId = Annotated[
    str,
    Path(
        max_length=64,
        description="The job_id of the answer to POST.",
        examples=["0f3a6f1c2b7d4e5f8a9b0c1d2e3f4a5b"],
    ),
]
_PROBLEMS = {
    HTTPStatus.BAD_REQUEST: "The body is no JSON, or the header no bookmark.",
    HTTPStatus.UNAUTHORIZED: "No key that holds was shown, or one that expired.",
    HTTPStatus.FORBIDDEN: "The key has not the right that this needs, or is of one person and "
    "asked for more than theirs; without keys, a page or a name of another machine asked.",
    HTTPStatus.NOT_FOUND: "The space does not hold what was named.",
    HTTPStatus.CONFLICT: "A name fits several; `candidates` are these.",
    HTTPStatus.PRECONDITION_FAILED: "The database is not as far as the bookmark says.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body is too large.",
    HTTPStatus.UNPROCESSABLE_ENTITY: "The arguments do not fit.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too much at once; come again after `Retry-After` seconds.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something failed; the server's log says where.",
    HTTPStatus.BAD_GATEWAY: "A language model did not do what it was asked.",
    HTTPStatus.SERVICE_UNAVAILABLE: "The database or a language model does not answer.",
}
PROBLEM_SCHEMA = "#/components/schemas/Problem"
_RESPONSES: dict[int | str, dict[str, Any]] = {
    status.value: {
        "description": description,
        "content": {MEDIA_TYPE: {"schema": {"$ref": PROBLEM_SCHEMA}}},
    }
    for status, description in _PROBLEMS.items()
}
Endpoint = Callable[..., Awaitable[Any]]
# What a clock of the server said. All else is the wall time of a talk, without an offset.
_INSTANTS = frozenset({"accepted_at", "recorded_at"})
_INSTANT = "date-time"
_WALL_TIME = "date-time-local"
_BOOKMARK = {"type": "string", "maxLength": MOST_CHARACTERS}
_WRITING = frozenset(item.name for item in OPERATIONS if item.writes)
_AFTER = "A bookmark of an earlier response: what that request wrote is found."
_WROTE = "A bookmark of what was written, for requests that read it."


class _EventStream(StreamingResponse):
    """Server-sent events; ``place`` is left after the last, or when whoever listened has gone."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncIterator[bytes], *, place: ExitStack) -> None:
        super().__init__(events, headers={"Cache-Control": "no-store"})
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


def path_of(item: Operation[Frozen]) -> str:
    """The path of an operation's route."""
    return f"{PREFIX}/{item.name.replace('_', '-')}"


def operation_routes(workers: Workers, jobs: Jobs, audit: Audit) -> APIRouter:
    """Every operation: listings by GET, the rest by POST with JSON.

    What somebody asks or says stands in no address, since addresses are kept in logs.
    """
    router = APIRouter(responses=_RESPONSES)
    for item in OPERATIONS:
        endpoint = _accepting(item, jobs, audit) if item.long else _answering(item, workers, jobs)
        router.add_api_route(
            path_of(item),
            endpoint,
            methods=["GET" if item.listing else "POST"],
            operation_id=item.name,
            summary=item.summary,
            description=f"{item.guidance} Needs the right to `{item.right}`.",
            response_model=JobStatus if item.long else item.result,
            status_code=HTTPStatus.ACCEPTED if item.long else HTTPStatus.OK,
            tags=[item.right],
        )
    _add_job_routes(router, jobs, audit)
    return router


def _answering(item: Operation[Frozen], workers: Workers, jobs: Jobs) -> Endpoint:
    async def endpoint(request: Request, asked: Frozen) -> Response:
        caller = caller_of(request)
        carried = carried_of(request)
        body = await workers.run(caller, item, asked, render=_as_json, carried=carried)
        if item.right is Right.FORGET:
            # Receipts quote what was refused.
            jobs.forget(caller.space)
        return Response(body, media_type="application/json")

    return _taking(endpoint, item)


def _accepting(item: Operation[Frozen], jobs: Jobs, audit: Audit) -> Endpoint:
    async def endpoint(request: Request, asked: IngestRequest) -> Response:
        caller = caller_of(request)
        with audit.acting(caller, item, asked) as act:
            await jobs.catch_up(caller.space, carried_of(request))
            act.result = status = await jobs.accept(caller.space, asked)
        carried_of(request).made = status.bookmark
        return Response(
            _as_json(status),
            status_code=HTTPStatus.ACCEPTED,
            media_type="application/json",
            headers={"Location": f"{path_of(item)}/{status.job_id}"},
        )

    return _taking(endpoint, item)


def _taking(endpoint: Endpoint, item: Operation[Frozen]) -> Endpoint:
    """The endpoint with the operation's own request in its signature, which FastAPI reads."""
    example = dict(item.example)
    given = (
        Query()
        if item.listing
        else Body(openapi_examples={"example": {"summary": item.summary, "value": example}})
    )
    # FastAPI would put its own part off as the model does, and warn when it comes to it.
    item.request.model_config["defer_build"] = False
    endpoint.__annotations__["asked"] = Annotated[item.request, given]
    endpoint.__name__ = item.name
    return endpoint


class _JobAsked(Frozen):
    """Which job is asked for."""

    job_id: str


def _add_job_routes(router: APIRouter, jobs: Jobs, audit: Audit) -> None:
    """The routes of jobs; they take the right to ingest, as receipts quote what was refused."""
    tags: list[str | Enum] = [INGEST.right]

    def asking(request: Request, name: str, job_id: str) -> AbstractContextManager[AuditedAct]:
        asked = _JobAsked(job_id=job_id)
        return audit.acting(caller_of(request), INGEST, asked, name=name, reads=True)

    @router.get(f"{PREFIX}/ingest/{{job_id}}", operation_id="ingest_status", tags=tags)
    async def ingest_status(request: Request, job_id: JobId) -> JobStatus:
        """How far the extraction of an ingest is, and its receipt. Needs the right to `write`."""
        space = caller_of(request).space
        with asking(request, "ingest_status", job_id) as act:
            await jobs.catch_up(space, carried_of(request))
            act.result = status = await jobs.get(space, job_id)
            return status

    @router.get(
        f"{PREFIX}/ingest/{{job_id}}/events",
        operation_id="ingest_events",
        tags=tags,
        response_class=_EventStream,
        status_code=HTTPStatus.OK,
    )
    async def ingest_events(request: Request, job_id: JobId) -> Response:
        """Server-sent events: `progress`, then `done` or `failed`, each with the status.

        Needs the right to `write`.
        """
        space = caller_of(request).space
        with ExitStack() as place:
            # Refused here, while there is still a status code to say it with.
            with asking(request, "ingest_events", job_id):
                await jobs.catch_up(space, carried_of(request))
                changes = place.enter_context(jobs.following(space, job_id))
            return _EventStream(_events(changes), place=place.pop_all())


async def _events(changes: AsyncIterator[JobStatus | None]) -> AsyncIterator[bytes]:
    async for status in changes:
        if status is None:
            yield b": still here\n\n"
            continue
        kind = status.state.value if status.ended else "progress"
        yield f"event: {kind}\ndata: {status.model_dump_json()}\n\n".encode()


def _as_json(result: Frozen) -> bytes:
    return result.model_dump_json().encode()


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
