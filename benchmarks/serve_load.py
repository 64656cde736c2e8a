"""How much `graphmem serve` takes on loopback, and what it does when it is asked for more.

    python -m benchmarks.serve_load [--seconds 60] [--clients 32] [--threads N] [--in-flight N]

Four phases: a lone reader; the capacity, by as many clients as the server has threads; all clients
at half of the capacity; all clients as fast as they are let. Each request of the last three is a
write once in five. Prints one JSON object; ends with 1 where a check of it fails.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import uuid4

import httpx2

from graphmem.memory import Memory
from graphmem.sample import sample_files, sample_folder
from graphmem.settings import load_settings

_WRITES_EVERY = 5
_START_SECONDS = 180
_SEED = 7


class Sent(NamedTuple):
    """One request: whether it wrote, how it ended, and how long it took."""

    write: bool
    status: int
    milliseconds: float
    retry_after: str | None


class Load:
    """Clients of one server, and every turn that it said it had stored."""

    def __init__(self, client: httpx2.AsyncClient, questions: list[str], conversation: str) -> None:
        self._client = client
        self._questions = questions
        self._conversation = conversation
        self._numbers = count(1)
        self._random = random.Random(_SEED)
        self.stored = 0

    async def read(self) -> Sent:
        number = next(self._numbers)
        question = self._questions[number % len(self._questions)]
        path = "/v1/ask" if number % 2 else "/v1/search"
        return await self._send(path, {"question": question}, write=False)

    async def mixed(self) -> Sent:
        number = next(self._numbers)
        if number % _WRITES_EVERY:
            return await self.read()
        body = {
            "conversation_id": f"{self._conversation}-{number % 8}",
            "speaker": "Ana",
            "text": f"The lighthouse keeper counted {number} ships today.",
            "turn_id": f"D1:{number}",
        }
        sent = await self._send("/v1/add-turn", body, write=True)
        self.stored += sent.status == 200
        return sent

    async def _send(self, path: str, body: dict[str, Any], *, write: bool) -> Sent:
        begun = time.perf_counter()
        try:
            response = await self._client.post(path, json=body)
        except httpx2.TransportError:
            return Sent(write, 0, 1_000 * (time.perf_counter() - begun), None)
        took = 1_000 * (time.perf_counter() - begun)
        return Sent(write, response.status_code, took, response.headers.get("retry-after"))

    async def closed(self, clients: int, seconds: float, *, only_read: bool = False) -> list[Sent]:
        """Each client asks again as soon as it is answered, or when it was told to."""
        until = time.monotonic() + seconds
        sent: list[Sent] = []

        async def client() -> None:
            while time.monotonic() < until:
                one = await (self.read() if only_read else self.mixed())
                sent.append(one)
                if one.retry_after is not None:
                    await asyncio.sleep(float(one.retry_after) * self._random.uniform(1.0, 1.5))

        await asyncio.gather(*(client() for _ in range(clients)))
        return sent

    async def paced(self, clients: int, seconds: float, rate: float) -> list[Sent]:
        """All clients together send so many requests a second, each at moments of its own."""
        until = time.monotonic() + seconds
        sent: list[Sent] = []

        async def client() -> None:
            pause = clients / rate
            await asyncio.sleep(self._random.uniform(0, pause))
            while time.monotonic() < until:
                due = time.monotonic() + pause * self._random.uniform(0.5, 1.5)
                sent.append(await self.mixed())
                await asyncio.sleep(max(0.0, due - time.monotonic()))

        await asyncio.gather(*(client() for _ in range(clients)))
        return sent


def figures(sent: list[Sent], seconds: float) -> dict[str, Any]:
    reads = sorted(one.milliseconds for one in sent if not one.write and one.status == 200)
    done = sum(one.status == 200 for one in sent)
    return {
        "requests": len(sent),
        "done_a_second": round(done / seconds, 2),
        "refused": sum(one.status == 429 for one in sent),
        "refused_without_retry_after": sum(
            one.status == 429 and one.retry_after is None for one in sent
        ),
        "errors": sum(one.status not in (200, 429) for one in sent),
        "read_p50_ms": round(statistics.median(reads), 1) if reads else None,
        "read_p95_ms": round(reads[int(0.95 * (len(reads) - 1))], 1) if reads else None,
    }


async def measure(address: str, options: argparse.Namespace) -> dict[str, Any]:
    written = json.loads((sample_folder() / "questions.json").read_text(encoding="utf-8"))
    questions = [question["question"] for question in written["questions"]]
    conversation = f"load-{uuid4().hex[:8]}"
    limits = httpx2.Limits(max_connections=4 * options.clients)
    async with httpx2.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        load = Load(client, questions, conversation)
        await load.closed(1, min(5.0, options.seconds), only_read=True)  # the first are slower
        short = min(20.0, options.seconds)
        lone = figures(await load.closed(1, short, only_read=True), short)
        full = figures(await load.closed(options.threads, short), short)
        capacity = full["done_a_second"]
        half = figures(
            await load.paced(options.clients, options.seconds, capacity / 2), options.seconds
        )
        flooded = figures(await load.closed(options.clients, options.seconds), options.seconds)
        held = (await client.get("/v1/conversations", params={"limit": 1_000})).json()
    kept = sum(
        one["turns"]
        for one in held["conversations"]
        if one["conversation_id"].startswith(conversation)
    )
    checks = {
        "half_without_error": half["errors"] == 0 and half["refused"] == 0,
        "half_p95_within_4_lone_p50": half["read_p95_ms"] <= 4 * lone["read_p50_ms"],
        "saturated_throughput": flooded["done_a_second"] >= 0.9 * capacity,
        "saturated_refuses_with_retry_after": flooded["errors"] == 0
        and flooded["refused"] > 0
        and flooded["refused_without_retry_after"] == 0,
        "nothing_lost": kept == load.stored,
    }
    return {
        "clients": options.clients,
        "threads": options.threads,
        "in_flight": options.in_flight,
        "cpus": os.cpu_count(),
        "lone_reader": lone,
        "capacity": full,
        "half": half,
        "saturated": flooded,
        "turns_stored": load.stored,
        "turns_found": kept,
        "checks": checks,
    }


@contextmanager
def serving(space: str, options: argparse.Namespace) -> Iterator[str]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port)]
        command += ["--space", space, "--threads", str(options.threads)]
        command += ["--in-flight", str(options.in_flight)]
        log = Path(folder, "log")
        with log.open("w") as stream, subprocess.Popen(command, stderr=stream) as server:
            try:
                _await(address)
                yield address
            finally:
                server.terminate()


def _await(address: str) -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until:
        try:
            if httpx2.get(f"{address}/ready").status_code == 200:
                return
        except httpx2.TransportError:
            pass  # it does not listen yet
        time.sleep(0.2)
    raise TimeoutError(f"{address} is not ready after {_START_SECONDS} s")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--clients", type=int, default=32)
    parser.add_argument("--threads", type=int, default=max(4, 2 * (os.cpu_count() or 1)))
    parser.add_argument("--in-flight", type=int, default=24)
    options = parser.parse_args()
    space = f"load-{uuid4().hex[:8]}"
    with Memory(load_settings(space=space)) as memory:
        try:
            memory.ingest(*sample_files())
            with serving(space, options) as address:
                found = asyncio.run(measure(address, options))
        finally:
            memory.delete_space()
    print(json.dumps(found, indent=2))
    return 0 if all(found["checks"].values()) else 1


if __name__ == "__main__":
    sys.exit(main())
