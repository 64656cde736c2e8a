"""The header that hands a bookmark from a request that wrote to the requests that read after it."""

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from graphmem.clients.http.problems import problem_of, response_of
from graphmem.errors import BookmarkError
from graphmem.memory import Memory
from graphmem.store.bookmarks import parse_bookmark

HEADER = "Graphmem-Bookmark"


class RequestBookmarks:
    """The bookmark that a request brought, and the one that its response takes along."""

    def __init__(self, given: str | None = None) -> None:
        self.given = given
        self.made: str | None = None

    def after(self, memory: Memory) -> None:
        """Have the memory read nothing older than what was brought; raises what it raises."""
        if self.given is not None:
            memory.after(self.given)

    def wrote(self, memory: Memory) -> None:
        """Take along what was written."""
        self.made = memory.bookmark()


def carried_of(connection: HTTPConnection) -> RequestBookmarks:
    """The bookmarks of a request."""
    found = connection.state.carried
    assert isinstance(found, RequestBookmarks)
    return found


class BookmarkMiddleware:
    """ASGI middleware: reads the header of a request, and sets that of its response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or refuse what it brings with a problem."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # A proxy may have joined the headers of several, or left them apart.
        given = ",".join(Headers(scope=scope).getlist(HEADER)) or None
        try:
            if given is not None:
                parse_bookmark(given)
        except BookmarkError as error:
            await response_of(problem_of(error))(scope, receive, send)
            return
        carried = RequestBookmarks(given)
        scope.setdefault("state", {})["carried"] = carried

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start" and carried.made is not None:
                made = (HEADER.lower().encode(), carried.made.encode())
                message["headers"] = [*message.get("headers", ()), made]
            await send(message)

        await self._app(scope, receive, answer)
