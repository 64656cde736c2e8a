"""A script of talk, decisions, forgetting and files, and those who carry it out."""

import asyncio
import json
import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from benchmarks.faults.clients import Door, Request, sentence, turn
from benchmarks.faults.history import Kind, Outcome
from graphmem.errors import ConnectionFailedError, GraphMemError, NotFoundError
from graphmem.memory import Memory

T = TypeVar("T")

_ATTEMPTS = 20
_HERE = ("Ana", "Ben", "Cleo", "Dov", "Eli")
_THERE = ("Ola", "Pia", "Rui", "Sam", "Tea")
_AGAIN_SECONDS = 0.5
_TURN, _MERGE, _UNDO, _FORGET = "/v1/add-turn", "/v1/merge", "/v1/undo", "/v1/forget"
# What is under way while such a request is.
MOMENTS = {_TURN: "recording", _MERGE: "deciding", _UNDO: "deciding", _FORGET: "forgetting"}


class Script(NamedTuple):
    """What clients do, in streams whose order each keeps, and the turns of files to ingest."""

    streams: tuple[tuple[Request, ...], ...]
    files: Mapping[Path, tuple[Request, ...]]

    @property
    def steps(self) -> int:
        """How many there are in all streams."""
        return sum(map(len, self.streams))


def write_script(folder: Path, *, streams: int, rounds: int, seed: int) -> Script:
    """Talk of five in each conversation; some are merged, some of these parted, turns forgotten."""
    chosen = random.Random(seed)
    of = tuple(_stream(number, rounds, chosen) for number in range(streams))
    files: dict[Path, tuple[Request, ...]] = {}
    for number in range(streams * rounds):
        said = tuple(
            turn(
                f"file-{number}",
                f"f:{place}",
                _HERE[(number + place % 2) % len(_HERE)],
                sentence(chosen, f"file {number}-{place}"),
                session_id="S1",
                said_at=f"2024-05-01T18:{place:02}:00",
            )
            for place in range(4)
        )
        path = folder / f"file-{number}.jsonl"
        path.write_text("\n".join(json.dumps(one.body) for one in said), encoding="utf-8")
        files[path] = said
    return Script(of, files)


def _stream(number: int, rounds: int, chosen: random.Random) -> tuple[Request, ...]:
    steps: list[Request] = []
    for place in range(rounds):
        pair, who = place % 2, place // 2
        here, there = (f"s{number}-{pair}{side}" for side in "ab")
        for conversation, people in ((here, _HERE), (there, _THERE)):
            steps += [
                turn(
                    conversation,
                    f"r{place}:{of}",
                    people[(who + of) % len(people)],
                    sentence(chosen, f"{conversation}-{place}-{of}"),
                    session_id=f"S{place}",
                    said_at=f"2024-03-{1 + place:02}T18:{of:02}:00",
                )
                for of in range(5)
            ]
        reason = f"merge {number}-{place}"
        sides = {"left": f"{here}/{_HERE[who]}", "right": f"{there}/{_THERE[who]}"}
        merge = sides | {"reason": reason}
        steps.append(Request(Kind.ADD, "POST", _MERGE, merge, reason, reason))
        if place % 3 == 1:
            steps.append(Request(Kind.REMOVE, "POST", _UNDO, {}, reason))
        gone = f"{here}/r{place}:3"
        steps.append(Request(Kind.REMOVE, "POST", _FORGET, {"turn": gone}, gone))
    return tuple(steps)


def carry_out(memory: Memory, script: Script) -> None:
    """The script by one client, which nobody disturbs."""
    calls: dict[str, Callable[..., object]] = {
        _TURN: memory.add_turn,
        _MERGE: memory.merge,
        _UNDO: memory.undo,
        _FORGET: memory.forget,
    }

    def once(step: Request) -> None:
        if (due := _due(memory, step)) is not None:
            calls[due.path](**due.body)

    for stream in script.streams:
        for step in stream:
            insist(partial(once, step))
    insist(lambda: memory.ingest(*script.files))


def insist(work: Callable[[], T]) -> T:
    """Do it, again where a busy machine lets the database be silent for longer than it may."""
    for _ in range(_ATTEMPTS):
        with suppress(ConnectionFailedError):
            return work()
        time.sleep(_AGAIN_SECONDS)
    return work()


async def send_until_done(door: Door, memory: Memory, step: Request, chosen: random.Random) -> None:
    """Send it until it is acknowledged, or is found done where nobody told."""
    while True:
        try:
            due = await asyncio.to_thread(_due, memory, step)
        except GraphMemError:  # the database is down
            await asyncio.sleep(_AGAIN_SECONDS)
            continue
        if due is None:
            return
        act, _ = await door.send(chosen.choice(door.targets), due)
        if act.outcome is Outcome.OK:
            return
        await asyncio.sleep(_AGAIN_SECONDS)


def _due(memory: Memory, step: Request) -> Request | None:
    """What is to be sent; None where it is found done."""
    if step.path == _TURN:
        return step
    if step.path == _FORGET:
        try:
            memory.turn(step.id)
        except NotFoundError:
            return None
        return step
    stands = _in_force(memory, step.id)
    if step.path == _MERGE:
        return None if stands else step
    return step._replace(body={"uid": stands}) if stands else None


def _in_force(memory: Memory, reason: str) -> str | None:
    found = (one.decision for one in memory.decisions())
    return next((one.uid for one in found if one.reason == reason), None)
