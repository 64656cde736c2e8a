"""Result files, and what their figures rest on: digests of data, model and code, settings."""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from graphmem.adapters.encoder import DEFAULT_MODEL
from graphmem.adapters.weights import WEIGHTS_SHA256
from graphmem.errors import InputError
from graphmem.settings import Settings
from graphmem.store.queries import cypher_folder

# What ingest uses, all else of graphmem and its other queries only read what is there.
INGESTING = (
    *("adapters", "agents", "chunking", "extraction", "ingest", "language", "model", "reader"),
    *("portraits", "reconciliation", "sources", "store", "tools"),
    *("cypher/reconcile", "cypher/record", "cypher/schema", "cypher/tools", "cypher/workspace"),
)
_CACHES = ("__pycache__", ".pyc")
# Where it runs and how it gets in changes no number; some of it is secret.
_ELSEWHERE = frozenset(
    {
        *("home", "cache", "space", "uri", "user", "password", "database"),
        *("bolt_port", "http_port", "server_heap", "server_pagecache", "server_start_seconds"),
        *("llm_api_base", "llm_api_key"),
    }
)
_BEARING_ON_INGEST = {
    *("reader", "chunk_strategy", "chunks", "merge_policy", "merge_weights", "llm_model")
}
_BEARING_ON_NUMBERS = (
    *("graphmem", "neo4j", "numpy", "onnxruntime", "sentence-transformers", "spacy"),
    *("tokenizers", "torch"),
)


def file_digest(*paths: Path) -> str:
    """SHA-256 of files, one after the other; `InputError` for one that cannot be read."""
    found = hashlib.sha256()
    for path in paths:
        try:
            with path.open("rb") as stream:
                while block := stream.read(1 << 20):
                    found.update(block)
        except OSError as error:
            raise InputError(
                f"{path} cannot be read: {error.strerror or error}.",
                next_step="Give a file that exists and may be read.",
            ) from error
    return found.hexdigest()


def code_digest() -> str:
    """SHA-256 over the names and contents of every file of graphmem: code, queries, prompts, …"""
    return _digest_of(_packaged())


def ingest_digest(settings: Settings, embedding_model: str) -> str:
    """SHA-256 over what bears on how talk becomes a graph: code, models and settings.

    What searches, answers and evaluates is not part of it: that reads the same graph.
    """
    inside = tuple(f"graphmem/{name}/" for name in INGESTING)
    code = {name: item for name, item in _packaged().items() if name.startswith(inside)}
    chosen = settings.model_dump(mode="json", include=_BEARING_ON_INGEST)
    given = {
        "code": _digest_of(code),
        "embedding_model": [embedding_model, model_digest(settings)],
        "spacy": versions().get("spacy"),
        **chosen,
    }
    return hashlib.sha256(json.dumps(given, sort_keys=True).encode()).hexdigest()


def _packaged() -> dict[str, Traversable]:
    # Queries lie inside an installed package and beside an editable one: named alike, once.
    return _walk(files("graphmem"), "graphmem") | _walk(cypher_folder(), "graphmem/cypher")


def _digest_of(code: Mapping[str, Traversable]) -> str:
    found = hashlib.sha256()
    for name, item in sorted(code.items()):
        found.update(f"{name}\n".encode() + item.read_bytes())
    return found.hexdigest()


def _walk(folder: Traversable, name: str) -> dict[str, Traversable]:
    inside: dict[str, Traversable] = {}
    for item in folder.iterdir():
        below = f"{name}/{item.name}"
        if item.name.endswith(_CACHES):
            continue
        if item.is_dir():
            inside |= _walk(item, below)
        else:
            inside[below] = item
    return inside


def model_digest(settings: Settings) -> str | None:
    """SHA-256 of the default embedding model's weights; None for another model."""
    return WEIGHTS_SHA256 if settings.embedding_model == DEFAULT_MODEL else None


def settings_in_force(settings: Settings) -> Mapping[str, Any]:
    """The settings that can change a number, as plain values."""
    return settings.model_dump(mode="json", exclude=set(_ELSEWHERE))


def versions() -> Mapping[str, str]:
    """Versions of graphmem and of what its numbers hang on most."""
    found: dict[str, str] = {}
    for name in _BEARING_ON_NUMBERS:
        with suppress(PackageNotFoundError):  # vectors may come from elsewhere
            found[name] = version(name)
    return found


def ready_folder(folder: Path) -> None:
    """Make the folder, and see that files can be written in it; `InputError` where they cannot."""
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass


def ready_file(file: Path) -> None:
    """See that the file can be written, and make its folder; `InputError` where it cannot."""
    with writing(file):
        if file.is_dir():
            raise IsADirectoryError(None, "it is a folder")
        if file.exists() and not os.access(file, os.W_OK):
            raise PermissionError(None, "it may not be written")
    ready_folder(file.parent)


def write_text(file: Path, text: str) -> None:
    """Write a file whole; `InputError` where it cannot be written."""
    with writing(file):
        file.write_text(text, encoding="utf-8")


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Tell of a path that cannot be written as an `InputError`."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}.",
            next_step="Give another place for the results, or make room there.",
        ) from error
