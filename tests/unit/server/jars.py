"""Tiny jars and repositories for the tests of this folder."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from graphmem.server.fetch import LockedJar

ONE = LockedJar("org.example", "one", "1.0", None, hashlib.sha256(b"one").hexdigest())
TWO = LockedJar("org.example.deep", "two", "2.1", "linux", hashlib.sha256(b"two").hexdigest())
CONTENTS = {ONE: b"one", TWO: b"two"}


def write_repository(root: Path, contents: Mapping[LockedJar, bytes]) -> Path:
    """Lay out a Maven repository."""
    for jar, content in contents.items():
        file = root / jar.repository_path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return root
