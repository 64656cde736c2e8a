"""Verdicts as figures, door by door; a door that was not asked keeps those of its last run."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.hostile.verdict import Verdict

_SHOWN = 20


def door_figures(verdicts: Sequence[Verdict], *, seed: int, seconds: float) -> dict[str, Any]:
    """What was sent by one door, what came of it, and the first faults in words."""
    found = [one for one in verdicts if one.faults]
    return {
        "cases": len(verdicts),
        "faults": len(found),
        "seed": seed,
        "seconds": round(seconds),
        "slowest": round(max((one.seconds for one in verdicts), default=0.0), 2),
        "statuses": _counted(str(one.status) for one in verdicts if one.status is not None),
        "kinds": _counted(one.case.kind for one in verdicts),
        "first_faults": [
            f"{one.case.kind}: {one.case.told[:200]}: {'; '.join(one.faults)}"
            for one in found[:_SHOWN]
        ],
    }


def keep(path: Path, doors: Mapping[str, Any], afterwards: Mapping[str, Any]) -> None:
    """Write the figures; of doors and ends that are not given those before stay."""
    before = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    kept = before.get("doors", {}) | doors
    figures = {
        "cases": sum(door["cases"] for door in kept.values()),
        "faults": sum(door["faults"] for door in kept.values()),
        "afterwards": dict(afterwards) or before.get("afterwards", {}),
        "doors": kept,
    }
    path.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


def _counted(values: Any) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))
