"""The header of bookmarks, without a memory behind it."""

import asyncio
import json
from typing import Any

import pytest

from graphmem.clients.http.bookmarks import BookmarkMiddleware, RequestBookmarks


def ask(
    *headers: str, made: str | None = None
) -> tuple[Any, dict[str, str], RequestBookmarks | None]:
    """Status or problem, the headers of the response, and what the application was given."""
    asked: list[RequestBookmarks] = []
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        carried = scope["state"]["carried"]
        carried.made = made
        asked.append(carried)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"null"})

    async def send(message: Any) -> None:
        sent.append(message)

    given = [(b"graphmem-bookmark", text.encode("latin-1")) for text in headers]
    scope = {"type": "http", "method": "GET", "path": "/v1/people", "headers": given}
    asyncio.run(BookmarkMiddleware(app)(scope, None, send))  # type: ignore[arg-type]
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    problem = json.loads(sent[1]["body"])
    return problem or sent[0]["status"], told, asked[0] if asked else None


def test_what_was_written_is_told_in_the_header() -> None:
    assert ask(made="FB:made")[:2] == (200, {"graphmem-bookmark": "FB:made"})
    assert ask()[:2] == (200, {})


def test_headers_of_several_are_one() -> None:
    carried = ask("FB:one, FB:two", "FB:three")[2]
    assert carried is not None
    assert carried.given == "FB:one, FB:two,FB:three"


@pytest.mark.parametrize("header", ["", "no bookmark", "FB:\xe9", "x" * 10_000, "FB:a,,FB:b"])
def test_what_is_no_bookmark_is_a_problem(header: str) -> None:
    problem, _, asked = ask(header, "FB:one")
    assert asked is None
    assert (problem["status"], problem["type"]) == (400, "urn:graphmem:problem:bookmark")
    assert "Send one as it was given" in problem["next_step"]
