"""Two replicas, two workers, a broker, a Neo4j; each killed and halted in turn as clients go on."""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import Event, Thread
from typing import Any

from benchmarks.faults.checker import check, holdings
from benchmarks.faults.clients import Load, crowd
from benchmarks.faults.fleet import Fleet
from benchmarks.faults.history import Act, History, Outcome
from benchmarks.faults.processes import Down

_SHOWN = 20
_SETTLE_SECONDS = 1_200.0
_UP_SECONDS = 8.0  # all answer for so long at the most before the next is hit
_HALTED_SECONDS = 8.0  # longer than a lease lasts


def run(fleet: Fleet, folder: Path, load: Load) -> Any:
    """What came of it, and the checker's verdict on the graph as it settled."""
    history = History(folder / "history.jsonl")
    over, hits = Event(), Counter[str]()
    nemesis = Thread(target=_in_turn, args=(fleet, over, hits), daemon=True)
    begun = time.time()
    nemesis.start()
    crowd(fleet.replicas, history, load)
    over.set()
    nemesis.join()
    ended = time.time()
    settled = fleet.settle(_SETTLE_SECONDS)
    settling = time.time() - ended
    put_off = len(fleet.memory.waiting().failed)
    fleet.memory.ingest()  # what is put off after several ends of who read it, unless one asks
    acts = history.read()
    verdict = check(acts, holdings(fleet.memory))
    downs = {one.name: one.times() for one in fleet.services}
    faults = errors(acts, downs)
    return {
        "seconds": round(ended - begun),
        "clients": load.clients,
        "replicas": len(fleet.replicas),
        "workers": len(fleet.workers),
        "broker": fleet.broker is not None,
        "hits": dict(sorted(hits.items())),
        "down_seconds": {
            name: round(
                sum(one.until - max(one.since, begun) for one in times if one.until > begun)
            )
            for name, times in downs.items()
        },
        "outcomes": counted(f"{act.kind} {act.outcome}" for act in acts),
        "errors": faults,
        "settled_by_itself": settled,
        "settling_seconds": round(settling),
        "sessions_put_off": put_off,
        "waiting": fleet.memory.waiting().turns,
        "verdict": verdict.figures(),
        "sound": verdict.sound and not faults["outside"] and fleet.memory.waiting().empty,
    }


def errors(acts: Sequence[Act], downs: dict[str, list[Down]]) -> dict[str, Any]:
    """Errors while the replica that was asked, or the database, was down, and those outside.

    A refusal (429, which says when to come again) is no error; it is counted.
    """
    failed = [act for act in acts if act.outcome is not Outcome.OK and act.status != 429]
    down = [act for act in failed if _excused(act, downs)]
    outside = [act for act in failed if not _excused(act, downs)]
    return {
        "while_down": len(down),
        "while_down_kinds": counted(_told(act) for act in down),
        "outside": len(outside),
        "outside_kinds": counted(_told(act) for act in outside),
        "first_outside": [
            f"{act.target} {act.kind}: {_told(act)}, {_since(act, downs)}"
            for act in outside[:_SHOWN]
        ],
        "refused_as_too_many": sum(act.status == 429 for act in acts),
    }


def _excused(act: Act, downs: dict[str, list[Down]]) -> bool:
    times = [*downs.get(act.target, ()), *downs.get("neo4j", ())]
    return any(one.since <= act.ended and act.began <= one.until for one in times)


def _since(act: Act, downs: dict[str, list[Down]]) -> str:
    ends = [
        (act.began - one.until, f"{name} was {one.how}")
        for name, times in downs.items()
        for one in times
        if one.until <= act.began
    ]
    passed, what = min(ends, default=(0.0, "nothing was down before"))
    return f"{passed:.1f} s after {what}, took {act.ended - act.began:.1f} s"


def _told(act: Act) -> str:
    return f"{act.status or ''} {act.why.rpartition(':')[2]}".strip()


def counted(values: Iterable[str]) -> dict[str, int]:
    """How often each came."""
    return dict(sorted(Counter(values).items()))


def _in_turn(fleet: Fleet, over: Event, hits: Counter[str]) -> None:
    """Kill each in turn, then halt each, and so on, while all others answer."""
    chosen = random.Random(7)
    while True:
        for how in ("kill", "halt"):
            for one in fleet.services:
                while not all(other.up for other in fleet.services):
                    if over.wait(0.2):
                        return
                if over.wait(chosen.uniform(0.5, 1.0) * _UP_SECONDS):
                    return
                one.kill() if how == "kill" else one.halt(_HALTED_SECONDS)
                hits[f"{how} {one.name}"] += 1
                print(f"{how} {one.name}", file=sys.stderr, flush=True)
