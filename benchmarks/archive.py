"""A space of many turns into an archive, into an empty database, and into an archive again.

    python -m benchmarks.archive [--turns 200000] [--beside 20000] [--home FOLDER]

Two spaces of the generated world are made, one of ``--turns`` and one of ``--beside``; the first
turns of each are read as an ingest reads them, so that statements, things and people are among what
is taken along, and the others recorded. Vectors are made by chance from each text, since what they
mean is all the same to an archive. Export, import and second export run in fresh processes, whose
peak memory is told. Prints JSON (``archive.json`` holds the last run); ends with 1 where the two
archives differ in more than the date, or the larger space takes a tenth more of memory.
"""

import argparse
import json
import os
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from typing import Any

import numpy as np

from benchmarks.world.talk import World
from graphmem.adapters.encoder import DEFAULT_DIMENSION, DEFAULT_MODEL
from graphmem.archive.container import MANIFEST
from graphmem.memory import Memory
from graphmem.model.conversation import Conversation
from graphmem.model.ids import content_digest
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings

LATEST = Path(__file__).with_suffix(".json")
SPACE = "archived"
_READ = 200  # turns that are read, not only recorded
_TOGETHER = 20  # conversations
_FLAT = 1.1  # so much more memory is none
_PIECE = 1 << 20


class ChanceEncoder:
    """Unit vectors by chance, the same for the same text, as long to write as the model's."""

    model = DEFAULT_MODEL
    dimension = DEFAULT_DIMENSION

    def encode(self, texts: Sequence[str]) -> list[list[float]]:
        """One vector for each text, in order."""
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        chance = np.random.default_rng(int(content_digest(text), 16))
        row = chance.standard_normal(self.dimension)
        made: list[float] = (row / np.linalg.norm(row)).astype(np.float32).tolist()
        return made


def main() -> int:
    """Print the figures; 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--turns", type=int, default=200_000)
    parser.add_argument("--beside", type=int, default=20_000)
    parser.add_argument("--home", type=Path, help="where the data folders are made; else temporary")
    parser.add_argument("--out", type=Path, default=LATEST)
    options = parser.parse_args()
    sizes = {}
    for turns in sorted({options.beside, options.turns}):
        with tempfile.TemporaryDirectory(prefix="graphmem-archive-", dir=options.home) as folder:
            sizes[str(turns)] = there_and_back(Path(folder), turns)
        print(json.dumps({turns: sizes[str(turns)]}), file=sys.stderr, flush=True)
    growth = growth_of(*(sizes[str(turns)] for turns in sorted(map(int, sizes))))
    figures = {
        "machine": {"cpus": os.cpu_count()},
        "same_bytes_but_date": all(one["same_bytes_but_date"] for one in sizes.values()),
        "memory_last_over_first": growth,
        "turns": sizes,
    }
    options.out.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(figures, indent=2))
    return 0 if figures["same_bytes_but_date"] and max(growth.values()) <= _FLAT else 1


def there_and_back(folder: Path, turns: int) -> dict[str, Any]:
    """The figures of one space, whose data folders and archives are made in a folder."""
    first, second = folder / "first.graphmem", folder / "second.graphmem"
    with _running(folder / "home") as settings:
        # In a process of its own as well: a new one's peak begins with that of whoever starts it.
        filled = _apart(fill, settings, turns)
        exported = _apart(export, settings, first)
    with _running(folder / "other") as settings:
        imported = _apart(bring_in, settings, first)
        again = _apart(export, settings, second)
    return {
        "load_average": round(os.getloadavg()[1], 1),
        "fill": filled,
        "bytes": first.stat().st_size,
        "export": exported,
        "import": imported,
        "export_again": again,
        "same_bytes_but_date": not differing_parts(first, second),
    }


def fill(settings: Settings, turns: int) -> dict[str, Any]:
    """Read the first conversations of the generated world, and record the others."""
    begun = time.perf_counter()
    talks = (talk.conversation for talk in World().talks(turns))
    with _opened(settings) as memory:
        left = min(_READ, turns)
        while left > 0:
            talk = next(talks)
            memory.ingest(talk)
            left -= sum(len(session.turns) for session in talk.sessions)
        for some in _batches(talks, _TOGETHER):
            memory.ingest(*some, record_only=True)
    return {"seconds": round(time.perf_counter() - begun, 1)}


def export(settings: Settings, file: Path) -> dict[str, Any]:
    """Export the space; how long it took, and the peak of the process."""
    with _opened(settings) as memory:
        receipt = memory.export_archive(file)
        return {
            "seconds": round(receipt.seconds, 1),
            "peak_mb": _peak_mb(),
            "nodes": sum(receipt.nodes.values()),
            "relationships": sum(receipt.relationships.values()),
        }


def bring_in(settings: Settings, file: Path) -> dict[str, Any]:
    """Import an archive into an empty space; how long it took, and the peak of the process."""
    with _opened(settings) as memory:
        receipt = memory.import_archive(file)
        return {"seconds": round(receipt.seconds, 1), "peak_mb": _peak_mb()}


def differing_parts(first: Path, second: Path) -> list[str]:
    """The parts of two archives that are not the same byte for byte, the date apart."""
    with zipfile.ZipFile(first) as one, zipfile.ZipFile(second) as other:
        if one.namelist() != other.namelist() or first.stat().st_size != second.stat().st_size:
            return sorted({*one.namelist(), *other.namelist()})
        return [name for name in one.namelist() if not _same(one, other, name)]


def _same(one: zipfile.ZipFile, other: zipfile.ZipFile, name: str) -> bool:
    if name == MANIFEST:
        left, right = (json.loads(file.read(name)) for file in (one, other))
        return bool(left | {"exported_at": ""} == right | {"exported_at": ""})
    if one.getinfo(name).compress_size != other.getinfo(name).compress_size:
        return False
    with one.open(name) as left_part, other.open(name) as right_part:
        while piece := left_part.read(_PIECE):
            if piece != right_part.read(_PIECE):
                return False
        return not right_part.read(1)


def growth_of(first: dict[str, Any], last: dict[str, Any] | None = None) -> dict[str, float]:
    """The peak of each step beside the larger space over that beside the smaller."""
    last = last or first
    return {
        step: round(last[step]["peak_mb"] / first[step]["peak_mb"], 3)
        for step in ("export", "import", "export_again")
    }


def _apart(step: Any, *given: Any) -> dict[str, Any]:
    with get_context("spawn").Pool(1) as process:
        found: dict[str, Any] = process.apply(step, given)
    return found


@contextmanager
def _running(home: Path) -> Iterator[Settings]:
    settings = load_settings(home=home, space=SPACE).model_copy(update={"uri": None})
    try:
        yield settings
    finally:
        EmbeddedServer(settings).stop(force=True)


def _opened(settings: Settings) -> Memory:
    return Memory(settings, encoder=ChanceEncoder())


def _batches(talks: Iterable[Conversation], size: int) -> Iterator[list[Conversation]]:
    iterator = iter(talks)
    while batch := list(islice(iterator, size)):
        yield batch


def _peak_mb() -> float:
    return round(getrusage(RUSAGE_SELF).ru_maxrss / 1_024, 1)


if __name__ == "__main__":
    sys.exit(main())
