"""Over `neo4j://`, and over connections that are cut: as far as one server shows a cluster."""

import base64
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Any, TypeVar
from urllib.parse import urlsplit

import httpx2
import pytest
from pydantic import SecretStr

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.bookmarks import HEADER
from graphmem.errors import BookmarkError, BookmarkTimeoutError, ConnectionFailedError
from graphmem.memory import Memory
from graphmem.operations import operation
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings
from tests.e2e.serving import served
from tests.talk import GARDEN
from tests.wires import CuttingWire

T = TypeVar("T")


@pytest.fixture
def reached(live_settings: Settings) -> Settings:
    """Settings that name the server that the tests have."""
    if live_settings.uri is not None:
        return live_settings
    address = EmbeddedServer(live_settings).start()
    return live_settings.model_copy(
        update={
            "uri": address.uri,
            "user": address.user,
            "password": SecretStr(address.password),
        }
    )


@pytest.fixture
def routed(reached: Settings, encoder: Encoder) -> Iterator[Settings]:
    """Settings with which the driver asks for a routing table; their space goes at the end."""
    host = urlsplit(reached.uri or "").netloc
    settings = reached.model_copy(update={"uri": f"neo4j://{host}", "space": "routed"})
    yield settings
    with Memory(settings, encoder=encoder) as memory:
        memory.delete_space()


def beyond(bookmark: str) -> str:
    """A bookmark of a transaction that the database comes to later than any test waits."""
    begin = base64.b64decode(bookmark.removeprefix("FB:"))[:19]
    return "FB:" + base64.b64encode(begin + b"\xca\x7f\xff\xff\xff\x90").decode()


def test_the_whole_path_goes_over_a_routing_table(routed: Settings, encoder: Encoder) -> None:
    with Memory(routed, encoder=encoder) as memory:
        assert memory.ingest(GARDEN).turns_stored == 6
        assert memory.search("What was planted?").hits
        assert memory.ask("Who planted tulips?").steps
        memory.cypher("RETURN 1")


def test_a_bookmark_leads_one_client_to_what_another_wrote(
    routed: Settings, encoder: Encoder
) -> None:
    with Memory(routed, encoder=encoder) as one, Memory(routed, encoder=encoder) as other:
        other.search("ships")  # who takes part is remembered for a second
        one.add_turn("quay", "The ship came in.", speaker="Zoe", turn_id="D1:1")
        other.after(one.bookmark())
        assert [hit.turn_id for hit in other.search("ship", person="Zoe").hits] == ["quay/D1:1"]
        with pytest.raises(BookmarkTimeoutError, match="not as far"):
            other.after(beyond(one.bookmark()))
        with pytest.raises(BookmarkError, match="another database"):
            other.after("FB:" + "A" * 28)
        with pytest.raises(BookmarkError, match="knows no such"):
            other.after(one.bookmark()[:28] + "AAAA")
        assert other.turn("quay/D1:1").turn.text  # nobody else waits for what was refused


def test_a_response_tells_what_the_next_replica_is_to_have_read(
    routed: Settings, encoder: Encoder
) -> None:
    with (
        served(routed, encoder) as (one, _),
        served(routed, encoder) as (other, _),
        httpx2.Client(timeout=120) as api,
    ):
        said = {"conversation_id": "shed", "text": "I oiled the saw.", "speaker": "Bo"}
        written = api.post(f"{one}/v1/add-turn", json=said)
        after = {HEADER: written.headers[HEADER]}
        asked = {"question": "Who oiled the saw?", "people": ["Bo"]}
        found = api.post(f"{other}/v1/search", json=asked, headers=after)
        assert written.json()["turn_id"] in found.text
        assert HEADER not in found.headers

        job = api.post(f"{one}/v1/ingest", json=dict(operation("ingest").example))
        assert job.json()["bookmark"] == job.headers[HEADER]
        status = api.get(
            f"{other}/v1/ingest/{job.json()['job_id']}", headers={HEADER: job.headers[HEADER]}
        )
        assert status.status_code == 200, status.text

        late = api.get(f"{other}/v1/people", headers={HEADER: beyond(after[HEADER])})
        assert (late.status_code, late.json()["type"]) == (
            412,
            "urn:graphmem:problem:bookmark-timeout",
        )
        wrong = api.get(f"{other}/v1/people", headers={HEADER: "no bookmark"})
        assert wrong.status_code == 400


def test_what_was_acknowledged_over_a_wire_that_is_cut_is_there_once(
    reached: Settings, encoder: Encoder
) -> None:
    place = urlsplit(reached.uri or "")
    wire = CuttingWire(place.hostname or "localhost", place.port or 7687, answers=count(10, 5))
    cut = reached.model_copy(
        update={"uri": f"bolt://127.0.0.1:{wire.port}", "space": "cut-in-the-middle"}
    )
    said = [f"I saw ship {number}." for number in range(12)]
    with Memory(reached.model_copy(update={"space": cut.space}), encoder=encoder) as direct:
        try:
            with _until_done(partial(Memory, cut, encoder=encoder)) as memory:
                for number, text in enumerate(said):
                    turn: dict[str, Any] = {"speaker": "Ana", "turn_id": f"D1:{number}"}
                    _until_done(partial(memory.add_turn, "quay", text, **turn))
                _until_done(partial(memory.ingest, GARDEN))
            rows = direct.cypher(
                "MATCH (t:Turn {space: $space}) RETURN t.conversation_id, count(t), "
                "count(DISTINCT t.text) ORDER BY t.conversation_id",
                parameters={"space": cut.space},
            ).rows
        finally:
            direct.delete_space()
            wire.cut()
    assert wire.cuts > 3
    assert [row[1:] for row in rows] == [(6, 6), (len(said), len(said))]


def _until_done(work: Callable[[], T]) -> T:
    for _ in range(20):
        with suppress(ConnectionFailedError):
            return work()
    raise AssertionError("it was never done")
