"""Errors as RFC 9457 tells them: ``application/problem+json``, with what to do next."""

import math
import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from starlette.responses import Response

from graphmem.errors import (
    AmbiguousNameError,
    AuditError,
    BookmarkError,
    BookmarkTimeoutError,
    BudgetExceededError,
    BusyError,
    ConnectionFailedError,
    GraphMemError,
    IndexFaultError,
    InputError,
    LlmError,
    LlmRateLimitError,
    LlmUnavailableError,
    NotAllowedError,
    NotFoundError,
    OutcomeUnknownError,
    QueryRefusedError,
    ServerError,
    SettingsError,
)
from graphmem.model.base import Frozen
from graphmem.store.lock import ConflictError

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 1

# The first that fits says it; what none fits is our fault or the installation's.
_STATUS: tuple[tuple[type[GraphMemError], HTTPStatus], ...] = (
    (BookmarkError, HTTPStatus.BAD_REQUEST),
    (BookmarkTimeoutError, HTTPStatus.PRECONDITION_FAILED),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (NotFoundError, HTTPStatus.NOT_FOUND),
    (AmbiguousNameError, HTTPStatus.CONFLICT),
    (ConflictError, HTTPStatus.CONFLICT),
    (QueryRefusedError, HTTPStatus.FORBIDDEN),
    (NotAllowedError, HTTPStatus.FORBIDDEN),
    (BudgetExceededError, HTTPStatus.SERVICE_UNAVAILABLE),
    (LlmRateLimitError, HTTPStatus.SERVICE_UNAVAILABLE),
    (LlmUnavailableError, HTTPStatus.SERVICE_UNAVAILABLE),
    (LlmError, HTTPStatus.BAD_GATEWAY),
    (ConnectionFailedError, HTTPStatus.SERVICE_UNAVAILABLE),
    (BusyError, HTTPStatus.SERVICE_UNAVAILABLE),
    (IndexFaultError, HTTPStatus.SERVICE_UNAVAILABLE),
    (ServerError, HTTPStatus.SERVICE_UNAVAILABLE),
    (SettingsError, HTTPStatus.SERVICE_UNAVAILABLE),
    (AuditError, HTTPStatus.SERVICE_UNAVAILABLE),
)
# What these say may name folders, addresses and accounts of the operator's.
_OPERATORS_OWN = "The memory cannot be reached, or is not set up as it should be."
_NOT_ANSWERING = (
    "The database does not answer: nothing can be read, and no turn that is sent meanwhile is "
    "recorded."
)
_BUSY = "The database is busy with what others write; nothing was done."
_OUTCOME_UNKNOWN = "The memory fell silent: what was sent may be recorded, or not."
_LOOK_FIRST = (
    "Look whether it is there before you send it again; a turn with a turn_id of its own is "
    "recorded once, however often it is sent."
)
_NOT_ON_RECORD = "The audit log cannot be written, and nothing is done that it would not hold."
_AGAIN = frozenset({HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS})


class Fault(Frozen):
    """One thing that is wrong with a request: where, and what."""

    where: str
    reason: str


class Choice(Frozen):
    """One of several that a name fits; asking again with its uid answers it."""

    uid: str
    name: str
    told_apart: str
    example: str = ""


class Problem(Frozen):
    """Why a request was not done, and what to do next (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    next_step: str | None = None
    candidates: tuple[Choice, ...] | None = None
    faults: tuple[Fault, ...] | None = None


class RefusedError(Exception):
    """A request that is refused before the memory is asked: the problem, and headers with it."""

    def __init__(
        self,
        status: HTTPStatus,
        kind: str,
        detail: str,
        *,
        next_step: str,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.problem = make_problem(status, kind, detail, next_step=next_step)
        self.headers = dict(headers or {})


def make_problem(status: HTTPStatus, kind: str, detail: str, **more: Any) -> Problem:
    """A problem of a kind, which is a word or a few with hyphens."""
    return Problem(
        type=f"urn:graphmem:problem:{kind}",
        title=status.phrase,
        status=status.value,
        detail=detail,
        **more,
    )


def overloaded(what: str, *, seconds: float = RETRY_SECONDS) -> RefusedError:
    """The refusal of what is too much at once: 429, and when to come again."""
    return RefusedError(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too-many-requests",
        what,
        next_step="Wait as long as Retry-After says, and ask again.",
        headers={"Retry-After": str(max(1, math.ceil(seconds)))},
    )


def problem_of(error: GraphMemError, *, look: str | None = None) -> Problem:
    """Makes a problem of an error of graphmem's.

    ``look`` is what to run where only this machine can ask, None where strangers may: they ask
    who runs it.
    """
    status = next(
        (found for kind, found in _STATUS if isinstance(error, kind)),
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )
    kind = _kind(type(error))
    if isinstance(error, OutcomeUnknownError):
        return make_problem(status, kind, _OUTCOME_UNKNOWN, next_step=_LOOK_FIRST)
    if isinstance(error, BusyError):
        return make_problem(status, kind, _BUSY, next_step="Try again.")
    if status.value >= HTTPStatus.INTERNAL_SERVER_ERROR.value:
        if isinstance(error, AuditError):
            told = _NOT_ON_RECORD
            return make_problem(status, kind, told, next_step="Ask who runs it.")
        away = isinstance(error, ConnectionFailedError | ServerError)
        then = f"`{look}` says more" if away and look else "ask who runs it"
        return make_problem(
            status,
            kind,
            _NOT_ANSWERING if away else _OPERATORS_OWN,
            next_step=f"Try again; if it stays so, {then}.",
        )
    candidates = None
    if isinstance(error, AmbiguousNameError):
        candidates = tuple(Choice(**one._asdict()) for one in error.candidates)
    return make_problem(
        status, kind, error.problem, next_step=error.next_step, candidates=candidates
    )


def problem_of_arguments(errors: Iterable[Mapping[str, Any]]) -> Problem:
    """Makes a problem of arguments, without what they hold: it may be what somebody said."""
    found = list(errors)
    unreadable = any(item["type"] == "json_invalid" for item in found)
    status = HTTPStatus.BAD_REQUEST if unreadable else HTTPStatus.UNPROCESSABLE_ENTITY
    # What is not sent as JSON arrives as the text that it is.
    whole = any(tuple(item["loc"]) == ("body",) for item in found)
    as_json = "Send a JSON object, with `Content-Type: application/json`"
    first = as_json if whole else "Correct what is listed"
    return make_problem(
        status,
        "arguments",
        "The body is no JSON." if unreadable else "The arguments do not fit.",
        next_step=f"{first}; /openapi.json says what fits.",
        faults=tuple(
            Fault(where=".".join(map(str, item["loc"])), reason=item["msg"]) for item in found
        ),
    )


def response_of(problem: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The problem as a response; where it passes by itself, with when to come again."""
    again = {"Retry-After": str(RETRY_SECONDS)} if problem.status in _AGAIN else {}
    return Response(
        problem.model_dump_json(exclude_none=True),
        status_code=problem.status,
        media_type=MEDIA_TYPE,
        headers=again | dict(headers or {}),
    )


def _kind(error: type[GraphMemError]) -> str:
    words = re.findall("[A-Z][a-z]+", error.__name__.removesuffix("Error"))
    return "-".join(word.lower() for word in words)
