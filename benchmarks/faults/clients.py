"""Clients of the replicas, each of which notes what it asked for and what it was told."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from http import HTTPStatus
from typing import Any, NamedTuple

import httpx2

from benchmarks.faults.history import Act, History, Kind, Outcome
from benchmarks.faults.processes import Replica
from graphmem.clients.http.bookmarks import HEADER

_PATIENCE_SECONDS = 60.0
_UNKNOWN = "urn:graphmem:problem:outcome-unknown"
_PEOPLE = ("Ana", "Ben", "Cleo", "Dov")
_DID = ("bought", "planted", "painted", "repaired", "sold")
_THINGS = ("a kettle", "forty tulips", "the violin", "my bicycle", "an old lighthouse")
_PLACES = ("Porto", "Bergen", "Ghent", "Split")
_QUESTIONS = ("Who planted tulips?", "What did Ana buy in Porto?", "Where was the violin sold?")


class Request(NamedTuple):
    """What is sent, and what the history says of it; ``once`` tells that it is one write.

    Such a one is recorded only where it is acknowledged or its outcome unknown. What takes
    several may be done in part, so that its failure tells nothing.
    """

    kind: Kind
    method: str
    path: str
    body: Mapping[str, Any]
    id: str = ""
    value: str = ""
    once: bool = False


class Load(NamedTuple):
    """So many clients for so long, each of which sends something about every ``pause`` seconds."""

    seconds: float
    clients: int
    pause: float
    seed: int


def turn(conversation: str, turn_id: str, speaker: str, text: str, **more: str) -> Request:
    """A turn as it is said."""
    said = {"conversation_id": conversation, "turn_id": turn_id, "speaker": speaker, "text": text}
    return Request(
        Kind.ADD, "POST", "/v1/add-turn", said | more, f"{conversation}/{turn_id}", text, once=True
    )


def sentence(chosen: random.Random, number: str) -> str:
    """Something to say that nobody else says."""
    return (
        f"I {chosen.choice(_DID)} {chosen.choice(_THINGS)} in {chosen.choice(_PLACES)}, "
        f"and my cousin came along for trip {number}."
    )


def outcome_of(request: Request, status: int | None, problem: str) -> Outcome:
    """What a client knows by a response, whose ``problem`` is its type; None: no response."""
    if status == HTTPStatus.OK:
        return Outcome.OK
    refused = status is not None and status < HTTPStatus.INTERNAL_SERVER_ERROR
    silent = status == HTTPStatus.SERVICE_UNAVAILABLE and problem != _UNKNOWN
    return Outcome.FAILED if refused or (silent and request.once) else Outcome.UNKNOWN


class Door:
    """Sends requests of one client to one of the replicas."""

    def __init__(
        self, name: str, clients: Mapping[str, httpx2.AsyncClient], history: History
    ) -> None:
        self.name = name
        self.targets = tuple(clients)
        self._history = history
        self._clients = clients

    async def send(
        self, target: str, request: Request, bookmark: str | None = None
    ) -> tuple[Act, httpx2.Response | None]:
        """Send it and note what came of it."""
        began = time.time()
        response, why, refused = None, "", False
        part = "params" if request.method == "GET" else "json"
        fields: dict[str, Any] = {part: dict(request.body)}
        try:
            response = await self._clients[target].request(
                request.method,
                request.path,
                headers={HEADER: bookmark} if bookmark else {},
                **fields,
            )
        except httpx2.ConnectError as error:
            why, refused = type(error).__name__, True  # nothing was sent
        except httpx2.TransportError as error:
            why = type(error).__name__
        status = response.status_code if response else None
        if response is not None and status != HTTPStatus.OK:
            why = str(response.json().get("type", ""))
        act = Act(
            began=began,
            ended=time.time(),
            client=self.name,
            target=target,
            kind=request.kind,
            id=request.id,
            value=request.value,
            outcome=Outcome.FAILED if refused else outcome_of(request, status, why),
            status=status,
            why=why,
        )
        self._history.add(act)
        return act, response


@asynccontextmanager
async def connected(
    replicas: Iterable[Replica], *, patience: float = _PATIENCE_SECONDS
) -> AsyncIterator[Mapping[str, httpx2.AsyncClient]]:
    """Connections to each replica by name, for as many clients as there are.

    An answer is waited for ``patience`` seconds.
    """
    limits = httpx2.Limits(max_connections=None)
    async with AsyncExitStack() as stack:
        yield {
            one.name: await stack.enter_async_context(
                httpx2.AsyncClient(base_url=one.address, timeout=patience, limits=limits)
            )
            for one in replicas
        }


async def _talk(door: Door, number: int, load: Load) -> None:
    """Write turns and ask, now here and now there; after each write read it at another replica.

    What failed or is unknown is sent again half of the time, and left at that the other half.
    """
    chosen = random.Random(load.seed * 1_000 + number)
    until = time.monotonic() + load.seconds
    written = 0
    await asyncio.sleep(chosen.uniform(0, load.pause))
    while time.monotonic() < until:
        if chosen.random() < 0.3:
            question = {"question": chosen.choice(_QUESTIONS)}
            path = chosen.choice(("/v1/ask", "/v1/search"))
            await door.send(chosen.choice(door.targets), Request(Kind.ASK, "POST", path, question))
        else:
            written += 1
            said = turn(
                f"talk-{number % 16}",
                f"c{number}:{written}",
                chosen.choice(_PEOPLE),
                sentence(chosen, f"{number}-{written}"),
            )
            await _write_and_read(door, said, chosen, until)
        await asyncio.sleep(chosen.uniform(0.5, 1.5) * load.pause)


async def _write_and_read(door: Door, said: Request, chosen: random.Random, until: float) -> None:
    target = chosen.choice(door.targets)
    act, response = await door.send(target, said)
    while act.outcome is not Outcome.OK and chosen.random() < 0.5 and time.monotonic() < until:
        await asyncio.sleep(1.0)
        target = chosen.choice(door.targets)
        act, response = await door.send(target, said)
    if act.outcome is Outcome.OK and response is not None:
        other = chosen.choice([one for one in door.targets if one != target] or [target])
        found = Request(Kind.READ, "GET", "/v1/turn", {"turn_id": said.id}, said.id)
        await door.send(other, found, response.headers.get(HEADER))


def crowd(replicas: Iterable[Replica], history: History, load: Load) -> None:
    """Put the load on the replicas; returns when its time is over."""

    async def all_at_once() -> None:
        async with connected(replicas) as connections:
            doors = [Door(f"client-{n}", connections, history) for n in range(load.clients)]
            await asyncio.gather(*(_talk(door, n, load) for n, door in enumerate(doors)))

    asyncio.run(all_at_once())
