"""Sends hostile things by every door, and says what came of them.

    python -m benchmarks.hostile [--cases 10000] [--seed 7] [--door files …] [--seconds 30]

Texts of ``texts/`` and mutations of them go to the readers of files, to the import of archives, to
files of keys, to Python, HTTP (also byte by byte), MCP and the page. A checker looks at each: no
error of no name, no 5xx, no row of another space or person, no traceback, nothing changed outside
of the data folder, 30 s and 1 GiB at the most. At the end what was recorded is extracted, a second
space must be as it was, and every line of the servers' logs must be whole. Prints JSON
(``hostile.json`` holds the last run of each door); ends with 1 where anything was found. POSIX
only, and from a checkout: it compares graphs as the tests do.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.hostile.doors import archives, files, http, keyfiles, mcp, python, raw
from benchmarks.hostile.figures import door_figures, keep
from benchmarks.hostile.verdict import MOST_SECONDS, Case, Sandbox, Verdict, judge
from benchmarks.hostile.world import WITNESS_WORDS, World, world
from tests.graph import snapshot

LATEST = Path(__file__).parent.parent / "hostile.json"
_SHOWN = 100
# Of 10,000 cases so many by each: what is cheap has most. The first need no database.
_ALONE: dict[str, tuple[Callable[[Sandbox, int], Iterator[Case]], int]] = {
    "files": (files.cases, 3_000),
    "keyfiles": (keyfiles.cases, 700),
}
_SERVED: dict[str, tuple[Callable[[World, int], Iterator[Case]], int]] = {
    "import": (archives.cases, 500),
    "key": (http.key_cases, 400),
    "http": (http.cases, 2_000),
    "smuggling": (raw.cases, 400),
    "mcp": (mcp.cases, 1_000),
    "page": (http.page_cases, 500),
    "python": (python.cases, 1_500),
}


def main() -> int:
    """Print the figures; 1 where anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    every = [*_ALONE, *_SERVED]
    parser.add_argument("--door", nargs="*", choices=every, default=every)
    parser.add_argument("--out", type=Path, default=LATEST)
    parser.add_argument("--seconds", type=float, default=MOST_SECONDS, help="the most of a case")
    options = parser.parse_args()
    doors: dict[str, Any] = {}
    after: dict[str, list[str]] = {}

    def send(name: str, stream: Iterator[Case], number: int, pids: Mapping[str, int]) -> None:
        number = max(1, round(number * options.cases / 10_000))
        begun = time.perf_counter()
        verdicts = list(_judged(name, islice(stream, number), sandbox, pids, options.seconds))
        seconds = time.perf_counter() - begun
        doors[name] = door_figures(verdicts, seed=options.seed, seconds=seconds)
        keep(options.out, doors, after)
        told = f"{name}: {number} cases, {doors[name]['faults']} faults, {seconds:.0f} s"
        print(told, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory(prefix="graphmem-hostile-") as folder:
        # Below it the data folder and all that must stay as it is.
        sandbox = Sandbox(Path(folder) / "sandbox")
        for name in (name for name in _ALONE if name in options.door):
            make, number = _ALONE[name]
            send(name, make(sandbox, options.seed), number, {"this process": os.getpid()})
        if served := [name for name in _SERVED if name in options.door]:
            with world(sandbox) as made:
                before = snapshot(made.witness)
                for name in served:
                    make_served, number = _SERVED[name]
                    send(name, make_served(made, options.seed), number, made.processes)
                after = _afterwards(made, before)
                keep(options.out, doors, after)
    print(options.out.read_text(encoding="utf-8"), end="")
    return 1 if any(door["faults"] for door in doors.values()) or any(after.values()) else 0


def _judged(
    name: str, cases: Iterable[Case], sandbox: Sandbox, pids: Mapping[str, int], seconds: float
) -> Iterator[Verdict]:
    for case in cases:
        verdict = judge(case, sandbox, pids, most=seconds)
        if verdict.faults:
            told = f"{name}, {case.kind}: {case.told}: {verdict.faults}"
            print(ascii(told), file=sys.stderr, flush=True)
        yield verdict


def _afterwards(made: World, before: object) -> dict[str, list[str]]:
    """What is found wrong at the end, by where."""
    receipt = made.memory.ingest()  # what was recorded is read, whatever it says
    failed = [str(one)[:300] for one in made.memory.waiting().failed]
    told = made.memory.ask("What did Ana plant?").model_dump_json() + receipt.model_dump_json()
    logs = [line for log in made.logs for line in log.read_text("utf-8", "replace").splitlines()]
    return {
        "extraction": failed,
        "foreign words": [word for word in WITNESS_WORDS if word in told or word in "".join(logs)],
        "the other space": [] if snapshot(made.witness) == before else ["its graph has changed"],
        "logs": [line[:300] for line in logs if not _is_event(line)][:_SHOWN],
        "temporary files": [str(path.name) for path in made.sandbox.temporary.glob("graphmem-*")],
    }


def _is_event(line: str) -> bool:
    """Whether a line of a log is one object that tells of no error without a name."""
    try:
        told = json.loads(line)
    except ValueError:
        return False
    if not isinstance(told, dict):
        return False
    # The web server had refused what is no HTTP already, when the application came to refuse it.
    late = told.get("exception") == "LocalProtocolError"
    return late or told.get("event") != "unexpected error"


if __name__ == "__main__":
    sys.exit(main())
