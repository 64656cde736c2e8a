"""Whether what was written at one replica is found at the other, with the bookmark of its response.

    python -m benchmarks.read_your_writes [--times 10000] [--clients 4]

Two `graphmem serve` over one embedded Neo4j, which they reach by `neo4j://`. Each client writes a
turn at one and reads it at the other, and so to and fro; now and then it is one of a new speaker,
whom a search is narrowed to. Prints one JSON object; ends with 1 where anything was not found.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import Any
from uuid import uuid4

import httpx2

from benchmarks.serve_load import serving
from graphmem.clients.http.bookmarks import HEADER
from graphmem.memory import Memory
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

_NEW_SPEAKER_EVERY = 20
_PATIENCE_SECONDS = 120.0


class Figures:
    """What came of each round."""

    def __init__(self) -> None:
        self.found = 0
        self.missed: list[str] = []
        self.silent = 0
        self.lost = 0
        self.seconds: dict[str, list[float]] = {"write": [], "read": [], "search": []}

    def as_json(self) -> dict[str, Any]:
        took = {
            f"{name}_p50_ms": round(1_000 * statistics.median(seconds), 1)
            for name, seconds in self.seconds.items()
            if seconds
        }
        searched = len(self.seconds["search"])
        return {
            "found": self.found,
            "of_a_new_speaker": searched,
            "missed": self.missed,
            "asked_again_after_503": self.silent,
            "asked_again_after_a_lost_connection": self.lost,
        } | took

    async def answered(self, ask: Callable[[], Awaitable[httpx2.Response]]) -> httpx2.Response:
        """What is answered; again where the database was silent, which a starved machine makes it.

        Each turn has an id of its own, so it is recorded once however often it is sent.
        """
        until = time.monotonic() + _PATIENCE_SECONDS
        while True:
            try:
                response = await ask()
            except httpx2.TransportError:  # the server ends a connection that was long idle
                if time.monotonic() > until:
                    raise
                self.lost += 1
                continue
            if response.status_code != HTTPStatus.SERVICE_UNAVAILABLE or time.monotonic() > until:
                return response
            self.silent += 1
            await asyncio.sleep(float(response.headers["retry-after"]))


async def to_and_fro(
    replicas: tuple[httpx2.AsyncClient, ...], numbers: "count[int]", times: int, figures: Figures
) -> None:
    while (number := next(numbers)) <= times:
        one, other = replicas if number % 2 else reversed(replicas)
        new = number % _NEW_SPEAKER_EVERY == 0
        speaker = f"Speaker {number}" if new else "Ana"
        said = {
            "conversation_id": f"talk-{number % 8}",
            "text": f"Ship {number} came in.",
            "speaker": speaker,
            "turn_id": f"D1:{number}",
        }
        begun = time.perf_counter()
        written = await figures.answered(partial(one.post, "/v1/add-turn", json=said))
        written.raise_for_status()
        figures.seconds["write"].append(time.perf_counter() - begun)
        after = {HEADER: written.headers[HEADER]}
        turn_id = written.json()["turn_id"]
        begun = time.perf_counter()
        if new:
            asked = {"question": "Which ship came in?", "people": [speaker]}
            ask = partial(other.post, "/v1/search", json=asked, headers=after)
            read = await figures.answered(ask)
            found = read.status_code == 200 and turn_id in read.text
        else:
            ask = partial(other.get, "/v1/turn", params={"turn_id": turn_id}, headers=after)
            read = await figures.answered(ask)
            found = read.status_code == 200 and said["text"] in read.text
        figures.seconds["search" if new else "read"].append(time.perf_counter() - begun)
        if found:
            figures.found += 1
        else:
            figures.missed.append(f"{turn_id}: {read.status_code} {read.text[:200]}")


async def measure(addresses: tuple[str, str], times: int, clients: int) -> Figures:
    figures, numbers = Figures(), count(1)
    first, second = (httpx2.AsyncClient(base_url=one, timeout=120) for one in addresses)
    async with first, second:
        each = (to_and_fro((first, second), numbers, times, figures) for _ in range(clients))
        await asyncio.gather(*each)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=4)
    given = parser.parse_args()
    space = f"replicas-{uuid4().hex[:8]}"
    settings = load_settings(space=space)
    address = EmbeddedServer(settings).start()
    os.environ |= {
        "GRAPHMEM_URI": address.uri.replace("bolt://", "neo4j://"),
        "GRAPHMEM_USER": address.user,
        "GRAPHMEM_PASSWORD": address.password,
    }
    options = argparse.Namespace(threads=4, in_flight=24)
    begun = time.monotonic()
    with Memory(settings) as memory:
        try:
            with serving(space, options) as first, serving(space, options) as second:
                found = asyncio.run(measure((first, second), given.times, given.clients))
        finally:
            memory.delete_space()
    told = {
        "times": given.times,
        "clients": given.clients,
        "replicas": 2,
        "scheme": "neo4j",
        "cpus": os.cpu_count(),
        "seconds": round(time.monotonic() - begun, 1),
    }
    print(json.dumps(told | found.as_json(), indent=2))
    return 0 if found.found == given.times else 1


if __name__ == "__main__":
    sys.exit(main())
