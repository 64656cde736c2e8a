"""Every door of the application, tried with keys of each right alone."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from fastapi.routing import APIRoute

from graphmem.clients.http.app import create_app
from graphmem.clients.http.keys import KeyFile
from graphmem.clients.http.memories import Memories
from graphmem.clients.http.options import ServeOptions
from graphmem.clients.http.routes import path_of
from graphmem.errors import NotFoundError
from graphmem.model.operation import Right, has_right
from graphmem.operations import OPERATIONS
from graphmem.operations.catalogue import ALLOWED
from graphmem.operations.recording import INGEST
from graphmem.settings import Settings

JOBS = {"ingest_status", "ingest_events"}
JOB = f"{path_of(INGEST)}/{'0' * 32}"
# Any key opens these, or none is asked for; what they tell is of no space. Tools have rights of
# their own.
NO_RIGHT = {"/metrics", "/mcp", "/allowed", "/health", "/ready", "/openapi.json"}
PAGE = {"/", "/favicon.ico", "/web/{path:path}"}


def away(*_: Any) -> None:
    raise NotFoundError("There is no memory here.", next_step="Ask elsewhere.")


def asked(app: Any, text: str) -> dict[str, httpx2.Response]:
    """The answers to every operation's example and to the routes of jobs."""

    async def ask() -> dict[str, httpx2.Response]:
        async with httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app),
            base_url="http://127.0.0.1",
            headers={"Authorization": f"Bearer {text}"},
        ) as client:
            answers = {
                item.name: await client.get(path_of(item), params=dict(item.example))
                if item.listing
                else await client.post(path_of(item), json=dict(item.example))
                for item in OPERATIONS
            }
            answers |= {"ingest_status": await client.get(JOB)}
            answers |= {"ingest_events": await client.get(f"{JOB}/events")}
            assert (await client.get("/metrics")).status_code == 200
            told = await client.get("/allowed")
            opened = {name for name, answer in answers.items() if answer.status_code != 403}
            assert set(told.json()["operations"]) == opened - JOBS
            return answers

    return asyncio.run(ask())


def test_a_key_opens_what_it_has_a_right_to_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Memories, "using", away)
    keys = KeyFile(tmp_path / "keys.json")
    audit = tmp_path / "audit.jsonl"
    app = create_app(Settings(home=tmp_path), ServeOptions(keys=keys.path, audit=audit))
    needed = {item.name: item.right for item in OPERATIONS}
    needed |= {"ingest_status": Right.WRITE, "ingest_events": Right.WRITE}
    for right in Right:
        made = keys.add("home", rights=[right])
        answers = asked(app, made.text)
        assert answers.keys() == needed.keys()
        for name, answer in answers.items():
            told = answer.json()
            if has_right([right], needed[name]):
                assert answer.status_code == 404, (name, told)
                continue
            assert answer.status_code == 403, (name, told)
            assert told["type"] == "urn:graphmem:problem:not-allowed"
            assert f"the right to {needed[name]}" in told["detail"]
            assert f"--right {needed[name]}" in told["next_step"]
        lines = [json.loads(line) for line in audit.read_text().splitlines()]
        refused = [
            one["operation"]
            for one in lines
            if (one["key"], one["outcome"]) == (made.key.key_id, "refused")
        ]
        assert refused == [name for name in needed if not has_right([right], needed[name])]


def test_a_key_to_decide_may_retract_and_one_to_retract_may_not_decide() -> None:
    assert has_right([Right.DECIDE], Right.RETRACT)
    assert not has_right([Right.RETRACT], Right.DECIDE)
    assert not has_right([Right.READ, Right.WRITE, Right.FORGET], Right.RETRACT)


def test_a_key_of_one_person_is_told_that_it_may_do_no_more_than_theirs(tmp_path: Path) -> None:
    keys = KeyFile(tmp_path / "keys.json")
    app = create_app(Settings(home=tmp_path), ServeOptions(keys=keys.path))

    async def ask(text: str) -> httpx2.Response:
        async with httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1"
        ) as client:
            return await client.get("/allowed", headers={"Authorization": f"Bearer {text}"})

    told = asyncio.run(ask(keys.add("home", person="user-7", rights=tuple(Right)).text))
    assert set(told.json()["operations"]) == {item.name for item in ALLOWED}
    assert asyncio.run(ask("gm_00000000_wrong")).status_code == 401


def test_every_route_takes_a_right_or_is_known_to_take_none(tmp_path: Path) -> None:
    app = create_app(Settings(home=tmp_path), ServeOptions())
    document = app.openapi()["paths"]
    ruled = {path_of(item): item.right for item in OPERATIONS}
    ruled |= {f"{path_of(INGEST)}/{{job_id}}{end}": Right.WRITE for end in ("", "/events")}
    for path, right in ruled.items():
        (route,) = document.pop(path).values()
        assert route["tags"] == [right]
        assert f"Needs the right to `{right}`." in route["description"]
    assert not document
    known = ruled.keys() | NO_RIGHT | PAGE
    for route in app.routes:
        if isinstance(route, APIRoute) or hasattr(route, "path"):
            assert route.path in known, route


def test_what_writes_and_nothing_else_is_said_to_give_a_bookmark(tmp_path: Path) -> None:
    keys = KeyFile(tmp_path / "keys.json")
    keys.add("home")
    app = create_app(Settings(home=tmp_path), ServeOptions(keys=keys.path))
    routes = [route for paths in app.openapi()["paths"].values() for route in paths.values()]
    giving = {
        route["operationId"]
        for route in routes
        if any(
            "Graphmem-Bookmark" in told.get("headers", ()) for told in route["responses"].values()
        )
    }
    assert giving == {item.name for item in OPERATIONS if item.writes}
