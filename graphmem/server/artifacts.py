"""The server's jars: the locked ones, each with the locked content, or an error."""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from filelock import FileLock

from graphmem.errors import ArtifactError
from graphmem.model.progress import Progress, silent
from graphmem.server import fetch, maven
from graphmem.server.fetch import LockedJar, load_lock, neo4j_version
from graphmem.server.maven import load_maven_settings

Fetch = Callable[[LockedJar, Path], Path]

_THREADS = 8
_STAGE = "fetching Neo4j"
_SCRATCH = ".fetch-"


def ensure_jars(
    folder: Path,
    jars: Sequence[LockedJar],
    *,
    local_repositories: Callable[[], Sequence[Path]],
    fetch: Callable[[], Fetch],
    progress: Progress = silent,
) -> tuple[Path, ...]:
    """Give the path of every locked jar below ``folder``, each with its SHA-256 just verified.

    Jars that are not there are copied from a local Maven repository, else fetched. Whatever else
    lies in the folder is not among the paths. Raises `ArtifactError` for a jar that differs from
    the lock, wherever it comes from.
    """
    try:
        if _missing(folder, jars):
            folder.mkdir(parents=True, exist_ok=True)
            # Another process may be fetching the same jars.
            with FileLock(folder.with_name(f"{folder.name}.lock")):
                _install(_missing(folder, jars), folder, local_repositories(), fetch, progress)
    except OSError as error:
        raise ArtifactError(
            f"The jars of Neo4j cannot be kept in {folder}: {error}.",
            next_step="Make room or give the rights, or set GRAPHMEM_CACHE.",
        ) from error
    return tuple(folder / jar.file_name for jar in jars)


def sha256_of(file: Path) -> str:
    """Give the SHA-256 of a file, in hexadecimal."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _missing(folder: Path, jars: Sequence[LockedJar]) -> list[LockedJar]:
    def check(jar: LockedJar) -> bool:
        file = folder / jar.file_name
        try:
            found = sha256_of(file)
        except FileNotFoundError:
            return True
        if found != jar.sha256:
            raise _mismatch(jar, found, f"Remove {file} and start again.")
        return False

    with ThreadPoolExecutor(_THREADS) as pool:
        absent = pool.map(check, jars)
        return [jar for jar, is_absent in zip(jars, absent, strict=True) if is_absent]


def _install(
    jars: Sequence[LockedJar],
    folder: Path,
    local_repositories: Sequence[Path],
    fetch: Callable[[], Fetch],
    progress: Progress,
) -> None:
    # Only the holder of the lock makes these: what is there was left by a killed process.
    for leftover in folder.glob(f"{_SCRATCH}*"):
        shutil.rmtree(leftover)
    with tempfile.TemporaryDirectory(dir=folder, prefix=_SCRATCH) as name:
        scratch = Path(name)
        absent = []
        for jar in jars:
            copy = _copy_from(local_repositories, jar, scratch)
            if copy is None:
                absent.append(jar)
            else:
                copy.replace(folder / jar.file_name)
        if absent:
            _download(absent, folder, scratch, fetch(), progress)


def _download(
    jars: Sequence[LockedJar], folder: Path, scratch: Path, fetch: Fetch, progress: Progress
) -> None:
    def install(jar: LockedJar) -> None:
        file = fetch(jar, scratch)
        if (found := sha256_of(file)) != jar.sha256:
            raise _mismatch(jar, found, "Find out why the repository or mirror serves another one.")
        file.replace(folder / jar.file_name)

    progress(_STAGE, 0, len(jars))
    with ThreadPoolExecutor(_THREADS) as pool:
        tasks = [pool.submit(install, jar) for jar in jars]
        try:
            for done, task in enumerate(as_completed(tasks), start=1):
                task.result()
                progress(_STAGE, done, len(jars))
        finally:
            # After a failure the jars that have not begun are not worth waiting for.
            pool.shutdown(wait=False, cancel_futures=True)


def _copy_from(local_repositories: Sequence[Path], jar: LockedJar, scratch: Path) -> Path | None:
    """Copy the jar from the first local repository that holds it with the locked content."""
    copy = scratch / jar.file_name
    for repository in local_repositories:
        try:
            # A copy, not a link: what is written to the user's file later must not reach ours.
            shutil.copyfile(repository / jar.repository_path, copy)
        except OSError:
            continue  # not there or not readable: the next source decides
        if sha256_of(copy) == jar.sha256:
            return copy
    return None


def _mismatch(jar: LockedJar, found: str, next_step: str) -> ArtifactError:
    return ArtifactError(
        f"{jar.coordinate} is not the locked jar: expected SHA-256 {jar.sha256}, found {found}.",
        next_step=next_step,
    )


def server_jars(cache: Path, *, progress: Progress = silent) -> tuple[Path, ...]:
    """Give the class path of the server, every jar just verified; `ArtifactError` otherwise."""
    jars = load_lock()
    return ensure_jars(
        cache.expanduser().resolve() / f"neo4j-{neo4j_version(jars)}",
        jars,
        local_repositories=lambda: maven.local_repositories(load_maven_settings(), os.environ),
        fetch=lambda: fetch.fetcher(maven.remote_repositories(load_maven_settings())),
        progress=progress,
    )
