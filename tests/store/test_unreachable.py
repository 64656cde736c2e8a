"""A server that is gone: whoever asks is told so within seconds."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from neo4j.exceptions import IncompleteCommit, ServiceUnavailable, TransientError
from pydantic import SecretStr

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_encoder
from graphmem.errors import ConnectionFailedError, GraphMemError, ModelMismatchError
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings
from graphmem.store import database
from graphmem.store.database import patiently
from tests.conftest import OpenMemory
from tests.e2e.serving import served
from tests.wires import Wire

SECONDS = 5.0


@pytest.fixture
def wired(live_settings: Settings) -> tuple[Settings, Wire]:
    """Settings that reach the server through a wire."""
    settings = live_settings
    if settings.uri is None:
        address = EmbeddedServer(settings).start()
        settings = settings.model_copy(
            update={
                "uri": address.uri,
                "user": address.user,
                "password": SecretStr(address.password),
            }
        )
    reached = urlsplit(settings.uri or "")
    wire = Wire(reached.hostname or "localhost", reached.port or 7687)
    return settings.model_copy(update={"uri": f"bolt://127.0.0.1:{wire.port}"}), wire


def test_a_memory_whose_server_went_says_so_within_seconds(
    wired: tuple[Settings, Wire], encoder: Encoder
) -> None:
    settings, wire = wired
    with Memory(settings.model_copy(update={"space": "unreachable"}), encoder=encoder) as memory:
        assert memory.conversations() == ()
        wire.cut()
        told: list[type[Exception]] = []
        calls: tuple[Callable[[], object], ...] = (
            lambda: memory.ask("Who planted tulips?"),
            lambda: memory.decisions(),
            lambda: memory.cypher("RETURN 1"),
            lambda: memory.add_turn("shed", "I planted tulips.", speaker="Ana"),
            lambda: Memory(settings, encoder=encoder),
        )
        for call in calls:
            begun = time.monotonic()
            with pytest.raises(ConnectionFailedError, match="does not answer") as raised:
                call()
            assert time.monotonic() - begun < SECONDS
            told.append(type(raised.value))
        assert told[1:] == [ConnectionFailedError] * (len(calls) - 1)  # nothing was sent


def test_also_with_the_first_text_which_loads_the_model(
    wired: tuple[Settings, Wire], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings, wire = wired
    loaded = make_encoder(settings)  # not what is timed
    monkeypatch.setattr("graphmem.database_encoder.make_encoder", lambda _: loaded)
    with Memory(settings.model_copy(update={"space": "unreachable"})) as memory:
        assert memory.conversations() == ()
        wire.cut()
        for _ in range(2):
            begun = time.monotonic()
            with pytest.raises(ConnectionFailedError, match="does not answer"):
                memory.add_turn("shed", "I planted tulips.", speaker="Ana")
            assert time.monotonic() - begun < SECONDS


def test_a_model_is_checked_until_the_database_has_told_what_it_holds(
    live_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Wider:
        model = live_settings.embedding_model
        dimension = 7

        def encode(self, texts: Sequence[str]) -> list[list[float]]:
            return [[0.0] * self.dimension for _ in texts]

    monkeypatch.setattr("graphmem.database_encoder.make_encoder", lambda _: Wider())
    with Memory(live_settings.model_copy(update={"space": "unfit"})) as memory:
        for _ in range(2):
            with pytest.raises(ModelMismatchError, match="7 dimensions"):
                memory.add_turn("shed", "I planted tulips.", speaker="Ana")


def test_over_http_that_is_a_503_that_says_when_to_come_again(
    wired: tuple[Settings, Wire], encoder: Encoder, open_memory: OpenMemory, tmp_path: Path
) -> None:
    settings, wire = wired
    with (
        served(settings, encoder) as (address, _),
        httpx2.Client(base_url=address, timeout=60) as api,
    ):
        wire.cut()
        for response in (
            api.post("/v1/ask", json={"question": "Who planted tulips?"}),
            api.get("/v1/conversations"),
        ):
            assert response.status_code == 503
            assert response.headers["content-type"] == "application/problem+json"
            assert int(response.headers["retry-after"]) > 0
            assert response.elapsed.total_seconds() < SECONDS
            assert response.json()["detail"].startswith("The database does not answer")


def test_a_server_that_is_only_busy_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "_CONFLICT_SECONDS", 0.2)
    asked = 0

    def busy_twice() -> int:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise TransientError("others hold a lock")
        return asked

    assert patiently(busy_twice) == 3

    def busy() -> int:
        time.sleep(0.05)
        raise TransientError("others hold a lock")

    with pytest.raises(TransientError):
        patiently(busy)


def test_who_is_patient_asks_again_while_nobody_answers() -> None:
    asked = 0

    def silent() -> int:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise ServiceUnavailable("gone")
        return asked

    assert patiently(silent, unanswered=5.0) == 3
    asked = 0
    with pytest.raises(ServiceUnavailable):
        patiently(silent)


@pytest.mark.parametrize(
    "code",
    ["Neo.ClientError.Cluster.NotALeader", "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase"],
)
def test_a_leader_that_is_none_any_more_is_left_for_the_next(code: str) -> None:
    error = TransientError._hydrate_neo4j(code=code, message="not the leader")
    asked = 0

    def led_by_another() -> int:
        nonlocal asked
        asked += 1
        if asked < 3:
            raise error
        return asked

    assert patiently(led_by_another) == 3
    assert not database._may_be_sent(error)
    with pytest.raises(ConnectionFailedError), database.translated_errors():
        raise error


def test_what_may_be_committed_is_not_done_again() -> None:
    asked = 0

    def lost() -> int:
        nonlocal asked
        asked += 1
        raise IncompleteCommit("gone")

    with pytest.raises(IncompleteCommit):
        patiently(lost, unanswered=5.0)
    assert asked == 1


def test_a_database_that_is_not_yet_there_is_as_one_that_does_not_answer() -> None:
    error = TransientError._hydrate_neo4j(
        code="Neo.TransientError.General.DatabaseUnavailable", message="not available"
    )

    def unavailable() -> int:
        raise error

    with pytest.raises(GraphMemError, match="does not answer"), database.translated_errors():
        patiently(unavailable)


def test_a_server_with_too_little_memory_is_told_how_to_get_more() -> None:
    error = TransientError._hydrate_neo4j(
        code="Neo.TransientError.General.MemoryPoolOutOfMemoryError",
        message="dbms.memory.transaction.total.max threshold reached",
    )
    with pytest.raises(GraphMemError, match="SERVER_HEAP"), database.translated_errors():
        raise error
