"""What numbers rest on: digests of data, model and code, and the settings in force."""

import hashlib
from collections.abc import Mapping
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from graphmem.adapters.encoder import DEFAULT_MODEL, packaged_model
from graphmem.settings import Settings
from graphmem.store.queries import cypher_folder

_CODE = (".py", ".cypher", ".json", ".md")
# Where it runs and how it gets in changes no number; some of it is secret.
_ELSEWHERE = frozenset(
    {
        *("home", "cache", "space", "uri", "user", "password", "database"),
        *("bolt_port", "http_port", "server_heap", "server_pagecache", "server_start_seconds"),
        *("llm_api_base", "llm_api_key"),
    }
)


def file_digest(*paths: Path) -> str:
    """SHA-256 of files, one after the other."""
    found = hashlib.sha256()
    for path in paths:
        with path.open("rb") as stream:
            while block := stream.read(1 << 20):
                found.update(block)
    return found.hexdigest()


def code_digest() -> str:
    """SHA-256 over the names and contents of graphmem's code, queries, prompts and weights."""
    found = hashlib.sha256()
    # Queries lie inside an installed package and beside an editable one: named alike, once.
    code = dict(_walk(files("graphmem"), "graphmem")) | dict(
        _walk(cypher_folder(), "graphmem/cypher")
    )
    for name, item in sorted(code.items()):
        found.update(f"{name}\n".encode() + item.read_bytes())
    return found.hexdigest()


def _walk(folder: Traversable, name: str) -> list[tuple[str, Traversable]]:
    inside: list[tuple[str, Traversable]] = []
    for item in folder.iterdir():
        below = f"{name}/{item.name}"
        if item.is_dir():
            inside += _walk(item, below)
        elif item.name.endswith(_CODE):
            inside.append((below, item))
    return inside


def model_digest(settings: Settings) -> str | None:
    """SHA-256 of the packaged embedding model's weights; None for another model."""
    folder = packaged_model() if settings.embedding_model == DEFAULT_MODEL else None
    return None if folder is None else file_digest(folder / "model.safetensors")


def settings_in_force(settings: Settings) -> Mapping[str, Any]:
    """The settings that can change a number, as plain values."""
    return settings.model_dump(mode="json", exclude=set(_ELSEWHERE))


def versions() -> Mapping[str, str]:
    """Versions of graphmem and of what its numbers hang on most."""
    found: dict[str, str] = {}
    for name in ("graphmem", "neo4j", "numpy", "sentence-transformers", "torch"):
        with suppress(PackageNotFoundError):  # vectors may come from elsewhere
            found[name] = version(name)
    return found
