"""Authenticates each request, and checks the space, the rate and the size that it may use."""

import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.clients.caller import Caller, as_options
from graphmem.clients.http.keys import ApiKey, KeyFile
from graphmem.clients.http.logs import event
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.options import ServeOptions, is_loopback
from graphmem.clients.http.problems import RefusedError, overloaded, problem_of, response_of
from graphmem.errors import GraphMemError
from graphmem.model.operation import Right

_log = logging.getLogger(__name__)

_PROTECTED = ("/v1/", "/mcp", "/metrics", "/allowed")
_LOCAL = "local"
_MOST_CALLERS = 10_000
_DIGITS = 20  # of 64 bits


class RateLimit:
    """So many requests a second for each caller, and a burst of them at once.

    These hold for whoever has none of their own. For one event loop; ``clock`` gives seconds.
    """

    def __init__(
        self, rate: float, burst: int, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str, *, rate: float | None = None, burst: int | None = None) -> float:
        """Take one request of a caller's: 0, or the seconds until there is room for one."""
        now = self._clock()
        rate, most = rate or self._rate, float(burst or self._burst)
        left, since = self._left.pop(caller, (most, now))
        left = min(most, left + (now - since) * rate)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left, now)
        if len(self._left) > _MOST_CALLERS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / rate


def too_large(scope: Scope, most: int) -> bool:
    """Tells whether a request says itself that its body has more than ``most`` bytes."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            # Python refuses to read thousands of digits.
            return not value.isdigit() or len(value) > _DIGITS or int(value) > most
    return False


def bounded(receive: Receive, most: int) -> Receive:
    """The body of a request, as far as it has no more than ``most`` bytes; then 413 is raised."""
    read = 0

    async def receive_bounded() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return message

    return receive_bounded


def caller_of(connection: HTTPConnection) -> Caller:
    """The caller of a request; every protected route has been asked by somebody who may."""
    found = connection.state.caller
    assert isinstance(found, Caller)
    return found


class Access:
    """ASGI middleware: checks the key and the limits, then logs and counts what came of it."""

    def __init__(
        self, app: ASGIApp, *, options: ServeOptions, space: str, metrics: Metrics
    ) -> None:
        self._app = app
        self._options = options
        self._space = space
        self._metrics = metrics
        self._keys = KeyFile(options.keys) if options.keys is not None else None
        self._rate = RateLimit(options.rate, options.burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse it with a problem."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        request_id = secrets.token_hex(8)
        status = HTTPStatus.INTERNAL_SERVER_ERROR.value

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                named = (b"x-request-id", request_id.encode())
                message["headers"] = [*message.get("headers", ()), named]
            await send(message)

        try:
            try:
                self._admit(scope, request_id)
            except RefusedError as refused:
                await response_of(refused.problem, refused.headers)(scope, receive, answer)
            except GraphMemError as error:  # the file of keys cannot be read any more
                _log.error("no key can be checked", exc_info=error)
                await response_of(problem_of(error))(scope, receive, answer)
            else:
                await self._app(scope, bounded(receive, self._options.max_body), answer)
        finally:
            self._tell(scope, status, time.perf_counter() - begun, request_id)

    def _admit(self, scope: Scope, request_id: str) -> None:
        connection = HTTPConnection(scope)
        if self._keys is None:
            self._check_origin(connection)
        if too_large(scope, self._options.max_body):
            raise RefusedError(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                "too-large",
                f"The body has more than {self._options.max_body:,} bytes.",
                next_step="Send it in parts: what is known already stays.",
            )
        if not scope["path"].startswith(_PROTECTED):
            return
        state = scope.setdefault("state", {})
        if self._keys is None:
            # Whoever is on this machine may do the same by the command line.
            state["caller"] = Caller(_LOCAL, self._space, None, tuple(Right), request_id)
            return
        key = _key_of(connection, self._keys)
        state["caller"] = Caller(key.key_id, key.space, key.person, key.rights, request_id)
        self._check_rate(key)

    def _check_rate(self, key: ApiKey) -> None:
        wait = self._rate.wait(key.key_id, rate=key.rate, burst=key.burst)
        if wait:
            self._metrics.refused.labels("rate").inc()
            raise overloaded("This key asks more often than it may.", seconds=wait)

    def _check_origin(self, connection: HTTPConnection) -> None:
        # Without keys whatever a browser here has open could ask too, through a name of its own
        # that leads to loopback or from a page of its own.
        host = _host(connection.headers.get("host", ""))
        origin = connection.headers.get("origin")
        if is_loopback(host) and (origin is None or is_loopback(_host(origin.partition("//")[2]))):
            return
        raise RefusedError(
            HTTPStatus.FORBIDDEN,
            "foreign-origin",
            "Without keys only this machine is answered, under its own name.",
            next_step="Ask 127.0.0.1 or localhost, or serve with --api-keys.",
        )

    def _tell(self, scope: Scope, status: int, seconds: float, request_id: str) -> None:
        # The route, not the address: what is not a route of ours may be anything.
        route = getattr(scope.get("route"), "path", None) or "none"
        self._metrics.requests.labels(route, str(status)).inc()
        self._metrics.seconds.labels(route).observe(seconds)
        caller = scope.get("state", {}).get("caller")
        event(
            _log,
            "request",
            request_id=request_id,
            method=scope["method"],
            route=route,
            status=status,
            milliseconds=round(seconds * 1_000, 1),
            caller=caller.name if caller is not None else None,
        )


def _key_of(connection: HTTPConnection, keys: KeyFile) -> ApiKey:
    """The key that a request shows; raises `RefusedError` where none that holds is shown."""
    scheme, _, text = connection.headers.get("authorization", "").partition(" ")
    key = keys.find(text.strip()) if scheme.lower() == "bearer" else None
    if key is not None and not key.expired:
        return key
    told = "A key is needed, and none that holds was shown."
    given = ""
    if key is not None:
        told = f"This key expired at {key.expires_at:%Y-%m-%d %H:%M} UTC."
        given = f" {as_options(key.rights)}"
    raise RefusedError(
        HTTPStatus.UNAUTHORIZED,
        "unauthorized" if key is None else "key-expired",
        told,
        next_step=f"Send `Authorization: Bearer KEY`; `graphmem keys add SPACE{given}` makes one.",
        headers={"WWW-Authenticate": "Bearer"},
    )


def _host(address: str) -> str:
    """The host of ``host:port``, without the brackets of an IPv6 address."""
    if address.startswith("["):
        return address[1:].partition("]")[0]
    return address.partition(":")[0]
