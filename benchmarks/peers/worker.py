"""Runs in the environment of one system: turns and questions in, what was found out, as JSON.

    python worker.py ADAPTER.py IN.json OUT.json [VARIANT]

An adapter has a class ``Memory(encoder, folder, variant)`` with ``ingest(turns)``,
``search(question, conversation, k) -> turn ids`` and, where it must, ``close()``. This file and
`encoder.py` import nothing but numpy, ONNX Runtime and tokenizers beside it.
"""

import importlib.util
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, median
from types import ModuleType
from typing import Any

FIRST = 10
_WARM_UP = 3
_EVERY = 4


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
    """Ingest, then every question in its conversation, then those that belong to another one.

    Encoding alone is timed around the ingest, and before each question, so that a machine which
    is busy slows both.
    """
    turns, questions, foreign = data["turns"], data["questions"], data["foreign"]
    # Every fourth turn: encoding takes as long by the text as it does for all of them.
    sample = [turn["content"] for turn in turns[::_EVERY]]
    encoder.encode(sample[:64])
    encode = [_seconds(lambda: encoder.encode(sample))]
    ingest = _seconds(lambda: memory.ingest(turns))
    encode.append(_seconds(lambda: encoder.encode(sample)))
    for asked in questions[:_WARM_UP]:
        memory.search(asked["text"], asked["conversation"], FIRST)
    one, query, answers, errors = [], [], {}, 0

    def ask(asked: dict[str, Any]) -> list[str]:
        nonlocal errors
        try:
            return list(memory.search(asked["text"], asked["conversation"], FIRST))
        except Exception as error:  # noqa: BLE001 - what a system fails at, it finds nothing for
            errors += 1
            print(f"{asked['id']}: {type(error).__name__}: {error}"[:300], file=sys.stderr)
            return []

    for asked in questions:
        one.append(_seconds(lambda text=asked["text"]: encoder.encode([text])))
        begun = time.perf_counter()
        answers[asked["id"]] = ask(asked)
        query.append(time.perf_counter() - begun)
    return {
        "found": answers,
        "foreign": [ask(asked) for asked in foreign],
        "errors": errors,
        "encode_seconds": fmean(encode) * len(turns) / len(sample),
        "ingest_seconds": ingest,
        "encode_one_ms": 1000 * median(one),
        "query_ms": 1000 * median(query),
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
