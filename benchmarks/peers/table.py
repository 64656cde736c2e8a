"""The table of what was measured, in Markdown; pure but for `results`."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchmarks.peers.systems import SYSTEMS, System

RESULTS = Path(__file__).parent / "results"
LOCOMO = RESULTS.parent / "locomo.json"

_COLUMNS = (
    "system",
    "R@5",
    "R@10",
    "tempting R@10",
    "confined by",
    "leaks",
    "ingest",
    "query",
    "MB",
)

_NOT_YET = {"not_run": "not yet measured"}


def results(data: str) -> dict[str, dict[str, Any]]:
    """What is kept of each system that was measured, in the order of `SYSTEMS`."""
    if data == "locomo":
        held = json.loads(LOCOMO.read_text("utf-8")) if LOCOMO.exists() else {}
    else:
        held = {file.stem: json.loads(file.read_text("utf-8")) for file in RESULTS.glob("*.json")}
    return {name: held[name] for name in SYSTEMS if name in held}


def table(held: Mapping[str, Mapping[str, Any]]) -> str:
    """A row for each system; what was not run has its reason in place of figures."""
    if not held:
        return "Nothing is measured yet."
    rows = [_COLUMNS, ("---",) * len(_COLUMNS)]
    rows += [_row(system, held.get(name, _NOT_YET)) for name, system in SYSTEMS.items()]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def version(package: str, packages: str) -> str:
    """That of a package in a list of ``name==version``; nothing where it is not there."""
    pairs = (one.partition("==") for one in packages.split())
    return next((number for name, _, number in pairs if _normal(name) == package), "")


def _row(system: System, result: Mapping[str, Any]) -> tuple[str, ...]:
    name = f"{system.package} {result.get('version', '')}".strip()
    title = f"{name}, {system.title}" if name else system.title
    if "not_run" in result:
        return (title, result["not_run"], *[""] * (len(_COLUMNS) - 2))
    found = result["figures"]
    leaks = found["leaks"]
    return (
        title,
        *(f"{found[name]:.1f}" for name in ("recall_5", "recall_10", "tempting_10")),
        system.scope,
        f"{leaks['leaking']} of {leaks['asked']}",
        f"{found['ingest_over_encode']:.1f}",
        f"{found['query_over_encode']:.1f}",
        f"{result['megabytes']:,}",
    )


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
