"""The HTTP API as a program uses it, on a real server."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.routes import path_of
from graphmem.memory import Memory
from graphmem.operations import OPERATIONS
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested, environment
from tests.e2e.serving import process, served

TULIPS = "I planted forty tulips behind the shed."


@pytest.fixture(scope="module")
def api(
    sample: Ingested, encoder: Encoder, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[httpx2.Client]:
    """A client of an API over the packaged sample, without keys."""
    settings = sample.memory.settings
    with (
        served(settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):
        yield client


@pytest.fixture
def spaces(open_memory: OpenMemory) -> tuple[Memory, Memory]:
    return open_memory(), open_memory()


def problem(response: httpx2.Response) -> dict[str, Any]:
    assert response.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = response.json()
    assert told["status"] == response.status_code
    return told


def events(lines: Iterator[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    kind = ""
    for line in lines:
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield kind, json.loads(line.removeprefix("data: "))


def test_it_is_healthy_and_ready(api: httpx2.Client) -> None:
    assert api.get("/health").json() == {"status": "ok"}
    assert api.get("/ready").json() == {"status": "ready"}


def test_every_operation_has_its_route_with_an_example(api: httpx2.Client) -> None:
    paths = api.get("/openapi.json").json()["paths"]
    for item in OPERATIONS:
        method = "get" if item.listing else "post"
        route = paths[path_of(item)][method]
        assert route["summary"] == item.summary
        if item.listing:
            given = {one["name"]: one.get("example") for one in route["parameters"]}
            assert {name: given[name] for name in item.example} == dict(item.example)
        else:
            body = route["requestBody"]["content"]["application/json"]
            assert body["examples"]["example"]["value"] == dict(item.example)


def test_a_stream_of_which_nothing_would_come_is_refused(api: httpx2.Client) -> None:
    refused = api.get("/mcp", headers={"Accept": "text/event-stream"})
    assert refused.status_code == 405


def test_a_question_is_answered_with_its_evidence_and_the_talk_around_it(
    api: httpx2.Client,
) -> None:
    asked = {"question": "When did John hand in his notice at TechCorp?"}
    answer = api.post("/v1/ask", json=asked).json()
    assert answer["status"] == "answered"
    evidence = answer["evidence"][0]
    turn = api.get("/v1/turn", params={"turn_id": evidence["turn_id"], "around": 1}).json()
    assert evidence["quote"] in turn["turn"]["text"]
    assert len(turn["before"]) == 1
    found = api.post("/v1/search", json=asked | {"limit": 3}).json()
    assert len(found["hits"]) == 3
    assert evidence["turn_id"] in [hit["turn_id"] for hit in found["hits"]]
    assert found["trace"] is None
    assert api.post("/v1/trace", json=asked).json()["trace"]["candidates"]


def test_the_tools_the_listings_and_the_decisions(api: httpx2.Client) -> None:
    timeline = api.post("/v1/timeline", json={"entity_name": "job", "person_id": "John"}).json()
    assert timeline["entries"]
    sides = {"topic": "dogs", "person_A": "Priya", "person_B": "Owen"}
    assert api.post("/v1/compare-people", json=sides).status_code == 200
    people = api.get("/v1/people", params={"conversation": "priya-owen"}).json()
    assert {"Priya", "Owen"} <= {one["name"] for one in people["people"]}
    held = api.get("/v1/conversations", params={"limit": 2}).json()
    assert (len(held["conversations"]), held["total"]) == (2, 6)
    entities = api.get("/v1/entities", params={"person": "Maria", "limit": 5}).json()["entities"]
    assert 0 < len(entities) <= 5
    assert all("Maria" in entity["owners"] for entity in entities)
    whole = api.get("/v1/entity", params={"uid": entities[0]["uid"]}).json()
    assert whole["entity"]["name"] == entities[0]["name"]
    assert whole["entity"]["conversation_ids"] == entities[0]["conversation_ids"]
    part = api.get("/v1/entity", params={"uid": whole["parts"][-1]["uid"]}).json()
    assert part == whole
    listed = api.get("/v1/decisions", params={"limit": 1}).json()
    uid = listed["decisions"][0]["decision"]["uid"]
    assert api.get("/v1/decision", params={"uid": uid}).json() == listed["decisions"][0]
    text = api.post(
        "/v1/assemble",
        json={"messages": [{"speaker": "user", "text": "How is John?"}], "token_budget": 200},
    ).json()
    assert text["tokens"] <= 200


def test_what_is_wrong_is_a_problem_that_says_what_to_do(api: httpx2.Client) -> None:
    missing = problem(api.post("/v1/ask", json={"question": "Who?", "conversations": ["nowhere"]}))
    assert (missing["status"], missing["type"]) == (404, "urn:graphmem:problem:not-found")
    assert missing["next_step"]
    ambiguous = problem(
        api.post("/v1/context", json={"conv_id": "dana-alex", "entity_id": "Peter"})
    )
    assert ambiguous["status"] == 409
    assert len(ambiguous["candidates"]) > 1
    chosen = {"conv_id": "dana-alex", "entity_id": ambiguous["candidates"][0]["uid"]}
    assert api.post("/v1/context", json=chosen).status_code == 200
    secret = "w" * 5_000
    long = api.post("/v1/ask", json={"question": secret})
    assert problem(long)["faults"][0]["where"] == "body.question"
    assert secret not in long.text
    broken = api.post("/v1/ask", content="{", headers={"content-type": "application/json"})
    assert problem(broken)["status"] == 400
    assert problem(api.get("/v1/nothing"))["status"] == 404
    assert problem(api.get("/v1/ask"))["status"] == 405
    dated = api.post("/v1/ask", json={"question": "Who?", "since": "some day"})
    assert problem(dated)["status"] == 422
    large = api.post("/v1/ask", content=b" " * (17 << 20))
    assert problem(large)["status"] == 413


def test_a_page_of_another_site_is_refused_without_keys(api: httpx2.Client) -> None:
    for headers in ({"Origin": "https://example.org"}, {"Host": "example.org"}):
        assert problem(api.get("/v1/people", headers=headers))["status"] == 403
    assert api.get("/v1/people", headers={"Origin": "http://localhost:3000"}).status_code == 200


def test_an_ingest_tells_its_progress_and_gives_its_receipt(
    spaces: tuple[Memory, Memory], encoder: Encoder, tmp_path: Path
) -> None:
    turns = [
        {
            "conversation_id": "shed",
            "turn_id": f"D1:{number}",
            "speaker": "Ana",
            "said_at": "2024-03-01T18:00:00",
            "text": f"I planted {number} tulips behind the shed.",
        }
        for number in range(1, 40)
    ]
    with (
        served(spaces[0].settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):
        body = {"turns": [*turns, {"conversation_id": "shed", "text": 5}]}
        accepted = client.post("/v1/ingest", json=body)
        assert accepted.status_code == 202
        where = accepted.headers["location"]
        with client.stream("GET", f"{where}/events") as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            told = list(events(stream.iter_lines()))
        assert told[-1][0] == "done"
        assert {kind for kind, _ in told[:-1]} <= {"progress"}
        receipt = told[-1][1]["receipt"]
        assert receipt["turns_stored"] == 39
        assert receipt["refused"][0]["path"] == "turns"
        assert receipt["workspace"]["answers"] > 0
        assert client.get(where).json()["receipt"] == receipt
        assert problem(client.get("/v1/ingest/nothing"))["status"] == 404
        assert problem(client.get("/v1/ingest/nothing/events"))["status"] == 404


def test_a_key_sees_its_own_space_and_no_other(
    spaces: tuple[Memory, Memory], encoder: Encoder, tmp_path: Path
) -> None:
    mine, other = spaces
    keys = KeyFile(tmp_path / "keys.json")
    first, second = keys.add(mine.space), keys.add(other.space)
    with (
        served(mine.settings, encoder, keys=keys.path) as (address, _),
        httpx2.Client(base_url=address, timeout=180) as client,
    ):

        def bearer(text: str) -> dict[str, str]:
            return {"Authorization": f"Bearer {text}"}

        assert client.get("/health").status_code == 200
        for path in ("/v1/people", "/metrics", "/mcp"):
            for headers in ({}, bearer("gm_00000000_x"), {"Authorization": first.text}):
                refused = client.get(path, headers=headers)
                assert problem(refused)["status"] == 401
                assert refused.headers["www-authenticate"] == "Bearer"
        said = {"conversation_id": "shed", "text": TULIPS, "speaker": "Ana", "turn_id": "D1:1"}
        assert client.post("/v1/add-turn", json=said, headers=bearer(first.text)).json()["stored"]
        job = client.post("/v1/ingest", json={}, headers=bearer(first.text)).headers["location"]
        turn = {"turn_id": "shed/D1:1"}
        assert client.get("/v1/turn", params=turn, headers=bearer(first.text)).status_code == 200
        for path in ("/v1/turn?turn_id=shed/D1:1", job, f"{job}/events"):
            assert client.get(path, headers=bearer(second.text)).status_code == 404
        found = client.post(
            "/v1/search", json={"question": "Who planted tulips?"}, headers=bearer(second.text)
        )
        assert found.json()["hits"] == []
        assert mine.space not in client.get("/metrics", headers=bearer(second.text)).text
        keys.revoke(first.key.key_id)
        assert client.get("/v1/people", headers=bearer(first.text)).status_code == 401


def test_a_key_that_asks_too_often_is_told_to_wait(
    spaces: tuple[Memory, Memory], encoder: Encoder, tmp_path: Path
) -> None:
    keys = KeyFile(tmp_path / "keys.json")
    headers = {"Authorization": f"Bearer {keys.add(spaces[0].space).text}"}
    options = {"keys": keys.path, "rate": 0.5, "burst": 2}
    with served(spaces[0].settings, encoder, **options) as (address, _):
        answers = [httpx2.get(f"{address}/v1/people", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[2].headers["retry-after"]) >= 1


def test_overload_is_answered_at_once(
    spaces: tuple[Memory, Memory], encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_go = Event()
    search = Memory.search

    def slow(self: Memory, *args: Any, **kwargs: Any) -> Any:
        let_go.wait(60)
        return search(self, *args, **kwargs)

    with (
        served(spaces[0].settings, encoder, threads=1, in_flight=2) as (address, _),
        ThreadPoolExecutor(2) as threads,
    ):
        monkeypatch.setattr(Memory, "search", slow)

        def ask() -> httpx2.Response:
            return httpx2.post(f"{address}/v1/search", json={"question": "Tulips?"}, timeout=180)

        waiting = [threads.submit(ask) for _ in range(2)]
        while "in_flight 2.0" not in httpx2.get(f"{address}/metrics").text:
            time.sleep(0.05)
        begun = time.monotonic()
        refused = ask()
        assert time.monotonic() - begun < 5
        assert problem(refused)["status"] == 429
        assert refused.headers["retry-after"] == "1"
        let_go.set()
        assert [one.result().status_code for one in waiting] == [200, 200]
        assert ask().status_code == 200


def test_figures_name_routes_and_nothing_that_was_asked(api: httpx2.Client) -> None:
    api.post("/v1/search", json={"question": "Who keeps bees?"})
    api.get("/bees")
    figures = api.get("/metrics").text
    assert 'graphmem_http_requests_total{route="/v1/search",status="200"}' in figures
    assert "bees" not in figures


def test_what_was_accepted_outlives_a_stop(
    spaces: tuple[Memory, Memory], live_settings: Settings
) -> None:
    memory = spaces[0]
    turns = [
        {
            "conversation_id": f"shed-{number % 30}",
            "turn_id": f"D1:{number}",
            "speaker": "Ana" if number % 2 else "Ben",
            "said_at": "2024-03-01T18:00:00",
            "text": f"My cousin number {number} planted {number} tulips in Porto last spring.",
        }
        for number in range(1, 251)
    ]
    with process(live_settings, memory.space) as (address, running):
        jobs = [
            httpx2.post(f"{address}/v1/ingest", json={"turns": part}, timeout=180).headers[
                "location"
            ]
            for part in (turns[:200], turns[200:])
        ]
        said = {"conversation_id": "live", "text": "It rains in Porto.", "turn_id": "D1:1"}
        httpx2.post(f"{address}/v1/add-turn", json=said, timeout=180).raise_for_status()
        running.send_signal(signal.SIGTERM)
        _, log = running.communicate(timeout=120)
        assert running.returncode == 0
        assert "Porto" not in log
        told = [json.loads(line) for line in log.splitlines()]
        assert [one["address"] for one in told if one["event"] == "serving"] == [address]
        assert "stopping" in [one["event"] for one in told]
    held = memory.conversations()
    assert sum(item.turns for item in held) == len(turns) + 1
    assert not memory.waiting().empty  # it stopped in the middle
    with process(live_settings, memory.space) as (address, running):
        ends = []
        for job in jobs:
            with httpx2.stream("GET", f"{address}{job}/events", timeout=240) as stream:
                ends.append(list(events(stream.iter_lines()))[-1][0])
        assert ends == ["done", "done"]
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=120)


def test_what_keeps_a_server_from_starting_is_told(live_settings: Settings, tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text("{}", encoding="utf-8")
    command = [sys.executable, "-m", "graphmem", "serve", "--port", "0", "--api-keys", str(keys)]
    ended = subprocess.run(
        command,
        env=environment(live_settings),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )
    assert ended.returncode == 1
    assert "error:" in ended.stderr
    assert "next:" in ended.stderr
