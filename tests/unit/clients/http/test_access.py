"""Who is let through, without a memory behind it."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.clients.http.access import Access
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.metrics import Metrics
from graphmem.clients.http.options import ServeOptions
from graphmem.model.operation import Right


def serving(options: ServeOptions) -> Access:
    """An application that answers with the space that it is asked for."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        caller = scope.get("state", {}).get("caller")
        space = caller.space.encode() if caller is not None else b""
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": space})

    return Access(app, options=options, space="home", metrics=Metrics())


def told(access: Access, path: str = "/v1/people", **headers: str) -> tuple[int, str]:
    """The status and the body of an answer."""
    sent: list[dict[str, Any]] = []

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
    asyncio.run(access(scope, receive, send))
    return sent[0]["status"], sent[1]["body"].decode()


def ask(options: ServeOptions, path: str = "/v1/people", **headers: str) -> tuple[int, str | None]:
    """The status, and the space that the application was asked for."""
    status, space = told(serving(options), path, **headers)
    return status, space if status == 200 and space else None


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


def test_a_key_that_expired_is_told_so_and_no_other_is(keys: KeyFile) -> None:
    hence = keys.add("garden", expires_at=datetime.now(UTC) + timedelta(days=1))
    past = keys.add("garden", rights=[Right.READ], expires_at=datetime(2024, 3, 1, tzinfo=UTC))
    access = serving(ServeOptions(keys=keys.path))
    assert told(access, authorization=f"Bearer {hence.text}") == (200, "garden")
    status, body = told(access, authorization=f"Bearer {past.text}")
    assert status == 401
    assert "This key expired at 2024-03-01 00:00 UTC." in body
    assert "`graphmem keys add SPACE --right read` makes one" in body
    status, body = told(access, authorization=f"Bearer {past.text}x")
    assert status == 401
    assert "expired" not in body


def test_a_key_has_limits_of_its_own_or_the_servers(keys: KeyFile) -> None:
    few, usual = keys.add("garden", rate=0.01, burst=1), keys.add("garden")
    access = serving(ServeOptions(keys=keys.path, rate=0.01, burst=3))
    for made, most in ((few, 1), (usual, 3)):
        asked = [told(access, authorization=f"Bearer {made.text}")[0] for _ in range(most + 1)]
        assert asked == [200] * most + [429]
