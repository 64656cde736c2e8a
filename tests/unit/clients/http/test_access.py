"""Who is let through, without a memory behind it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.http.access import Access, Caller, require_right
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.problems import RefusedError
from graphmem.operations import OPERATIONS


def ask(options: ServeOptions, path: str = "/v1/people", **headers: str) -> tuple[int, str | None]:
    """The status, and the space that the application was asked for."""
    asked: list[str | None] = []
    sent: list[dict[str, Any]] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        caller = scope.get("state", {}).get("caller")
        asked.append(caller.space if caller is not None else None)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Any:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        sent.append(message)

    given = {"host": "127.0.0.1:8080"} | headers
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    access = Access(app, options=options, space="home", metrics=Metrics())
    asyncio.run(access(scope, receive, send))
    return sent[0]["status"], asked[0] if asked else None


@pytest.fixture
def open_to_all() -> ServeOptions:
    return ServeOptions()


@pytest.fixture
def keys(tmp_path: Path) -> KeyFile:
    return KeyFile(tmp_path / "keys.json")


def test_without_keys_everybody_here_has_the_one_space(open_to_all: ServeOptions) -> None:
    assert ask(open_to_all) == (200, "home")
    assert ask(open_to_all, host="[::1]:80") == (200, "home")
    assert ask(open_to_all, origin="http://localhost:5173") == (200, "home")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "rebound.example:8080"},
        {"host": ""},
        {"origin": "https://example.org"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1.example.org"},
        {"origin": "http://example.org//127.0.0.1"},
    ],
)
def test_without_keys_nobody_from_elsewhere_is_answered(
    open_to_all: ServeOptions, headers: dict[str, str]
) -> None:
    assert ask(open_to_all, **headers) == (403, None)


def test_with_keys_the_key_says_which_space(tmp_path: Path, keys: KeyFile) -> None:
    options = ServeOptions(keys=keys.path)
    made = keys.add("garden")
    assert ask(options, authorization=f"Bearer {made.text}", host="memory.example") == (
        200,
        "garden",
    )
    for wrong in ({}, {"authorization": made.text}, {"authorization": "Bearer gm_x_y"}):
        assert ask(options, **wrong) == (401, None)
    for path in ("/mcp", "/metrics"):
        assert ask(options, path) == (401, None)
    assert ask(options, "/health") == (200, None)


def test_a_body_that_is_too_large_is_not_read(open_to_all: ServeOptions) -> None:
    large = str(open_to_all.max_body + 1)
    assert ask(open_to_all, **{"content-length": large}) == (413, None)


def test_only_a_key_that_may_forgets() -> None:
    for item in OPERATIONS:
        require_right(Caller("a", "home", may_forget=True), item)
        if not item.forgets:
            require_right(Caller("a", "home"), item)
            continue
        with pytest.raises(RefusedError) as refused:
            require_right(Caller("a", "home"), item)
        assert refused.value.problem.status == 403
