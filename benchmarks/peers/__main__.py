"""What other memories do on the same turns, with the same model, without a language model.

    python -m benchmarks.peers run mem0          # one system, in an environment of its own
    python -m benchmarks.peers run all
    python -m benchmarks.peers table             # of all results

Results by question go into ``results/NAME.json``. With ``--locomo FILE`` the same is measured on
a LoCoMo file, of which only figures are kept, in ``locomo.json``. docs/peers.md says what is
measured.
"""

import argparse
import json
import os
import platform
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.peers.data import PeerData, corpus_data, locomo_data, short
from benchmarks.peers.environment import ROOT, NotRunError, installed, run
from benchmarks.peers.scores import figures
from benchmarks.peers.systems import SYSTEMS
from benchmarks.peers.table import LOCOMO, RESULTS, results, table, version


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="measure one system, or all")
    running.add_argument("system", choices=[*SYSTEMS, "all"])
    running.add_argument("--environments", type=Path, default=ROOT / "build" / "peers")
    running.add_argument("--locomo", type=Path, metavar="FILE")
    shown = commands.add_parser("table", help="print the table of what was measured")
    shown.add_argument("--locomo", action="store_true", help="of a LoCoMo file")
    given = parser.parse_args()
    if given.command == "table":
        print(table(results("locomo" if given.locomo else "corpus")))
        return
    data = locomo_data(given.locomo) if given.locomo else corpus_data()
    for name in SYSTEMS if given.system == "all" else [given.system]:
        result = measured(name, data, given.environments)
        keep(name, result, data)
        print(json.dumps({key: result[key] for key in result if key != "found"}, indent=1))


def measured(name: str, data: PeerData, environments: Path) -> dict[str, Any]:
    """Figures and what was found by question, or the reason why there are none."""
    result: dict[str, Any] = {
        "system": name,
        "date": datetime.now(UTC).date().isoformat(),
        "data": data.described,
        "machine": {"cpus": os.cpu_count(), "python": platform.python_version()},
    }
    try:
        result |= installed(SYSTEMS[name], environments)
        result["version"] = version(SYSTEMS[name].package, result["packages"])
        found = run(SYSTEMS[name], environments, data.given)
    except NotRunError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return result | {"not_run": str(error)}
    lines = {one.id: short(found["found"][one.id], one.conversation) for one in data.questions}
    return result | {"figures": figures(data.questions, data.foreign, found), "found": lines}


def keep(name: str, result: dict[str, Any], data: PeerData) -> None:
    """In the file of the system; of a LoCoMo file no more than figures."""
    if data.name == "corpus":
        RESULTS.mkdir(exist_ok=True)
        (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=0) + "\n", "utf-8")
        return
    held = json.loads(LOCOMO.read_text("utf-8")) if LOCOMO.exists() else {}
    held[name] = {key: value for key, value in result.items() if key not in {"found", "packages"}}
    LOCOMO.write_text(json.dumps(held, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
