"""Kills a process that serves and extracts, over and over; nothing may be lost or done twice.

    python -m benchmarks.kills [--kills 200] [--turns 400] [--seed 7]

A server of its own process is told turns, and ended by SIGKILL at a random moment while it records
and extracts; then the next one goes on, and at last a client takes what is left. At the end the
graph is compared, node for node, with that of a space that was told the same by one client and was
never disturbed. Prints JSON (``kills.json`` holds the last run; of one that was stopped what was
seen until then, and no differences, since they are looked for at the end); ends with 1 where
anything differs. POSIX only, and from a checkout: it reads graphs as the tests do.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2

from graphmem.memory import Memory
from graphmem.settings import load_settings
from tests.e2e.serving import free_port
from tests.graph import differences, whole_graph

LATEST = Path(__file__).with_suffix(".json")
_SHOWN = 50
_PEOPLE = ("Ana", "Ben", "Cleo", "Dov")
_DID = ("bought", "planted", "painted", "repaired", "sold")
_THINGS = ("a kettle", "forty tulips", "the violin", "my bicycle", "an old lighthouse")
_PLACES = ("Porto", "Bergen", "Ghent", "Split")
_TO_THE_END = 600.0


def talk(turns: int, seed: int) -> list[dict[str, str]]:
    """Turns of some conversations, in the order in which they are said."""
    chosen = random.Random(seed)
    said = []
    for number in range(turns):
        conversation = number % 5
        speaker = _PEOPLE[(number // 5 + conversation) % 2 + conversation % 3]
        text = (
            f"I {chosen.choice(_DID)} {chosen.choice(_THINGS)} in {chosen.choice(_PLACES)}, "
            f"and my cousin came along for the {number}th time."
        )
        said.append(
            {
                "conversation_id": f"kills-{conversation}",
                "session_id": f"S{number // 50}",
                "turn_id": f"T{number}",
                "speaker": speaker,
                "said_at": f"2024-03-{1 + number // 50:02}T18:{number % 50:02}:00",
                "text": text,
            }
        )
    return said


def serve(space: str, port: int, home: str) -> "subprocess.Popen[bytes]":
    """A server that extracts almost at once, and whose lease runs out soon when it is killed."""
    variables = os.environ | {
        "GRAPHMEM_HOME": home,
        "GRAPHMEM_SPACE": space,
        "GRAPHMEM_QUIET_SECONDS": "0.1",
        "GRAPHMEM_LEASE_SECONDS": "1",
    }
    command = [sys.executable, "-m", "graphmem", "serve", "--port", str(port)]
    return subprocess.Popen(
        command, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def await_ready(address: str) -> None:
    """Until the server answers; on a busy machine its start takes a minute."""
    until = time.monotonic() + _TO_THE_END
    while time.monotonic() < until:
        try:
            if httpx2.get(f"{address}/ready", timeout=60).status_code == 200:
                return
        except httpx2.TransportError:
            pass  # it does not listen yet
        time.sleep(0.1)
    raise TimeoutError(address)


def tell(address: str, turn: dict[str, str]) -> bool:
    """Whether the server said that it has the turn; a killed one is silent."""
    try:
        return httpx2.post(f"{address}/v1/add-turn", json=turn, timeout=60).status_code == 200
    except httpx2.HTTPError:
        return False


def disturb(
    memory: Memory,
    said: list[dict[str, str]],
    kills: int,
    seed: int,
    keep: Callable[[dict[str, Any]], None],
) -> dict[str, Any]:
    """Tell a space all turns while its servers are killed; what was seen on the way.

    ``keep`` is told after every kill.
    """
    chosen = random.Random(seed)
    waiting = list(said)
    seen: dict[str, Any] = {"kills": 0, "waiting": 0, "extracting": 0}
    for kill in range(kills):
        port = free_port()
        address = f"http://127.0.0.1:{port}"
        running = serve(memory.space, port, str(memory.settings.home))
        try:
            await_ready(address)
            left = kills - kill
            for _ in range(-(-len(waiting) // left)):
                if waiting and tell(address, waiting[0]):
                    waiting.pop(0)
            time.sleep(chosen.uniform(0.0, 5.0))
            found = memory.waiting()
            seen["waiting"] += not found.empty
            leased = memory.cypher(
                "MATCH (l:Lease {space: $space}) WHERE l.owner IS NOT NULL RETURN l.owner",
                parameters={"space": memory.space},
            ).rows
            seen["extracting"] += bool(leased)
        finally:
            running.send_signal(signal.SIGKILL)
            running.wait()
        seen["kills"] = kill + 1
        keep(seen)
        print(f"{kill + 1} kills, {len(said) - len(waiting)} turns", file=sys.stderr)
    port = free_port()
    running = serve(memory.space, port, str(memory.settings.home))
    try:
        await_ready(f"http://127.0.0.1:{port}")
        for turn in waiting:
            tell(f"http://127.0.0.1:{port}", turn)
        memory.wait(timeout=_TO_THE_END)
    finally:
        running.terminate()
        running.wait()
    put_off = len(memory.waiting().failed)
    memory.ingest()  # what ended several servers is put off for up to an hour, unless one asks
    return seen | {"sessions_put_off": put_off, "done": memory.waiting().empty}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--turns", type=int, default=400)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    said = talk(options.turns, options.seed)
    name = f"kills-{uuid4().hex[:8]}"
    begun = time.perf_counter()

    def keep(seen: dict[str, Any], found: list[str] | None = None) -> None:
        figures = seen | {
            "turns": len(said),
            "seed": options.seed,
            "seconds": round(time.perf_counter() - begun),
            "differences": None if found is None else len(found),
            "first_differences": (found or [])[:_SHOWN],
        }
        LATEST.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")

    with (
        Memory(load_settings(space=name)) as disturbed,
        Memory(load_settings(space=f"{name}-alone")) as alone,
    ):
        try:
            for turn in said:
                fields = {key: value for key, value in turn.items() if key != "conversation_id"}
                alone.add_turn(turn["conversation_id"], **fields)
            alone.ingest()
            seen = disturb(disturbed, said, options.kills, options.seed, keep)
            found = differences(whole_graph(disturbed), whole_graph(alone))
            keep(seen, found)
        finally:
            disturbed.delete_space()
            alone.delete_space()
    print(LATEST.read_text(encoding="utf-8"), end="")
    return 0 if seen["done"] and not found else 1


if __name__ == "__main__":
    sys.exit(main())
