"""The tools of the MCP server, asked by the SDK's client without a memory behind them."""

import asyncio
from typing import Any

import pytest
from mcp import Client
from mcp.types import CallToolResult, TextContent

from graphmem.clients.mcp import Context, make_server
from graphmem.errors import NotFoundError
from graphmem.model.base import Frozen
from graphmem.operations import FOR_MODELS, FORGETTING, Operation


def asked(name: str, arguments: dict[str, object], answer: str | Exception) -> CallToolResult:
    async def run(_: Context, item: Operation[Any], request: Frozen) -> str:
        if isinstance(answer, Exception):
            raise answer
        return f"{item.name}: {answer}"

    async def talk() -> CallToolResult:
        async with Client(make_server(run, lambda _: FOR_MODELS)) as client:
            return await client.call_tool(name, arguments)

    return asyncio.run(talk())


def text(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def test_every_operation_is_a_tool_with_its_guidance() -> None:
    async def run(_: Context, item: Operation[Any], request: Frozen) -> str:
        return ""

    async def talk() -> None:
        async with Client(make_server(run, lambda _: FOR_MODELS)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert "ask" in (client.instructions or "")
            assert "unless it says that turns wait" in (client.instructions or "")
        assert tools.keys() == {item.tool for item in FOR_MODELS}
        for item in FOR_MODELS:
            tool = tools[item.tool]
            assert tool.description == item.guidance
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint is not item.writes

    asyncio.run(talk())


def test_a_tool_gives_what_its_operation_gives() -> None:
    result = asked("remember", {"conversation_id": "kitchen", "text": "Hi"}, "done")
    assert (text(result), result.is_error) == ("add_turn: done", False)


@pytest.mark.parametrize(
    ("name", "arguments", "says"),
    [
        ("guess", {}, "There is no tool"),
        ("ask", {}, "question"),
        ("ask", {"question": "Who?", "speaker": "Ana"}, "speaker"),
    ],
)
def test_what_the_model_gets_wrong_it_is_told(
    name: str, arguments: dict[str, object], says: str
) -> None:
    result = asked(name, arguments, "never")
    assert result.is_error
    assert says in text(result)


def test_an_error_says_what_to_do_next() -> None:
    error = NotFoundError("Nobody is called so.", next_step="Ask for another.")
    result = asked("ask", {"question": "Who?"}, error)
    assert result.is_error
    assert text(result) == "Nobody is called so. Ask for another."


def test_forgetting_is_offered_and_done_only_where_it_is_allowed() -> None:
    done: list[str] = []

    async def run(_: Context, item: Operation[Any], request: Frozen) -> str:
        done.append(item.name)
        return "done"

    async def talk(may_forget: bool) -> tuple[set[str], CallToolResult]:
        offered = FOR_MODELS + FORGETTING if may_forget else FOR_MODELS
        async with Client(make_server(run, lambda _: offered)) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            if may_forget:
                annotations = tools["forget"].annotations
                assert annotations is not None
                assert annotations.destructive_hint
            given = {"turn": "kitchen/D1:1"}
            return set(tools), await client.call_tool("forget", given)

    offered, refused = asyncio.run(talk(False))
    assert "forget" not in offered
    assert refused.is_error
    assert done == []
    offered, allowed = asyncio.run(talk(True))
    assert offered == {item.tool for item in FOR_MODELS + FORGETTING}
    assert not allowed.is_error
    assert done == ["forget"]
