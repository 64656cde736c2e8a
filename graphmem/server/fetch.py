"""The lock of the server's jars, each with its SHA-256; downloads of single ones through jgo."""

import re
import ssl
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path, PurePosixPath
from threading import Lock

from graphmem.errors import ArtifactError
from graphmem.server.model import missing_package

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


_lock = Lock()
_users = 0


@contextmanager
def system_trust() -> Iterator[None]:
    """Trust whom the system trusts, such as a firm's own authority, until the block ends.

    Downloads go through a library that takes no context of ours, so the one of the process is
    replaced meanwhile, unless the caller has done so for good.
    """
    try:
        import truststore
    except ImportError as error:
        raise missing_package("truststore") from error
    global _users
    with _lock:
        if _users or ssl.SSLContext is not truststore.SSLContext:
            _users += 1
            ours = True
            truststore.inject_into_ssl()
        else:
            ours = False
    try:
        yield
    finally:
        if ours:
            with _lock:
                _users -= 1
                if not _users:
                    truststore.extract_from_ssl()


_PAUSES = (0.5, 1.0, 2.0)
_TIMEOUT = 30


def fetcher(repositories: Mapping[str, str]) -> Callable[[LockedJar, Path], Path]:
    """Give a function that downloads a jar into a folder; `ArtifactError` when it cannot."""
    try:
        import requests
        from jgo.maven import MavenContext
    except ImportError as error:
        raise missing_package("jgo") from error

    passing = (
        requests.ConnectionError,
        requests.Timeout,
        requests.exceptions.ChunkedEncodingError,
    )

    def attempt(jar: LockedJar, scratch: Path) -> Path:
        # A folder for each attempt: jgo refuses to go on from a half-written file.
        context = MavenContext(
            repo_cache=Path(tempfile.mkdtemp(dir=scratch)),
            remote_repos=dict(repositories),
            timeout=_TIMEOUT,
        )
        component = context.project(jar.group, jar.artifact).at_version(jar.version)
        with system_trust():
            return component.artifact(jar.classifier or "", "jar").resolve()

    def fetch(jar: LockedJar, scratch: Path) -> Path:
        for pause in _PAUSES:
            try:
                return attempt(jar, scratch)
            except requests.exceptions.SSLError:
                break  # no wait mends it
            except (*passing, RuntimeError):
                time.sleep(pause)
        names = ", ".join(repositories)
        try:
            return attempt(jar, scratch)
        except requests.exceptions.SSLError as error:
            raise ArtifactError(
                f"{jar.coordinate} cannot be fetched: neither the system nor certifi trusts the "
                f"certificate of {names}: {error}.",
                next_step="Add the authority that signed it (a firm's proxy has one of its own) to "
                "the system's trust store, or name its file in SSL_CERT_FILE, then start again.",
            ) from error
        except passing as error:
            raise _error(jar, f"{names} cannot be reached: {error}") from error
        except (RuntimeError, requests.RequestException):
            # Not chained: these messages hold the addresses with their passwords.
            raise _error(
                jar, f"{names} did not give it (it is not there, or access was refused)"
            ) from None

    return fetch


def _error(jar: LockedJar, why: str) -> ArtifactError:
    return ArtifactError(
        f"{jar.coordinate} cannot be fetched: {why}.",
        next_step="Check the network, HTTPS_PROXY and the mirrors in ~/.m2/settings.xml, then "
        "start again: what was fetched is kept.",
    )
