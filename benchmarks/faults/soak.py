"""Load for long, and whether memory, threads or open files of any process grow."""

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean, median
from threading import Event, Thread
from typing import Any, NamedTuple

import psutil

from benchmarks.faults.checker import check, holdings
from benchmarks.faults.clients import Load, crowd
from benchmarks.faults.fleet import Fleet
from benchmarks.faults.history import History, Outcome
from benchmarks.faults.replicas import counted

_EVERY_SECONDS = 5.0
_SETTLE_SECONDS = 1_200.0
_SHOWN = 60
# What a process may hold more at the end than in the middle: so much, or a twentieth.
_SLACK = {"rss_mb": 32.0, "threads": 4.0, "files": 8.0}
_TWENTIETH = 0.05


class Sample(NamedTuple):
    """What a process held so many seconds after the beginning."""

    at: float
    rss_mb: float
    threads: float
    files: float


def run(fleet: Fleet, folder: Path, load: Load) -> Any:
    """What came of it: samples, their slopes, and the checker's verdict."""
    history = History(folder / "history.jsonl")
    over = Event()
    samples: dict[str, list[Sample]] = {one.name: [] for one in fleet.services}
    watch = Thread(target=_watch, args=(fleet, samples, over), daemon=True)
    begun = time.time()
    watch.start()
    crowd(fleet.replicas, history, load)
    over.set()
    watch.join()
    took = time.time() - begun
    settled = fleet.settle(_SETTLE_SECONDS)
    acts = history.read()
    verdict = check(acts, holdings(fleet.memory))
    growth = {name: growth_of(taken) for name, taken in samples.items()}
    errors = [act for act in acts if act.outcome is not Outcome.OK and act.status != 429]
    return {
        "seconds": round(took),
        "clients": load.clients,
        "outcomes": counted(f"{act.kind} {act.outcome}" for act in acts),
        "error_kinds": counted(f"{act.status} {act.why}" for act in errors),
        "growth": growth,
        "samples": {
            name: [[round(number) for number in one] for one in _thinned(taken)]
            for name, taken in samples.items()
        },
        "settled": settled,
        "verdict": verdict.figures(),
        "sound": settled
        and verdict.sound
        and not errors
        and not any(one["grows"] for of in growth.values() for one in of.values()),
    }


def growth_of(samples: Sequence[Sample]) -> Mapping[str, Mapping[str, Any]]:
    """Of each figure: first, at the most and last, its slope an hour, and whether it grows.

    The first third is left out, in which models are loaded and caches fill. It grows where the
    last third's median is above that of the one before by more than a twentieth, and than what
    hangs on the moment.
    """
    third = len(samples) // 3
    middle, last = samples[third : 2 * third], samples[2 * third :]
    found: dict[str, Mapping[str, Any]] = {}
    for name, slack in _SLACK.items():
        values = [getattr(one, name) for one in samples]
        before = median(getattr(one, name) for one in middle)
        after = median(getattr(one, name) for one in last)
        found[name] = {
            "first": round(values[0], 1),
            "most": round(max(values), 1),
            "last": round(values[-1], 1),
            "middle_third": round(before, 1),
            "last_third": round(after, 1),
            "slope_an_hour": round(3_600 * _slope(samples[third:], name), 1),
            "grows": after - before > max(slack, _TWENTIETH * before),
        }
    return found


def _slope(samples: Sequence[Sample], name: str) -> float:
    """The least-squares slope, a second."""
    at = fmean(one.at for one in samples)
    mean = fmean(getattr(one, name) for one in samples)
    spread = sum((one.at - at) ** 2 for one in samples)
    along: float = sum((one.at - at) * (getattr(one, name) - mean) for one in samples)
    return along / (spread or 1.0)


def _thinned(samples: Sequence[Sample]) -> Sequence[Sample]:
    return samples[:: max(1, len(samples) // _SHOWN)]


def _watch(fleet: Fleet, samples: Mapping[str, list[Sample]], over: Event) -> None:
    begun = time.monotonic()
    while not over.wait(_EVERY_SECONDS):
        for one in fleet.services:
            process = psutil.Process(one.pid)
            samples[one.name].append(
                Sample(
                    at=time.monotonic() - begun,
                    rss_mb=process.memory_info().rss / 2**20,
                    threads=process.num_threads(),
                    files=process.num_fds(),
                )
            )
        if len(samples["neo4j"]) % 12 == 0:
            held = {name: round(taken[-1].rss_mb) for name, taken in samples.items()}
            print(f"{time.monotonic() - begun:.0f} s, MB: {held}", file=sys.stderr, flush=True)
