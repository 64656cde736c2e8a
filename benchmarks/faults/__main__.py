"""Kills, halts and cuts off the processes of a memory, or only loads them; what came of it.

    python -m benchmarks.faults replicas [--seconds 300] [--clients 64] [--pause 6]
    python -m benchmarks.faults kills [--kills 200] [--streams 4] [--rounds 6] [--seconds 3600]
    python -m benchmarks.faults soak [--seconds 3600] [--clients 8]

Each runs two replicas of `graphmem serve`, two `graphmem worker` and the embedded Neo4j of
GRAPHMEM_HOME, which should be a folder of its own: the server is killed too. `replicas` hits each
process in turn while clients write and ask; `kills` hits at random moments while it is recorded,
extracted, reconciled, decided and forgotten, and compares the graph node for node with one that
nobody disturbed; `soak` hits nothing and watches memory, threads and files. A checker
(``checker.py``) judges the graph by what was sent and acknowledged alone. Writes
``replicas.json``, ``kills.json`` or ``soak.json``, ends with 1 where anything is wrong. POSIX only,
and from a checkout.
"""

import argparse
import json
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from uuid import uuid4

from benchmarks.faults import kills, replicas, soak
from benchmarks.faults.clients import Load
from benchmarks.faults.fleet import fleet


def main() -> int:
    """Print the figures; 1 where anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, help="else FAULT.json beside this program")
    parser.add_argument("--keep", type=Path, help="a folder for the history and all logs")
    parser.add_argument("--seed", type=int, default=7)
    of = parser.add_subparsers(dest="which", required=True)
    for name, seconds, clients in (("replicas", 300.0, 64), ("soak", 3_600.0, 8)):
        loaded = of.add_parser(name)
        loaded.add_argument("--seconds", type=float, default=seconds)
        loaded.add_argument("--clients", type=int, default=clients)
        loaded.add_argument("--pause", type=float, default=6.0, help="of a client, in seconds")
    killed = of.add_parser("kills")
    killed.add_argument("--kills", type=int, default=200)
    killed.add_argument("--streams", type=int, default=4, help="of talk, at once")
    killed.add_argument("--rounds", type=int, default=6, help="of each, 10 turns; 10 at most")
    killed.add_argument("--seconds", type=float, default=3_600.0, help="for so long at the most")
    options = parser.parse_args()
    # Ended, it still ends all that it started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    out = options.out or Path(__file__).with_name(f"{options.which}.json")
    with tempfile.TemporaryDirectory(prefix="graphmem-faults-") as name:
        folder = Path(name)
        try:
            with fleet(f"faults-{uuid4().hex[:8]}", folder) as running:
                if options.which == "kills":
                    found = kills.run(
                        running,
                        folder,
                        kills=options.kills,
                        streams=options.streams,
                        rounds=options.rounds,
                        seconds=options.seconds,
                        seed=options.seed,
                        out=out,
                    )
                else:
                    program = replicas if options.which == "replicas" else soak
                    load = Load(options.seconds, options.clients, options.pause, options.seed)
                    found = program.run(running, folder, load)
        finally:
            if options.keep:
                shutil.copytree(folder, options.keep, dirs_exist_ok=True)
    out.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    print(out.read_text(encoding="utf-8"), end="")
    return 0 if found["sound"] else 1


if __name__ == "__main__":
    sys.exit(main())
