"""Hits at random moments while a script of talk, decisions and forgetting is carried out."""

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Semaphore, Thread
from typing import Any

from benchmarks.faults.checker import check, holdings
from benchmarks.faults.clients import Door, Request, connected
from benchmarks.faults.fleet import Fleet
from benchmarks.faults.history import Act, History, Kind, Outcome
from benchmarks.faults.script import (
    MOMENTS,
    Script,
    carry_out,
    insist,
    send_until_done,
    write_script,
)
from graphmem.errors import GraphMemError
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
_HALTED_SECONDS = {"halt replica": 2.0, "halt worker": 8.0, "halt neo4j": 3.0}
_WITHIN_SECONDS = 3.0
_STALLED_SECONDS = 20.0  # hits wait so long at the most for the script to come as far as they are
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


def run(
    fleet: Fleet,
    folder: Path,
    *,
    kills: int,
    streams: int,
    rounds: int,
    seconds: float,
    seed: int,
    out: Path,
) -> dict[str, Any]:
    """What came of it; ``out`` is written after every hit, for a run that is stopped."""
    script = write_script(folder, streams=streams, rounds=rounds, seed=seed)
    beside = fleet.memory.settings.model_copy(update={"space": f"{fleet.memory.space}-alone"})
    begun = time.monotonic()
    with Memory(beside) as alone:
        try:
            carry_out(alone, script)
            undisturbed = insist(lambda: whole_graph(alone))
        finally:
            insist(alone.delete_space)
    print(f"undisturbed: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    history = History(folder / "history.jsonl")
    files = Files(fleet, script, history, folder / "clients.log")
    hits = Hits(fleet, script, history, files, random.Random(seed), out)
    clients = Thread(target=asyncio.run, args=(hits.carry_out(),), daemon=True)
    clients.start()
    hits.strike(kills, time.monotonic() + seconds)
    clients.join(_SETTLE_SECONDS)
    settled = not clients.is_alive() and fleet.settle(_SETTLE_SECONDS)
    memory = fleet.memory
    put_off = len(insist(memory.waiting).failed)
    insist(lambda: memory.ingest(*script.files))
    for path in script.files:
        files.note(path, Outcome.OK)
    verdict = check(history.read(), insist(lambda: holdings(memory)))
    found = differences(insist(lambda: whole_graph(memory)), undisturbed)
    return hits.figures() | {
        "steps_done": hits.done,
        "steps": script.steps,
        "turns": sum(step.once for of in script.streams for step in of)
        + sum(map(len, script.files.values())),
        "files": len(script.files),
        "seed": seed,
        "seconds": round(time.monotonic() - begun),
        "settled_by_itself": settled,
        "sessions_put_off": put_off,
        "differences": len(found),
        "first_differences": found[:_SHOWN],
        "verdict": verdict.figures(),
        "sound": verdict.sound and not found and hits.done == script.steps,
    }


class Files:
    """`graphmem ingest` of one file after the other, each in a process of its own."""

    def __init__(self, fleet: Fleet, script: Script, history: History, log: Path) -> None:
        self._fleet, self._script, self._history, self._log = fleet, script, history, log
        self._left = list(script.files)
        self._running: tuple[subprocess.Popen[bytes], Path, int] | None = None

    def go_on(self) -> None:
        """Begin with the next where none is under way; after the last comes the first again."""
        if self._running and self._running[0].poll() is not None:
            self.end()
        if self._running is None and self._fleet.neo4j.up:
            path = self._left.pop(0)
            self._left.append(path)
            command = [sys.executable, "-m", "graphmem", "ingest", str(path)]
            with self._log.open("ab") as log:
                begun = log.tell()
                running = subprocess.Popen(
                    command, env=self._fleet.variables, stdout=log, stderr=log
                )
            self._running = running, path, begun

    @property
    def told(self) -> bool:
        """Whether one is under way, and has come so far that it says something."""
        if self._running is None or self._running[0].poll() is not None:
            return False
        return self._log.stat().st_size > self._running[2]

    def kill(self) -> bool:
        """End it by SIGKILL; False if it was done before that."""
        assert self._running is not None
        self._running[0].kill()
        return self.end() != 0

    def end(self) -> int:
        """Wait for its end; its exit code, 0 also where there is none."""
        if self._running is None:
            return 0
        running, path, _ = self._running
        code = running.wait()
        self.note(path, Outcome.UNKNOWN if code else Outcome.OK)
        self._running = None
        return code

    def note(self, path: Path, outcome: Outcome) -> None:
        """Note the turns of a file as sent."""
        now = time.time()
        for one in self._script.files[path]:
            self._history.add(
                Act(
                    began=now,
                    ended=now,
                    client="ingest",
                    target="neo4j",
                    kind=Kind.ADD,
                    id=one.id,
                    value=one.value,
                    outcome=outcome,
                )
            )


class Hits:
    """Chooses what is hit, when, and keeps count of it; lets the script go on between hits."""

    def __init__(
        self,
        fleet: Fleet,
        script: Script,
        history: History,
        files: Files,
        chosen: random.Random,
        out: Path,
    ) -> None:
        self.done = 0
        self._fleet, self._script, self._history, self._files = fleet, script, history, files
        self._chosen, self._out = chosen, out
        self._allowed = Semaphore(0)
        self._doing: dict[str, str] = {}
        self._kinds, self._moments = Counter[str](), Counter[str]()

    def strike(self, kills: int, until: float) -> None:
        """Hit so many times, or as often as there is time for; then everything may be done."""
        shares = [kind for kind, share in SHARES.items() for _ in range(share)]
        planned = [shares[(100 * place + 50) // kills] for place in range(kills)]
        self._chosen.shuffle(planned)
        released, last = 0, time.monotonic()
        while planned and time.monotonic() < until:
            if "kill client" in planned:
                self._files.go_on()
            if released < min(self._script.steps, self.done + 2 * len(self._script.streams)):
                self._allowed.release()
                released += 1
            time.sleep(self._chosen.uniform(0.0, _WITHIN_SECONDS))
            ahead = (kills - len(planned)) / kills > self.done / self._script.steps
            if ahead and time.monotonic() - last < _STALLED_SECONDS:
                continue
            for kind in planned:
                if (strike := self._ready(kind)) is not None:
                    if self._hit(kind, strike):
                        planned.remove(kind)
                        last = time.monotonic()
                    break
        for _ in range(self._script.steps - released):
            self._allowed.release()
        self._files.end()

    async def carry_out(self) -> None:
        """Follow all streams at once, a step each time that one is allowed."""
        # A decision waits until nobody extracts; who is asked and ends is noticed at once.
        async with connected(self._fleet.replicas, patience=_SETTLE_SECONDS) as connections:
            await asyncio.gather(
                *(
                    self._follow(Door(f"stream-{number}", connections, self._history), stream)
                    for number, stream in enumerate(self._script.streams)
                )
            )

    def figures(self) -> dict[str, Any]:
        """What was hit so far, and what was under way then."""
        return {
            "hits": sum(self._kinds.values()),
            "by_kind": dict(sorted(self._kinds.items())),
            "under_way": dict(sorted(self._moments.items())),
        }

    async def _follow(self, door: Door, stream: Sequence[Request]) -> None:
        for step in stream:
            await asyncio.to_thread(self._allowed.acquire)
            self._doing[door.name] = step.path
            await send_until_done(door, self._fleet.memory, step, self._chosen)
            del self._doing[door.name]
            self.done += 1

    def _ready(self, kind: str) -> Callable[[], bool] | None:
        """How to do it, where what it is about answers; it tells whether it was done."""
        if kind == "kill client":
            return self._files.kill if self._files.told else None
        if kind == "cut connection":
            return self._cut if self._fleet.neo4j.up else None
        how, _, whom = kind.partition(" ")
        groups = {
            "replica": self._fleet.replicas,
            "worker": self._fleet.workers,
            "neo4j": (self._fleet.neo4j,),
        }
        up = [[one for one in groups[name] if one.up] for name in whom.split(" and ")]
        if not all(up):
            return None
        victims = [self._chosen.choice(of) for of in up]

        def strike() -> bool:
            for one in victims:
                one.kill() if how == "kill" else one.halt(_HALTED_SECONDS[kind])
            return True

        return strike

    def _hit(self, kind: str, strike: Callable[[], bool]) -> bool:
        moments = self._under_way()
        if not strike():
            return False
        self._kinds[kind] += 1
        self._moments.update(moments or ["nothing"])
        self._out.write_text(json.dumps(self.figures(), indent=2) + "\n", encoding="utf-8")
        told = f"{sum(self._kinds.values())} {kind} while {', '.join(sorted(moments)) or 'idle'}"
        print(f"{told}; {self.done} steps", file=sys.stderr, flush=True)
        return True

    def _under_way(self) -> set[str]:
        moments = {MOMENTS[path] for path in list(self._doing.values())}
        if self._files.told:
            moments.add("ingest by command")
        try:
            given = {"space": self._fleet.memory.space}
            waiting, unread, leased = self._fleet.memory.cypher(_WAITING, parameters=given).rows[0]
        except GraphMemError:
            return moments | {"database down"}
        if leased and waiting:
            moments.add("extracting" if unread else "reconciling")
        return moments

    def _cut(self) -> bool:
        wire = self._fleet.wire
        before = wire.cuts
        wire.cut_after(self._chosen.randint(1, _CUT_WITHIN))
        until = time.monotonic() + 3 * _WITHIN_SECONDS
        while wire.cuts == before and time.monotonic() < until:
            time.sleep(0.05)
        wire.cut_after(0)
        return wire.cuts > before
