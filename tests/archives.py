"""A space and the file that it goes into, each as plain values to compare."""

import json
import re
import zipfile
from pathlib import Path
from typing import Any

from graphmem.memory import Memory

Parts = dict[str, bytes]
EVERYTHING = (
    "MATCH (n {space: $space}) WHERE NOT n:Lease "
    "RETURN n.uid, labels(n), properties(n), toString(n.recorded_at), toString(n.waiting_since), "
    "[key IN keys(n) | key + valueType(n[key])], "
    "COLLECT { MATCH (n)-[r]->(m) RETURN [type(r), m.uid, properties(r)] }"
)


def everything(memory: Memory) -> list[str]:
    """All nodes but the lease, with every property, clocks and vectors too, and all links."""
    found = memory.cypher(EVERYTHING, parameters={"space": memory.space}, limit=1_000_000)
    rows = [(*row[:5], sorted(row[5]), sorted(map(_text, row[6]))) for row in found.rows]
    return sorted(map(_text, rows))


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def uids(memory: Memory) -> list[str]:
    """Those of all nodes of the space, but of the lease."""
    return sorted(json.loads(line)[0] for line in everything(memory))


def parts_of(path: Path) -> Parts:
    with zipfile.ZipFile(path) as file:
        return {name: file.read(name) for name in file.namelist()}


def undated(path: Path) -> Parts:
    parts = parts_of(path)
    manifest = json.loads(parts["manifest.json"])
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", manifest.pop("exported_at"))
    return parts | {"manifest.json": json.dumps(manifest).encode()}
