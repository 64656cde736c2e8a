"""The lock of the server's jars: exact coordinates, each with its SHA-256."""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import PurePosixPath

from graphmem.errors import ArtifactError

LOCK_NAME = "neo4j.lock"

# No part can be "..", hold a separator or be empty: paths are made of them.
_PART = r"[A-Za-z0-9_][A-Za-z0-9_.+-]*"
_LINE = re.compile(
    rf"(?P<group>{_PART}):(?P<artifact>{_PART})"
    rf"(?::jar:(?P<classifier>{_PART}))?:(?P<version>{_PART})"
    r" sha256:(?P<sha256>[0-9a-f]{64})"
)


@dataclass(frozen=True)
class LockedJar:
    """One jar: its Maven coordinate and the only content that is accepted for it."""

    group: str
    artifact: str
    version: str
    classifier: str | None
    sha256: str

    @property
    def coordinate(self) -> str:
        """The coordinate as Maven prints it."""
        middle = f"jar:{self.classifier}:" if self.classifier else ""
        return f"{self.group}:{self.artifact}:{middle}{self.version}"

    @property
    def file_name(self) -> str:
        """The file's name in every Maven repository."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{suffix}.jar"

    @property
    def repository_path(self) -> PurePosixPath:
        """Path of the jar below the root of a Maven repository."""
        return PurePosixPath(*self.group.split("."), self.artifact, self.version, self.file_name)

    def __str__(self) -> str:
        """The jar's line in the lock."""
        return f"{self.coordinate} sha256:{self.sha256}"


def parse_lock(text: str) -> tuple[LockedJar, ...]:
    """Read a lock; `ArtifactError` names the first line that is malformed or repeats a jar."""
    jars: dict[str, LockedJar] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise _bad_line(number, f"is not “coordinate sha256:hex”: {line.strip()!r}")
        jar = LockedJar(**match.groupdict())
        if jar.file_name in jars:
            raise _bad_line(number, f"names {jar.file_name} a second time")
        jars[jar.file_name] = jar
    return tuple(jars.values())


@cache
def load_lock() -> tuple[LockedJar, ...]:
    """Read the lock that this release of graphmem is made with."""
    text = resources.files("graphmem.server").joinpath(LOCK_NAME).read_text(encoding="utf-8")
    return parse_lock(text)


def neo4j_version(jars: tuple[LockedJar, ...]) -> str:
    """Give the version of Neo4j that a lock is for."""
    for jar in jars:
        if (jar.group, jar.artifact) == ("org.neo4j", "neo4j"):
            return jar.version
    raise ArtifactError(
        f"{LOCK_NAME} does not name org.neo4j:neo4j.", next_step="Install graphmem again."
    )


def _bad_line(number: int, fault: str) -> ArtifactError:
    return ArtifactError(
        f"Line {number} of {LOCK_NAME} {fault}.", next_step="Install graphmem again."
    )
