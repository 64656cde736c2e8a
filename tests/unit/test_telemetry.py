"""What is told to OpenTelemetry, under which names, and what never is."""

import asyncio
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("opentelemetry.sdk")

from graphmem import telemetry
from graphmem.clients.http.app import TracingMiddleware
from graphmem.store.queries import parse_query
from tests.telemetry import Told, listening

MARK = "zanzibar"
QUERY = "// name: find_turn\n// returns: many\n// Finds a turn.\nRETURN $text"


class Fails:
    """A session in which the server quotes what it was given."""

    def run(self, query: Any, parameters: Any = None, /) -> Any:
        raise ValueError(f"cannot run {query} with {parameters}")


@pytest.fixture
def told() -> Iterator[Told]:
    with listening() as heard:
        yield heard


def ask(status: int = 200, *, method: str = "POST", **headers: str) -> None:
    class Route:
        path = "/v1/ask"

    async def app(scope: Any, receive: Any, send: Any) -> None:
        scope["route"] = Route()
        await asyncio.to_thread(query)
        await send({"type": "http.response.start", "status": status, "headers": []})

    async def send(_: Any) -> None:
        return

    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": f"/v1/{MARK}",
        "query_string": MARK.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    asyncio.run(TracingMiddleware(app)(scope, None, send))  # type: ignore[arg-type]


def query() -> None:
    with telemetry.query("find_turn"):
        pass


def test_a_request_and_its_queries_have_the_standard_names(told: Told) -> None:
    ask(traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
    inner, outer = told.spans
    assert (outer.name, inner.name) == ("POST /v1/ask", "find_turn")
    assert dict(outer.attributes or {}) == {
        "http.request.method": "POST",
        "url.scheme": "http",
        "http.route": "/v1/ask",
        "http.response.status_code": 200,
    }
    assert dict(inner.attributes or {}) == {
        "db.system.name": "neo4j",
        "db.operation.name": "find_turn",
    }
    assert inner.parent is not None
    assert outer.parent is not None
    assert inner.parent.span_id == outer.context.span_id
    assert f"{outer.parent.span_id:x}" == "b7ad6b7169203331"
    assert told.metrics().keys() == {"http.server.request.duration", "db.client.operation.duration"}


def test_a_failure_is_told_by_its_kind_alone(told: Told) -> None:
    found = parse_query(QUERY, Path("x.cypher"))
    with pytest.raises(ValueError, match=MARK):
        found.run(Fails(), text=MARK)
    ask(503, method=MARK.upper())
    kinds = [(span.attributes or {}).get("error.type") for span in told.spans]
    assert kinds == ["ValueError", None, "503"]
    assert MARK not in told.everything().lower()


def test_tokens_of_a_model_are_no_label_of_a_metric(told: Told) -> None:
    with telemetry.model("chat", "some-model", texts=3) as attributes:
        assert attributes is not None
        attributes["gen_ai.usage.input_tokens"] = 12
    (span,) = told.spans
    assert (span.attributes or {})["gen_ai.usage.input_tokens"] == 12
    assert told.metrics() == {
        "gen_ai.client.operation.duration": [
            {"gen_ai.operation.name": "chat", "gen_ai.request.model": "some-model"}
        ]
    }


def test_work_on_another_thread_is_a_part_of_the_request(told: Told) -> None:
    with telemetry.request("GET", "http", {}):
        thread = Thread(target=telemetry.in_context(query))
        thread.start()
        thread.join()
    inner, outer = told.spans
    assert inner.parent is not None
    assert inner.parent.span_id == outer.context.span_id


def test_while_it_is_off_nothing_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(telemetry.ENDPOINT, raising=False)
    telemetry.start()()
    assert not telemetry.is_on()
    assert telemetry.in_context(query) is query
    assert telemetry.query("one") is telemetry.model("chat", "other")
    with telemetry.query("one") as attributes:
        assert attributes is None


def test_an_address_turns_it_on_and_is_sent_to(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            sent.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv(telemetry.ENDPOINT, f"http://127.0.0.1:{server.server_port}")
        tell_the_rest = telemetry.start()
        assert telemetry.is_on()
        query()
        tell_the_rest()
        server.shutdown()
    assert not telemetry.is_on()
    assert sorted(sent) == ["/v1/metrics", "/v1/traces"]
