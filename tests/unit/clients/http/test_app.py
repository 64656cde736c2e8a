"""What the application tells where the memory behind it is away."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from starlette.responses import Response

from graphmem.clients.http.app import create_app
from graphmem.clients.http.options import ServeOptions
from graphmem.errors import ConnectionFailedError, GraphMemError
from graphmem.settings import Settings


@pytest.mark.parametrize(
    ("uri", "keyed", "look"),
    [
        (None, False, "`graphmem server status`"),
        ("bolt://127.0.0.1:9", False, "`graphmem doctor`"),
        (None, True, "ask who runs it"),
    ],
)
def test_where_to_look_is_told_on_this_machine_alone(
    uri: str | None, keyed: bool, look: str, tmp_path: Path
) -> None:
    keys = tmp_path / "keys.json" if keyed else None
    app = create_app(Settings(home=tmp_path, uri=uri), ServeOptions(keys=keys))
    handler = cast(Callable[..., Awaitable[Response]], app.exception_handlers[GraphMemError])

    async def answer() -> Response:
        return await handler(None, ConnectionFailedError("secret-host.", next_step="Mend it."))

    response = asyncio.run(answer())
    told: dict[str, Any] = json.loads(bytes(response.body))
    assert response.status_code == 503
    assert told["detail"].startswith("The database does not answer")
    assert look in told["next_step"]
    assert "secret-host" not in str(told)
