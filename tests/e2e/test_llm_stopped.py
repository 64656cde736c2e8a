"""What a model was paid for is kept, however a run ends."""

import signal
from collections.abc import Callable
from pathlib import Path
from threading import Event, Lock
from time import sleep
from typing import Any
from uuid import uuid4

import pytest

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import make_token_encoder
from graphmem.adapters.parser import load_parser
from graphmem.errors import LlmSetupError
from graphmem.ingest.reading import ReadingOptions
from graphmem.memory import Memory
from graphmem.model.chunk import ChunkSettings, ChunkStrategy
from graphmem.model.conversation import Conversation
from graphmem.model.search import Expansion, SearchOptions
from graphmem.settings import Settings, load_settings
from graphmem.testing import ChatRequest, LoopbackModel, Reply, Responder, fails
from graphmem.testing.extraction import asked_chunk
from tests.conftest import OpenMemory
from tests.e2e.models import MODEL, WELL, asked_to_judge, reader, settings_for
from tests.e2e.test_kill import Client, file
from tests.e2e.test_workspace import NEVER
from tests.graph import differences, whole_graph
from tests.talk import ALIKE, GARDEN, HARBOUR, HILLS

__all__ = ["file"]  # a fixture
pytestmark = [pytest.mark.long, pytest.mark.timeout(600)]

BY_MODEL = SearchOptions(expansion=Expansion.LLM)
TALKS: tuple[Conversation, ...] = (GARDEN, HARBOUR, HILLS, ALIKE)
TOGETHER = ReadingOptions(load_parser, lambda: make_token_encoder(load_settings())).kept_together
SHORT: dict[str, Any] = {
    "chunk_strategy": ChunkStrategy.FIXED,
    "chunks": ChunkSettings(turns=1),
}


def from_request(number: int, odd: Responder) -> Responder:
    """Reads well, but from the ``number``-th chunk on it does as told."""
    seen = 0
    lock = Lock()

    def respond(request: ChatRequest) -> Reply:
        nonlocal seen
        if asked_to_judge(request):
            return reader()(request)
        with lock:
            seen += 1
            is_odd = seen >= number
        return (odd if is_odd else WELL)(request)

    return respond


