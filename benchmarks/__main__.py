"""`make bench`: writes benchmarks/latest.json and prints it as a table."""

import hashlib
import json
import os
import platform
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.measure import Encoders, ingest_over_encode, one_over_encode_one
from benchmarks.workload import Workload, find_workload
from benchmarks.workspace import workspace_over_encode
from graphmem.adapters.factory import make_encoder
from graphmem.adapters.sentence_models import load_sentence_encoder
from graphmem.adapters.weights import model_folder
from graphmem.server import EmbeddedServer
from graphmem.settings import Settings, load_settings

LATEST = Path(__file__).parent / "latest.json"
_THREADS = 2
_RUNTIMES = ("onnxruntime", "sentence-transformers", "torch")


def main() -> None:
    workload = find_workload()
    with tempfile.TemporaryDirectory(prefix="graphmem-bench-") as home:
        # Always a server of its own: what it writes is thrown away with it.
        settings = load_settings(home=Path(home), embedding_threads=_THREADS).model_copy(
            update={"uri": None}
        )
        try:
            figures = run(settings, workload)
        finally:
            EmbeddedServer(settings).stop(force=True)
    LATEST.write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    print_table(figures)


def run(settings: Settings, workload: Workload) -> dict[str, Any]:
    plain = load_sentence_encoder(
        settings.embedding_model,
        model_folder(settings.cache),
        batch_size=settings.embedding_batch_size,
        threads=_THREADS,
    )
    plain.network.to("cpu")
    encoders = Encoders(plain, make_encoder(settings))
    return {
        "data": {
            "name": workload.name,
            "turns": len(workload.texts),
            "questions": len(workload.questions),
            "sha256": hashlib.sha256("\n".join(workload.texts).encode()).hexdigest(),
        },
        "machine": {
            "cpus": os.cpu_count(),
            "threads": _THREADS,
            "system": platform.system(),
            "python": platform.python_version(),
            **{name: version(name) for name in _RUNTIMES},
        },
        "settings": {
            "embedding_model": settings.embedding_model,
            "embedding_batch_size": settings.embedding_batch_size,
        },
        # Search first: its ingest warms the server up for the pairs that are timed.
        **one_over_encode_one(settings, encoders, workload),
        **ingest_over_encode(settings, encoders, workload),
        **workspace_over_encode(settings, encoders, workload),
    }


def print_table(figures: dict[str, Any]) -> None:
    for name, value in figures.items():
        if isinstance(value, dict):
            print(f"{name}:")
            for key, item in value.items():
                print(f"  {key:<28} {item}")
        else:
            print(f"{name:<30} {value}")


if __name__ == "__main__":
    main()
