"""A server that hangs without closing a connection: whoever asks is told so within seconds."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

import httpx2
import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.workers import Workers
from graphmem.errors import ConnectionFailedError, OutcomeUnknownError
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings
from tests.e2e.serving import served
from tests.talk import GARDEN

SECONDS = 5.0
# What neo4j.conf.template tells clients.
SILENT_SECONDS = 4.0


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A server of this module's own, which may be stopped without anybody missing it."""
    server = EmbeddedServer(
        load_settings(
            home=tmp_path_factory.mktemp("hung-home"),
            server_heap="512m",
            server_pagecache="64m",
        )
    )
    try:
        server.start()
        yield server
    finally:
        server.stop(force=True)


@pytest.fixture
def settings(server: EmbeddedServer) -> Settings:
    """Settings that reach it as a server of somebody else's: nobody starts it anew."""
    address = server.start()
    return load_settings(
        home=server.settings.home,
        space="hung",
        uri=address.uri,
        user=address.user,
        password=address.password,
    )


@contextmanager
def hung(server: EmbeddedServer) -> Iterator[None]:
    """A block in which the server's process is stopped, and its sockets stay open."""
    pid = server.start().pid
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def test_a_memory_says_so_within_seconds_and_goes_on_when_it_is_back(
    server: EmbeddedServer, settings: Settings, encoder: Encoder
) -> None:
    with Memory(settings, encoder=encoder) as memory:
        said = "I planted tulips."
        calls: tuple[Callable[[], object], ...] = (
            lambda: memory.conversations(),
            lambda: memory.cypher("RETURN 1"),
            lambda: memory.ask("Who planted tulips?"),
            lambda: memory.add_turn("shed", said, speaker="Ana", turn_id="D1:1"),
            lambda: Memory(settings, encoder=encoder),
        )
        memory.conversations()
        time.sleep(1.5)
        with hung(server):
            for call in calls:
                begun = time.monotonic()
                with pytest.raises(ConnectionFailedError, match="does not answer"):
                    call()
                assert time.monotonic() - begun < SECONDS
        assert memory.cypher("RETURN 1 AS one").rows == ((1,),)


@pytest.mark.parametrize(
    ("turn_id", "told"),
    [(None, "Look whether the turn is there"), ("D1:2", "under this turn_id it is recorded once")],
)
def test_what_may_have_been_sent_is_told_so(
    server: EmbeddedServer, settings: Settings, encoder: Encoder, turn_id: str | None, told: str
) -> None:
    with Memory(settings, encoder=encoder) as memory:
        memory.add_turn("shed", "I planted tulips.", speaker="Ana", turn_id="D1:1")
        memory.conversations()  # a connection that needs no proof that it lives
        with hung(server), pytest.raises(OutcomeUnknownError, match=told):
            memory.add_turn("shed", "I watered them.", speaker="Ana", turn_id=turn_id)


def test_an_ingest_goes_on_after_a_pause(
    server: EmbeddedServer, settings: Settings, encoder: Encoder
) -> None:
    pid = server.start().pid
    with Memory(settings, encoder=encoder) as memory:
        memory.conversations()
        time.sleep(1.5)
        os.kill(pid, signal.SIGSTOP)
        again = Timer(SECONDS, os.kill, (pid, signal.SIGCONT))
        again.start()
        try:
            assert memory.ingest(GARDEN).turns_stored == 6
        finally:
            again.cancel()
            os.kill(pid, signal.SIGCONT)


def test_a_query_that_works_long_is_waited_for(settings: Settings, encoder: Encoder) -> None:
    with Memory(settings, encoder=encoder) as memory:

        def seconds(rows: int) -> float:
            begun = time.monotonic()
            memory.cypher(f"UNWIND range(1, {rows}) AS n RETURN sum(n % 7 * (n % 11)) AS total")
            return time.monotonic() - begun

        few = 2_000_000
        seconds(few)  # the server compiles it
        assert seconds(int(few * (SECONDS + 1) / seconds(few))) > SILENT_SECONDS


def test_over_http_that_is_a_503(
    server: EmbeddedServer, settings: Settings, encoder: Encoder
) -> None:
    with (
        served(settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=60) as api,
    ):
        assert api.get("/v1/conversations").status_code == 200
        with hung(server):
            said = {"conversation_id": "shed", "text": "I planted tulips.", "speaker": "Ana"}
            assert api.post("/v1/add-turn", json=said).status_code == 503
            for response in (
                api.get("/v1/conversations"),
                api.post("/v1/ask", json={"question": "Who planted tulips?"}),
                api.get("/ready"),
            ):
                assert response.status_code == 503
                assert response.json()["type"] == "urn:graphmem:problem:connection-failed"
                assert int(response.headers["retry-after"]) > 0
                assert response.elapsed.total_seconds() < SECONDS
        assert api.get("/v1/conversations").status_code == 200


def test_over_http_also_where_the_work_itself_would_wait_for_ever(
    server: EmbeddedServer,
    settings: Settings,
    encoder: Encoder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # As with a server that does not tell clients what silence means.
    submit = Workers._submit
    waiting = 6.0

    def deaf(self: Workers, work: Callable[[], object]) -> object:
        def late() -> object:
            time.sleep(waiting)
            return work()

        return submit(self, late)

    with (
        served(settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=60) as api,
    ):
        monkeypatch.setattr(Workers, "_submit", deaf)
        with hung(server):
            response = api.get("/v1/conversations")
            assert response.status_code == 503
            assert response.elapsed.total_seconds() < SECONDS
        waiting = 3.0
        assert api.get("/v1/conversations").status_code == 200


def test_a_query_under_way_when_it_hangs_ends(
    server: EmbeddedServer, settings: Settings, encoder: Encoder
) -> None:
    pid = server.start().pid
    with Memory(settings, encoder=encoder) as memory:
        stop = Timer(1.0, os.kill, (pid, signal.SIGSTOP))
        stop.start()
        try:
            begun = time.monotonic()
            with pytest.raises(ConnectionFailedError, match="does not answer"):
                memory.cypher("UNWIND range(1, 10000000000) AS n RETURN sum(n % 7) AS total")
            # It was heard once, so its silence has to last before it is asked again.
            assert time.monotonic() - begun < 1.0 + SILENT_SECONDS + SECONDS
        finally:
            stop.cancel()
            os.kill(pid, signal.SIGCONT)
