"""Spans of requests, where somebody is told of them."""

from http import HTTPMethod, HTTPStatus

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem import telemetry


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
