"""Figures beside spaces of several sizes; writes benchmarks/scale.json and prints a table.

    python -m benchmarks.scale --homes FOLDER [--turns 3000 30000 300000] [--fill]

Each size has a data folder of its own in FOLDER, filled by ``--fill`` where it is missing (300,000
turns take long). What is measured is a copy, so that it can be measured again.
"""

import argparse
import json
import os
import platform
import shutil
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.scale.client import measure
from benchmarks.scale.fill import SPACE, fill, reconcile
from benchmarks.scale.hits import growing
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings

LATEST = Path(__file__).parents[1] / "scale.json"
_SHOWN = (
    "session_seconds",
    "peak_mb_warm",
    "peak_mb_sessions",
    "add_turn_over_encode_and_trip",
    "add_turn_over_encode_and_write",
    "search_p50_ms",
    "ask_p50_ms",
    "assemble_p50_ms",
    "assemble_over_encode",
    "profile_changed_seconds",
    "decision_seconds",
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--homes", type=Path, required=True)
    parser.add_argument("--turns", type=int, nargs="+", default=[3_000, 30_000, 300_000])
    parser.add_argument(
        "--fill", action="store_true", help="fill the data folders that are missing"
    )
    parser.add_argument("--output", type=Path, default=LATEST)
    options = parser.parse_args()
    sizes = {}
    for turns in options.turns:
        home = options.homes / str(turns)
        if options.fill and not home.exists():
            make(home, turns)
        sizes[str(turns)] = beside(home)
        print(f"{turns}: {json.dumps(sizes[str(turns)])}", flush=True)
    figures = {
        "machine": {
            "cpus": os.cpu_count(),
            "system": platform.system(),
            "python": platform.python_version(),
        },
        **ratios(sizes),
        "queries_that_grow": growing({int(turns): found["hits"] for turns, found in sizes.items()}),
        "turns": sizes,
    }
    options.output.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print_table(figures)


def make(home: Path, turns: int) -> None:
    """Fill a data folder; one that is not finished does not stay."""
    settings = _settings(home)
    try:
        fill(settings, turns)
        reconcile(settings)
    except BaseException:
        EmbeddedServer(settings).stop(force=True)
        shutil.rmtree(home)
        raise
    EmbeddedServer(settings).stop()


def beside(home: Path) -> dict[str, Any]:
    """The figures beside one filled data folder, which stays as it is."""
    with TemporaryDirectory(dir=home.parent, prefix="measured-") as folder:
        shutil.copytree(home, folder, dirs_exist_ok=True)
        settings = _settings(Path(folder))
        try:
            with get_context("spawn").Pool(1) as process:
                found: dict[str, Any] = process.apply(measure, [settings])
        finally:
            EmbeddedServer(settings).stop(force=True)
    return {"load_average": round(os.getloadavg()[1], 2), **found}


def ratios(sizes: dict[str, dict[str, Any]]) -> dict[str, float]:
    """The largest size over the smallest."""
    first, last = sizes[min(sizes, key=int)], sizes[max(sizes, key=int)]
    return {
        "session_last_over_first": round(
            last["session_seconds"]["median"] / first["session_seconds"]["median"], 3
        ),
        "peak_last_over_first": round(last["peak_mb_sessions"] / first["peak_mb_sessions"], 3),
    }


def print_table(figures: dict[str, Any]) -> None:
    sizes = figures["turns"]
    print("".join([f"{'':<24}", *(f"{turns:>28}" for turns in sizes)]))
    for name in _SHOWN:
        shown = (str(_short(found[name])) for found in sizes.values())
        print("".join([f"{name:<24}", *(f"{value:>28}" for value in shown)]))
    for name, value in figures.items():
        if isinstance(value, float):
            print(f"{name:<24}{value:>28}")
    for one in figures["queries_that_grow"]:
        print(f"grows: {one['operation']}: {one['query']} {one['hits']}")


def _short(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if "median" in value:
        return value["median"]
    return " ".join(f"{name} {max(values)}" for name, values in value.items() if values)


def _settings(home: Path) -> Settings:
    return load_settings(home=home, space=SPACE).model_copy(update={"uri": None})


if __name__ == "__main__":
    main()
