"""Sends hostile things by every door, and says what came of them.

    python -m benchmarks.hostile [--cases 10000] [--seed 7] [--door files …] [--out FILE]

Texts of ``texts/`` and mutations of them go to the readers of files, to the import of archives, to
files of keys, to Python, HTTP (also byte by byte), MCP and the page. A checker looks at each: no
error of no name, no 5xx, no row of another space or person, no traceback, nothing changed outside
of the data folder, 30 s and 1 GiB at the most. At the end what was recorded is extracted, a second
space must be as it was, and every line of the servers' logs must be whole. Prints JSON
(``hostile.json`` holds the last run; of one that was stopped what was seen until then); ends with 1
where anything was found. POSIX only, and from a checkout: it compares graphs as the tests do.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from benchmarks.hostile.doors import archives, files, http, keyfiles, mcp, python, raw
from benchmarks.hostile.verdict import Case, Sandbox, Verdict, judge
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
    "python": (python.cases, 1_500),
    "http": (http.cases, 2_000),
    "smuggling": (raw.cases, 400),
    "mcp": (mcp.cases, 1_000),
    "page": (http.page_cases, 500),
}


def main() -> int:
    """Print the figures; 1 where anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=7)
    doors = [*_ALONE, *_SERVED]
    parser.add_argument("--door", nargs="*", choices=doors, default=doors)
    parser.add_argument("--out", type=Path, default=LATEST)
    options = parser.parse_args()
    begun = time.perf_counter()
    verdicts: list[Verdict] = []
    after: dict[str, list[str]] = {}

    def keep() -> None:
        figures = _figures(verdicts) | {
            "seed": options.seed,
            "seconds": round(time.perf_counter() - begun),
            "afterwards": after,
        }
        options.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")

    with tempfile.TemporaryDirectory(prefix="graphmem-hostile-") as folder:
        # Below it the data folder and all that must stay as it is.
        sandbox = Sandbox(Path(folder) / "sandbox")
        pids = {"this process": os.getpid()}
        for name in (name for name in _ALONE if name in options.door):
            make, number = _ALONE[name]
            stream = make(sandbox, options.seed)
            verdicts += _send(name, stream, _share(options.cases, number), sandbox, pids)
            keep()
        if served := [name for name in _SERVED if name in options.door]:
            with world(sandbox) as made:
                before = snapshot(made.witness)
                for name in served:
                    open_, number = _SERVED[name]
                    number = _share(options.cases, number)
                    stream = open_(made, options.seed)
                    verdicts += _send(name, stream, number, sandbox, made.processes)
                    keep()
                after = _afterwards(made, before)
                keep()
    print(options.out.read_text(encoding="utf-8"), end="")
    return 1 if any(one.faults for one in verdicts) or any(after.values()) else 0


def _share(cases: int, number: int) -> int:
    return max(1, round(number * cases / 10_000))


def _send(
    name: str, stream: Iterator[Case], number: int, sandbox: Sandbox, pids: Mapping[str, int]
) -> Iterator[Verdict]:
    begun = time.perf_counter()
    found = 0
    for case in islice(stream, number):
        verdict = judge(case, sandbox, pids)
        if verdict.faults:
            found += 1
            told = f"{name}, {case.kind}: {case.told}: {verdict.faults}"
            print(ascii(told), file=sys.stderr, flush=True)
        yield verdict
    took = time.perf_counter() - begun
    print(f"{name}: {number} cases, {found} faults, {took:.0f} s", file=sys.stderr, flush=True)


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
    return isinstance(told, dict) and told.get("event") != "unexpected error"


def _figures(verdicts: list[Verdict]) -> dict[str, Any]:
    by_door: dict[str, dict[str, Any]] = {}
    for verdict in verdicts:
        door = by_door.setdefault(
            verdict.case.door,
            {"cases": 0, "faults": 0, "slowest": 0.0, "kinds": Counter(), "statuses": Counter()},
        )
        door["cases"] += 1
        door["faults"] += bool(verdict.faults)
        door["slowest"] = round(max(door["slowest"], verdict.seconds), 2)
        door["kinds"][verdict.case.kind] += 1
        if verdict.status is not None:
            door["statuses"][verdict.status] += 1
    for door in by_door.values():
        door["kinds"] = dict(sorted(door["kinds"].items()))
        door["statuses"] = dict(sorted(door["statuses"].items()))
    found = [verdict for verdict in verdicts if verdict.faults]
    return {
        "cases": len(verdicts),
        "faults": len(found),
        "doors": by_door,
        "first_faults": [
            f"{one.case.door}, {one.case.kind}: {one.case.told[:200]}: {'; '.join(one.faults)}"
            for one in found[:_SHOWN]
        ],
    }


if __name__ == "__main__":
    sys.exit(main())
