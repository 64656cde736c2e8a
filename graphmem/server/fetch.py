"""Downloads of single jars by coordinate, through jgo."""

import ssl
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from graphmem.errors import ArtifactError
from graphmem.server.lockfile import LockedJar
from graphmem.server.model import missing_package

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
