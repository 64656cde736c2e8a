"""Hits at random moments while a script of talk, decisions and forgetting is carried out."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any, NamedTuple

from benchmarks.faults.checker import check, holdings
from benchmarks.faults.clients import Door, Request, connected, sentence, turn
from benchmarks.faults.history import Act, History, Kind, Outcome
from benchmarks.faults.processes import Fleet, Service
from graphmem.errors import GraphMemError, NotFoundError
from graphmem.memory import Memory
from tests.graph import differences, whole_graph

# So many of a hundred hits; halted workers wake up when another has their lease.
SHARES = {
    "kill replica": 17,
    "kill worker": 20,
    "kill replica and worker": 8,
    "kill client": 12,
    "kill neo4j": 4,
    "halt replica": 8,
    "halt worker": 10,
    "halt neo4j": 3,
    "cut connection": 18,
}
_HALTED_SECONDS = {"halt replica": 2.0, "halt worker": 4.0, "halt neo4j": 3.0}
_STREAMS = 4
_HERE = ("Ana", "Ben", "Cleo", "Dov", "Eli")
_THERE = ("Ola", "Pia", "Rui", "Sam", "Tea")
_WITHIN_SECONDS = 3.0
_CUT_WITHIN = 30  # answers of the database
_SETTLE_SECONDS = 900.0
_SHOWN = 50
_WAITING = (
    "OPTIONAL MATCH (s:Session {space: $space}) WHERE s.waiting_since IS NOT NULL "
    "WITH count(s) AS waiting, "
    "count(CASE WHEN coalesce(s.extracted_revision, 0) < s.revision THEN 1 END) AS unread "
    "OPTIONAL MATCH (l:Lease {space: $space}) WHERE l.owner IS NOT NULL "
    "RETURN waiting, unread, count(l)"
)


class Script(NamedTuple):
    """What clients do, in streams whose order each keeps, and files that others ingest."""

    streams: tuple[tuple[Request, ...], ...]
    files: tuple[Path, ...]
    filed: Mapping[Path, tuple[Request, ...]]


def write_script(folder: Path, *, rounds: int, seed: int) -> Script:
    """Talk of five in each conversation; some are merged, some of these parted, turns forgotten."""
    chosen = random.Random(seed)
    streams = tuple(_stream(number, rounds, chosen) for number in range(_STREAMS))
    filed: dict[Path, tuple[Request, ...]] = {}
    for number in range(4 * rounds):
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
        filed[path] = said
    return Script(streams, tuple(filed), filed)


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
        steps.append(Request(Kind.ADD, "POST", "/v1/merge", merge, reason, reason))
        if place % 3 == 1:
            steps.append(Request(Kind.REMOVE, "POST", "/v1/undo", {}, reason))
        gone = f"{here}/r{place}:3"
        steps.append(Request(Kind.REMOVE, "POST", "/v1/forget", {"turn": gone}, gone))
    return tuple(steps)


def carry_out(memory: Memory, script: Script) -> None:
    """The script by one client, which nobody disturbs."""
    for stream in script.streams:
        for step in stream:
            if step.path == "/v1/add-turn":
                said = dict(step.body)
                memory.add_turn(said.pop("conversation_id"), **said)
            elif step.path == "/v1/merge":
                memory.merge(**step.body)
            elif step.path == "/v1/undo":
                memory.undo(_in_force(memory, step.id) or "")
            else:
                memory.forget(**step.body)
    memory.ingest(*script.files)


def run(
    fleet: Fleet,
    folder: Path,
    *,
    kills: int,
    rounds: int,
    seconds: float,
    seed: int,
    out: Path,
) -> dict[str, Any]:
    """What came of it; ``out`` is written after every hit, for a run that is stopped."""
    script = write_script(folder, rounds=rounds, seed=seed)
    beside = fleet.memory.settings.model_copy(update={"space": f"{fleet.memory.space}-alone"})
    begun = time.monotonic()
    with Memory(beside) as alone:
        try:
            carry_out(alone, script)
            undisturbed = whole_graph(alone)
        finally:
            alone.delete_space()
    print(f"undisturbed: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    history = History(folder / "history.jsonl")
    hits = Hits(fleet, folder, script, history, random.Random(seed), out)
    clients = Thread(target=asyncio.run, args=(_all_streams(hits),), daemon=True)
    clients.start()
    hits.strike(kills, time.monotonic() + seconds)
    clients.join(_SETTLE_SECONDS)
    settled = not clients.is_alive() and fleet.settle(_SETTLE_SECONDS)
    put_off = len(fleet.memory.waiting().failed)
    fleet.memory.ingest(*script.files)
    for path in script.files:
        hits.note(path, Outcome.OK, time.time())
    verdict = check(history.read(), holdings(fleet.memory))
    found = differences(whole_graph(fleet.memory), undisturbed)
    return hits.figures() | {
        "steps_done": hits.done,
        "steps": sum(map(len, script.streams)),
        "files": len(script.files),
        "seed": seed,
        "seconds": round(time.monotonic() - begun),
        "settled_by_itself": settled,
        "sessions_put_off": put_off,
        "differences": len(found),
        "first_differences": found[:_SHOWN],
        "verdict": verdict.figures(),
        "sound": verdict.sound and not found and hits.done == sum(map(len, script.streams)),
    }


class Hits:
    """Chooses what is hit, when, and keeps count of it."""

    def __init__(
        self,
        fleet: Fleet,
        folder: Path,
        script: Script,
        history: History,
        chosen: random.Random,
        out: Path,
    ) -> None:
        self.fleet, self.script, self.history, self.chosen = fleet, script, history, chosen
        self.allowed = Semaphore(0)
        self.doing: dict[str, str] = {}
        self.done = 0
        self._out = out
        self._log = folder / "clients.log"
        self._kinds, self._moments = Counter[str](), Counter[str]()
        self._client: tuple[subprocess.Popen[bytes], Path, int] | None = None
        self._next_file = 0
        self._over = Event()

    def strike(self, kills: int, until: float) -> None:
        """Hit so many times, or as often as there is time for; then everything may be done."""
        shares = [kind for kind, share in SHARES.items() for _ in range(share)]
        planned = [shares[(100 * place + 50) // kills] for place in range(kills)]
        self.chosen.shuffle(planned)
        steps = sum(map(len, self.script.streams))
        released = 0
        while planned and time.monotonic() < until:
            self._run_client()
            if released < min(steps, self.done + 2 * _STREAMS):
                self.allowed.release()
                released += 1
            time.sleep(self.chosen.uniform(0.0, _WITHIN_SECONDS))
            for kind in planned:
                if (strike := self._ready(kind)) is not None:
                    planned.remove(kind)
                    self._hit(kind, strike)
                    break
        self._over.set()
        for _ in range(steps - released):
            self.allowed.release()
        if self._client is not None:
            self._end_client()

    def figures(self) -> dict[str, Any]:
        """What was hit so far, and what was under way then."""
        return {
            "hits": sum(self._kinds.values()),
            "by_kind": dict(sorted(self._kinds.items())),
            "under_way": dict(sorted(self._moments.items())),
        }

    def note(self, path: Path, outcome: Outcome, began: float) -> None:
        """Note the turns of a file as sent."""
        for one in self.script.filed[path]:
            act = Act(
                began=began,
                ended=time.time(),
                client="ingest",
                target="neo4j",
                kind=Kind.ADD,
                id=one.id,
                value=one.value,
                outcome=outcome,
            )
            self.history.add(act)

    def _ready(self, kind: str) -> Callable[[], bool] | None:
        """How to do it, where what it is about answers; it tells whether it was done."""
        how, _, whom = kind.partition(" ")
        if kind == "kill client":
            return self._kill_client if self._client_tells() else None
        if kind == "cut connection":
            return self._cut if self.fleet.neo4j.up else None
        groups: dict[str, Sequence[Service]] = {
            "replica": self.fleet.replicas,
            "worker": self.fleet.workers,
            "neo4j": [self.fleet.neo4j],
        }
        up = [[one for one in groups[name] if one.up] for name in whom.split(" and ")]
        if not all(up):
            return None
        victims = [self.chosen.choice(of) for of in up]

        def strike() -> bool:
            for one in victims:
                one.kill() if how == "kill" else one.halt(_HALTED_SECONDS[kind])
            return True

        return strike

    def _hit(self, kind: str, strike: Callable[[], bool]) -> None:
        moments = self._under_way()
        if not strike():
            return
        self._kinds[kind] += 1
        self._moments.update(moments or ["nothing"])
        self._out.write_text(json.dumps(self.figures(), indent=2) + "\n", encoding="utf-8")
        told = f"{sum(self._kinds.values())} {kind} while {', '.join(sorted(moments)) or 'idle'}"
        print(f"{told}; {self.done} steps", file=sys.stderr, flush=True)

    def _under_way(self) -> set[str]:
        names = {
            "/v1/add-turn": "recording",
            "/v1/merge": "deciding",
            "/v1/undo": "deciding",
            "/v1/forget": "forgetting",
        }
        moments = {names[path] for path in list(self.doing.values())}
        if self._client_tells():
            moments.add("ingest by command")
        try:
            given = {"space": self.fleet.memory.space}
            rows = self.fleet.memory.cypher(_WAITING, parameters=given).rows
        except GraphMemError:
            return moments | {"database down"}
        waiting, unread, leased = rows[0]
        if leased and waiting:
            moments.add("extracting" if unread else "reconciling")
        return moments

    def _cut(self) -> bool:
        before = self.fleet.wire.cuts
        self.fleet.wire.cut_after(self.chosen.randint(1, _CUT_WITHIN))
        until = time.monotonic() + 3 * _WITHIN_SECONDS
        while self.fleet.wire.cuts == before and time.monotonic() < until:
            time.sleep(0.05)
        self.fleet.wire.cut_after(0)
        return self.fleet.wire.cuts > before

    def _run_client(self) -> None:
        if self._client is not None and self._client[0].poll() is not None:
            self._end_client()
        if self._client is None and self.fleet.neo4j.up:
            path = self.script.files[self._next_file % len(self.script.files)]
            self._next_file += 1
            command = [sys.executable, "-m", "graphmem", "ingest", str(path)]
            with self._log.open("ab") as log:
                begun = log.tell()
                running = subprocess.Popen(
                    command, env=self.fleet.variables, stdout=log, stderr=log
                )
            self._client = running, path, begun

    def _client_tells(self) -> bool:
        """Whether it has come so far that it says something."""
        if self._client is None or self._client[0].poll() is not None:
            return False
        return self._log.stat().st_size > self._client[2]

    def _kill_client(self) -> bool:
        assert self._client is not None
        self._client[0].kill()
        return self._end_client() != 0

    def _end_client(self) -> int:
        assert self._client is not None
        running, path, _ = self._client
        code = running.wait()
        self.note(path, Outcome.OK if code == 0 else Outcome.UNKNOWN, time.time())
        self._client = None
        return code


async def _all_streams(hits: Hits) -> None:
    async with connected(hits.fleet.replicas) as connections:
        await asyncio.gather(
            *(
                _follow(Door(f"stream-{number}", connections, hits.history), stream, hits)
                for number, stream in enumerate(hits.script.streams)
            )
        )


async def _follow(door: Door, stream: Sequence[Request], hits: Hits) -> None:
    for step in stream:
        await asyncio.to_thread(hits.allowed.acquire)
        hits.doing[door.name] = step.path
        await _do(door, step, hits)
        del hits.doing[door.name]
        hits.done += 1


async def _do(door: Door, step: Request, hits: Hits) -> None:
    """Send it until it is acknowledged, or is found done where nobody told."""
    while True:
        if step.path != "/v1/add-turn":
            try:
                uid = await asyncio.to_thread(_pending, hits.fleet.memory, step)
            except GraphMemError:  # the database is down
                await asyncio.sleep(0.5)
                continue
            if uid is None:
                return
            if step.path == "/v1/undo":
                step = step._replace(body={"uid": uid})
        act, _ = await door.send(hits.chosen.choice(door.targets), step)
        if act.outcome is Outcome.OK:
            return
        await asyncio.sleep(0.5)


def _pending(memory: Memory, step: Request) -> str | None:
    """What there is to do, by a uid of it; None where it is done."""
    if step.path == "/v1/forget":
        try:
            return memory.turn(step.id).turn.turn_id
        except NotFoundError:
            return None
    stands = _in_force(memory, step.id)
    if step.path == "/v1/merge":
        return step.id if stands is None else None
    return stands


def _in_force(memory: Memory, reason: str) -> str | None:
    found = (one.decision for one in memory.decisions())
    return next((one.uid for one in found if one.reason == reason), None)
