"""The door of MCP: tools with hostile arguments, and JSON-RPC that is none."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2

from benchmarks.hostile.corpus import Hostile, odd_json
from benchmarks.hostile.doors.arguments import HostileArguments
from benchmarks.hostile.verdict import Answered, Case
from benchmarks.hostile.world import PRIVATE_WORDS, WITNESS_WORDS, World

_DOOR = "mcp"
_METHODS = (
    "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read",
    "prompts/get", "sampling/createMessage", "roots/list", "logging/setLevel",
    "completion/complete", "notifications/initialized", "notifications/cancelled", "rpc.discover",
    "$/cancelRequest",
)  # fmt: skip
_ACCEPT = "application/json, text/event-stream"


def cases(world: World, seed: int) -> Iterator[Case]:
    """Calls of tools, odd messages, and odd JSON, in turn."""
    hostile = Hostile(seed, longest=100_000)
    asked = HostileArguments(hostile, own=world.own_uids, foreign=world.foreign_uids)
    client = httpx2.Client(timeout=None)
    chance = hostile.chance
    while True:
        item, kind, given = asked.next()
        yield _case(world, client, hostile, kind, _call(item.tool, given))
        kind, text = hostile.next()
        message = _call("ask", {"question": "What did Ana plant?"})
        part = chance.choice(("jsonrpc", "id", "method", "params", "name", text[:40]))
        message[part] = hostile.value() if chance.random() < 0.5 else text
        if part == "name":
            message["params"] = {"name": text, "arguments": hostile.value()}
        yield _case(world, client, hostile, f"message, {kind}", message)
        odd = {"jsonrpc": "2.0", "id": 1, "method": chance.choice(_METHODS)}
        odd["params"] = hostile.value()
        yield _case(world, client, hostile, "method", odd)
        how, broken = odd_json(hostile, _call("search", {"question": "tulips"}))
        yield _case(world, client, hostile, f"json {how}", broken)


def _call(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def _case(
    world: World, client: httpx2.Client, hostile: Hostile, kind: str, message: dict[str, Any] | str
) -> Case:
    text = message if isinstance(message, str) else json.dumps(message)
    for_ana = hostile.chance.random() < 0.3
    hidden = WITNESS_WORDS + PRIVATE_WORDS if for_ana else WITNESS_WORDS
    headers = {
        "Authorization": f"Bearer {world.person_key if for_ana else world.key}",
        "Accept": _ACCEPT,
        "Content-Type": "application/json",
    }

    def send() -> Answered:
        body = text.encode("utf-8", "surrogatepass")
        try:
            response = client.post(f"{world.keyed}/mcp", content=body, headers=headers)
        except httpx2.TransportError as error:
            return Answered(faults=(f"no answer: {type(error).__name__} {error}",))
        return Answered(response.text, hidden, response.status_code, faults=tuple(_odd(response)))

    return Case(_DOOR, kind, text[:200], send)


def _odd(response: httpx2.Response) -> Iterator[str]:
    if "Something failed; the log says where" in response.text:
        yield "a tool failed with an error of no name"
    if not response.text:
        return
    try:
        told = json.loads(response.text)
    except ValueError:
        yield f"an answer that is no JSON: {response.text[:200]!r}"
        return
    if response.status_code == 200 and told.get("jsonrpc") != "2.0":
        yield f"an answer that is no JSON-RPC: {response.text[:200]!r}"
    error = told.get("error")
    if isinstance(error, dict) and error.get("code") == -32603:
        yield f"an internal error: {str(error)[:200]}"
