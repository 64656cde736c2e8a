"""The locked jars of this release, from wherever the user's settings let them come."""

import os
from pathlib import Path

from graphmem.model.progress import Progress, silent
from graphmem.server import fetch, mirrors
from graphmem.server.artifacts import ensure_jars
from graphmem.server.lockfile import load_lock, neo4j_version
from graphmem.server.maven import load_maven_settings


def server_jars(cache: Path, *, progress: Progress = silent) -> tuple[Path, ...]:
    """Give the class path of the server, every jar just verified; `ArtifactError` otherwise."""
    jars = load_lock()
    return ensure_jars(
        cache.expanduser().resolve() / f"neo4j-{neo4j_version(jars)}",
        jars,
        local_repositories=lambda: mirrors.local_repositories(load_maven_settings(), os.environ),
        fetch=lambda: fetch.fetcher(mirrors.remote_repositories(load_maven_settings())),
        progress=progress,
    )
