"""Runs in the environment of one system: turns and questions in, what was found out, as JSON.

    python worker.py ADAPTER.py IN.json OUT.json [VARIANT]

An adapter has a class ``Memory(encoder, folder, variant)`` with ``ingest(turns)``, of one
conversation at a time, ``search(question, conversation, k) -> turn ids`` and, where it must,
``close()``. This file and `encoder.py` import nothing but numpy, ONNX Runtime and tokenizers.
"""

import importlib.util
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

FIRST = 10
_WARM_UP = 64


def main() -> None:
    adapter, given, out, variant = *map(Path, sys.argv[1:4]), (*sys.argv[4:], "")[0]
    data = json.loads(given.read_text("utf-8"))
    # Loaded by path: a file called as the library that it imports must not hide it.
    encoding = _load(Path(__file__).with_name("encoder.py"))
    encoder = encoding.Encoder()
    os.environ["PEER_EMBEDDINGS"] = encoding.serve(encoder)
    with tempfile.TemporaryDirectory(prefix="peer-") as folder:
        memory = _load(adapter).Memory(encoder, Path(folder), variant)
        try:
            found = measured(memory, encoder, data)
        finally:
            getattr(memory, "close", lambda: None)()
    out.write_text(json.dumps(found), "utf-8")


def measured(memory: Any, encoder: Any, data: dict[str, Any]) -> dict[str, Any]:
    """Ingest by conversation, then ask every question in its own, then some in another one.

    Encoding alone is timed just before each conversation and each question, so that a machine
    which is busy slows both, and ratios are taken of these pairs.
    """
    ingests, searches, found, errors = [], [], {}, 0
    encoder.encode([turn["content"] for turn in data["turns"][:_WARM_UP]])
    for _, part in groupby(data["turns"], key=lambda turn: turn["conversation"]):
        turns = list(part)
        texts = [turn["content"] for turn in turns]
        alone = _seconds(partial(encoder.encode, texts))
        ingests.append((_seconds(partial(memory.ingest, turns)), alone))

    def ask(asked: dict[str, Any]) -> list[str]:
        nonlocal errors
        try:
            return list(memory.search(asked["text"], asked["conversation"], FIRST))
        except Exception as error:  # noqa: BLE001 - what a system fails at, it finds nothing for
            errors += 1
            print(f"{asked['id']}: {type(error).__name__}: {error}"[:300], file=sys.stderr)
            return []

    ask(data["questions"][0])
    for asked in data["questions"]:
        alone = _seconds(partial(encoder.encode, [asked["text"]]))
        begun = time.perf_counter()
        found[asked["id"]] = ask(asked)
        searches.append((time.perf_counter() - begun, alone))
    return {
        "found": found,
        "foreign": [ask(asked) for asked in data["foreign"]],
        "errors": errors,
        "ingests": ingests,
        "searches": searches,
    }


def _seconds(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"peer_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{file} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main()