def test_without_its_key_nothing_is_recorded_and_nothing_asked(
    open_memory: OpenMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    memory = open_memory(llm_model="openai/gpt-4o-mini")
    with pytest.raises(LlmSetupError, match="needs a key"):
        memory.ingest(GARDEN)
    assert memory.is_empty()
    memory.ingest(GARDEN, record_only=True)
    assert not memory.is_empty()
    for ask in (
        lambda: memory.ask("Who planted tulips?"),
        lambda: memory.search("Who planted tulips?", options=BY_MODEL),
        memory.extract,
        memory.reconcile,
    ):
        with pytest.raises(LlmSetupError, match="needs a key"):
            ask()


def asked(server: LoopbackModel) -> list[str]:
    """The chunks that were asked for, each by the first turn of it."""
    return [
        f"{chunk.conversation_id}/{chunk.turns[0].dia_id}"
        for chunk in (asked_chunk(one) for one in server.requests if not asked_to_judge(one))
    ]


def stored(memory: Memory) -> set[str]:
    rows = memory.cypher(
        "MATCH (s:Session {space: $space})-[:HAS_CHUNK]->(c:Chunk) "
        "RETURN s.conversation_id, c.first_dia_id",
        parameters={"space": memory.space},
    ).rows
    for offence, query in NEVER.items():
        assert memory.cypher(query).rows == (), offence
    return {f"{conversation}/{first}" for conversation, first in rows}


@pytest.fixture(scope="module")
def undisturbed(
    live_settings: Settings, encoder: Encoder
) -> tuple[set[str], Callable[[Memory], list[str]]]:
    """All chunks, and how a graph differs from that of a run that nothing stopped."""
    with LoopbackModel(reader()) as server:
        given = {"space": f"stopped-{uuid4().hex}", **settings_for(server, **SHORT)}
        with Memory(live_settings.model_copy(update=given), encoder=encoder) as memory:
            memory.ingest(*TALKS)
            at_once = whole_graph(memory)
            chunks = set(asked(server))
            assert stored(memory) == chunks
            memory.delete_space()
    assert len(chunks) > TOGETHER + 8
    return chunks, lambda other: differences(whole_graph(other), at_once)


def test_a_hard_failure_costs_nothing_that_was_read(
    open_memory: OpenMemory,
    undisturbed: tuple[set[str], Callable[[Memory], list[str]]],
) -> None:
    chunks, differs = undisturbed
    for parallel, first_failure in ((1, 4), (1, TOGETHER + 4), (3, 8)):
        with LoopbackModel(from_request(first_failure, fails(401))) as server:
            memory = open_memory(**settings_for(server, llm_parallel=parallel, **SHORT))
            with pytest.raises(LlmSetupError):
                memory.ingest(*TALKS)
            well = set(asked(server)[: first_failure - 1])
        assert len(stored(memory)) == first_failure - 1
        if parallel == 1:
            assert stored(memory) == well
        before = stored(memory)
        with LoopbackModel(reader()) as server:
            memory = open_memory(memory.space, **settings_for(server, **SHORT))
            receipt = memory.ingest()
            assert sorted(asked(server)) == sorted(chunks - before)
        assert receipt.workspace is not None
        assert receipt.workspace.sessions_pending == 0
        assert receipt.workspace.chunks == len(chunks - before)
        assert stored(memory) == chunks
        assert differs(memory) == []


def test_an_interrupt_costs_one_group_at_most(
    open_memory: OpenMemory,
    undisturbed: tuple[set[str], Callable[[Memory], list[str]]],
) -> None:
    chunks, differs = undisturbed

    def stop(what: str, done: int, total: int | None) -> None:
        if what == "extracted chunks" and done == TOGETHER + 5:
            raise KeyboardInterrupt

    with LoopbackModel(reader()) as server:
        memory = open_memory(**settings_for(server, **SHORT))
        with pytest.raises(KeyboardInterrupt):
            memory.ingest(*TALKS, progress=stop)
        assert len(stored(memory)) == TOGETHER
    before = stored(memory)
    with LoopbackModel(reader()) as server:
        memory = open_memory(memory.space, **settings_for(server, **SHORT))
        memory.ingest()
        assert sorted(asked(server)) == sorted(chunks - before)
    assert differs(memory) == []


def test_a_kill_costs_one_group_at_most(
    live_settings: Settings,
    open_memory: OpenMemory,
    undisturbed: tuple[set[str], Callable[[Memory], list[str]]],
    file: Path,
) -> None:
    chunks, _ = undisturbed
    reads = TOGETHER + 5
    reached, killed = Event(), Event()

    def waits(request: ChatRequest) -> Reply:
        reached.set()
        killed.wait(120)
        return WELL(request)

    memory = open_memory()
    with LoopbackModel(from_request(reads + 1, waits)) as server:
        variables = {
            "GRAPHMEM_LLM_MODEL": MODEL,
            "GRAPHMEM_LLM_API_BASE": server.base_url,
            "GRAPHMEM_LLM_API_KEY": "none",
            "GRAPHMEM_CHUNK_STRATEGY": "fixed",
            "GRAPHMEM_CHUNKS__TURNS": "1",
        }
        with Client(live_settings, memory.space, file, **variables) as client:
            assert reached.wait(300)
            while len(stored(memory)) < TOGETHER:  # the test's timeout ends it
                sleep(0.1)
            client.kill()
            assert client.end() == -signal.SIGKILL
        killed.set()
    before = stored(memory)
    assert len(before) == TOGETHER
    with LoopbackModel(reader()) as server:
        memory = open_memory(memory.space, **settings_for(server, **SHORT))
        receipt = memory.ingest(file)
        assert sorted(asked(server)) == sorted(chunks - before)
    assert receipt.complete
    assert stored(memory) == chunks
