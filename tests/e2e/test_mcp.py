"""The MCP server as an assistant uses it: the SDK's own client, over pipes and over HTTP."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from graphmem.adapters.encoder import Encoder
from graphmem.clients.http.keys import KeyFile
from graphmem.errors import ConnectionFailedError
from graphmem.memory import Memory
from graphmem.model.operation import Right
from graphmem.operations import FOR_MODELS
from graphmem.settings import Settings
from tests.conftest import OpenMemory
from tests.e2e.conftest import Ingested, environment
from tests.e2e.serving import served

Talk = Callable[[Client], Awaitable[None]]


def said(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


@asynccontextmanager
async def over_http(address: str, key: str, *, mode: str) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx2.AsyncClient(headers=headers, timeout=120) as http:
        transport = streamable_http_client(f"{address}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


async def asks_the_sample(client: Client) -> None:
    listed = (await client.list_tools()).tools
    assert {tool.name for tool in listed} == {item.tool for item in FOR_MODELS}
    assert {
        tool.name for tool in listed if tool.annotations and tool.annotations.read_only_hint
    } == ({item.tool for item in FOR_MODELS if not item.writes})
    question = {"question": "When did John hand in his notice at TechCorp?"}
    answer = said(await client.call_tool("ask", question))
    assert answer.startswith("answered")
    assert "[john-maria/D7:7] 2023-09-10 John: “" in answer
    found = said(await client.call_tool("search", question | {"limit": 2}))
    assert len(found.splitlines()) == 2
    timeline = {"entity_name": "job", "person_id": "John"}
    assert "2023-05-06 [john-maria/D4:7] John: " in said(
        await client.call_tool("get_entity_timeline", timeline)
    )
    decisions = said(await client.call_tool("decisions", {"limit": 3}))
    assert len(decisions.splitlines()) == 4
    messages = {"messages": [{"speaker": "user", "text": "How is John?"}], "token_budget": 200}
    handed = said(await client.call_tool("assemble", messages))
    assert re.search(r"\[(?:john-maria|james-john|tim-john)/D\d+:\d+\]", handed)
    ambiguous = await client.call_tool(
        "get_conversation_context", {"conv_id": "dana-alex", "entity_id": "Peter"}
    )
    assert ambiguous.is_error
    assert "Which Peter" in said(ambiguous)
    for name, arguments in (("guess", {}), ("ask", {}), ("ask", {"question": 5})):
        assert (await client.call_tool(name, arguments)).is_error


async def remembers(client: Client) -> None:
    turn = {"conversation_id": "shed", "speaker": "Ana", "turn_id": "D1:1"}
    words = {"text": "I planted forty tulips behind the shed."}
    assert said(await client.call_tool("remember", turn | words)) == "Remembered as shed/D1:1."
    found = said(await client.call_tool("search", {"question": "Who planted tulips?"}))
    assert "[shed/D1:1]" in found
    assert "1 known already" not in said(await client.call_tool("ingest", {}))
    turns = [turn | words | {"said_at": "2024-03-01T18:00:00", "turn_id": "D1:2"}]
    assert "1 turns stored" in said(await client.call_tool("ingest", {"turns": turns}))


async def looks_with_every_tool(client: Client, memory: Memory) -> None:
    """Each answers in lines, and no line is JSON."""
    thing = next(one for one in memory.entities(named="job", person="John"))
    given: dict[str, dict[str, object]] = {
        "trace": {"question": "When did John hand in his notice at TechCorp?"},
        "get_conversation_context": {"conv_id": "john-maria", "entity_id": "TechCorp"},
        "compare_entities_across_conversations": {
            "entity_name": "job",
            "conv_A": "john-maria",
            "conv_B": "tim-john",
        },
        "detect_contradictions": {"entity_id": "John's job"},
        "profile": {"name": "Maria"},
        "story": {"about": "Maria"},
        "process": {"name": "bake bread"},
        "think": {"question": "Should John leave TechCorp?", "agent": "Maria"},
        "compare_people": {"topic": "TechCorp", "person_A": "Maria", "person_B": "Tim"},
        "decision": {"uid": memory.decisions()[0].decision.uid},
        "conversations": {},
        "people": {},
        "entities": {"person": "John"},
        "entity": {"uid": thing.uid},
        "graph": {"uid": thing.uid},
        "dialogue": {"conversation": "john-maria"},
        "turn": {"turn_id": "john-maria/D7:7"},
        "reconcile": {"dry_run": True},
    }
    tried = {"ask", "search", "get_entity_timeline", "decisions", "assemble"}
    looking = {item.tool for item in FOR_MODELS if not item.writes or item.name == "reconcile"}
    assert looking == tried | set(given)
    for name, arguments in given.items():
        result = await client.call_tool(name, arguments)
        assert not result.is_error, f"{name}: {said(result)}"
        assert "{" not in said(result), name
    assert "turns found by each path" in said(await client.call_tool("trace", given["trace"]))


async def decides(client: Client, memory: Memory) -> None:
    left, right, *_ = (one.uid for one in memory.entities())
    for name in ("merge", "separate"):
        given = {"left": left, "right": right, "reason": "Somebody who knows said so."}
        decided = await client.call_tool(name, given)
        assert not decided.is_error, said(decided)
        undone = await client.call_tool("undo", {"uid": said(decided).partition(":")[0]})
        assert not undone.is_error, said(undone)
    assert "of them new" in said(await client.call_tool("reconcile", {}))


def test_what_is_the_operators_own_is_not_told(
    open_memory: OpenMemory, encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = open_memory()
    key = (keys := KeyFile(tmp_path / "keys.json")).add(memory.space).text

    def fails(*_: object, **__: object) -> None:
        raise errors.pop()

    monkeypatch.setattr(Memory, "ask", fails)
    own = ConnectionFailedError("Nobody answers at bolt://10.0.0.7.", next_step="Look in /home.")
    errors: list[Exception] = [RuntimeError("what somebody said"), own]

    async def talk(address: str) -> None:
        async with over_http(address, key, mode="auto") as client:
            for hidden in ("10.0.0.7", "somebody"):
                result = await client.call_tool("ask", {"question": "Who ran?"})
                assert result.is_error
                assert hidden not in said(result)

    with served(memory.settings, encoder, keys=keys.path) as (address, _):
        asyncio.run(talk(address))
    assert not errors


def test_over_pipes(sample: Ingested, live_settings: Settings) -> None:
    async def talk() -> None:
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "graphmem", "mcp"],
            env=environment(live_settings) | {"GRAPHMEM_SPACE": sample.memory.space},
        )
        async with Client(parameters) as client:
            await asks_the_sample(client)
            await looks_with_every_tool(client, sample.memory)

    asyncio.run(talk())


def test_over_pipes_an_empty_space_names_those_that_are_not(
    open_memory: OpenMemory, live_settings: Settings
) -> None:
    memory = open_memory()
    # The first of all by name, since only so many are named.
    open_memory(f"0-{memory.space}").add_turn("shed", "I planted tulips.", speaker="Ana")

    async def talk() -> None:
        parameters = StdioServerParameters(
            command=sys.executable,
            args=["-m", "graphmem", "mcp", "--no-background"],
            env=environment(live_settings) | {"GRAPHMEM_SPACE": memory.space},
        )
        async with Client(parameters) as client:
            for name, given in (("ask", {"question": "Who planted tulips?"}), ("people", {})):
                text = said(await client.call_tool(name, given))
                assert f"The space '{memory.space}' is empty" in text
                assert f"0-{memory.space} (1 conversation)" in text
            turn = {"conversation_id": "shed", "speaker": "Ana", "text": "I planted tulips."}
            await client.call_tool("remember", turn)
            text = said(await client.call_tool("ask", {"question": "Who planted tulips?"}))
            assert "is empty" not in text

    asyncio.run(talk())


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_over_http_with_the_key_of_a_space(
    sample: Ingested, open_memory: OpenMemory, encoder: Encoder, tmp_path: Path, mode: str
) -> None:
    other = open_memory()
    keys = KeyFile(tmp_path / "keys.json")
    read, write = keys.add(sample.memory.space).text, keys.add(other.space).text
    settings = other.settings

    async def talk(address: str) -> None:
        async with over_http(address, read, mode=mode) as client:
            await asks_the_sample(client)
        async with over_http(address, write, mode=mode) as client:
            await remembers(client)
            await decides(client, other)
        async with over_http(address, read, mode=mode) as client:
            missing = await client.call_tool("turn", {"turn_id": "shed/D1:1"})
            assert missing.is_error
        only = keys.add(sample.memory.space, rights=[Right.READ, Right.FORGET]).text
        async with over_http(address, only, mode=mode) as client:
            tools = {tool.name for tool in (await client.list_tools()).tools}
            assert tools == {item.tool for item in FOR_MODELS if item.right is Right.READ}
            for name, given in (("merge", {"left": "a", "right": "b"}), ("forget", {"turn": "a"})):
                refused = await client.call_tool(name, given)
                assert refused.is_error
                assert "There is no tool" in said(refused)

    with served(settings, encoder, keys=keys.path) as (address, _):
        asyncio.run(talk(address))
