"""The command line, run as a user runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from graphmem.settings import Settings

Run = Callable[..., "Outcome"]


class Outcome:
    """How a command ended."""

    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Standard output as JSON, one object a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def environment(settings: Settings) -> dict[str, str]:
    """The variables that point a graphmem command at these settings' server."""
    variables = {"GRAPHMEM_HOME": str(settings.home)}
    if settings.uri is not None and settings.password is not None:
        variables |= {
            "GRAPHMEM_URI": settings.uri,
            "GRAPHMEM_USER": settings.user,
            "GRAPHMEM_PASSWORD": settings.password.get_secret_value(),
        }
    return os.environ | variables


@pytest.fixture
def graphmem(live_settings: Settings) -> Run:
    """Runs a graphmem command against the tests' server."""

    def run(*arguments: str, space: str = "e2e", **variables: str) -> Outcome:
        return Outcome(
            subprocess.run(
                [sys.executable, "-m", "graphmem", *arguments],
                capture_output=True,
                text=True,
                check=False,
                timeout=240,
                env=environment(live_settings) | {"GRAPHMEM_SPACE": space} | variables,
            )
        )

    return run
