"""The command line."""

import sys
from collections.abc import Callable

INTERRUPTED = 130  # what a shell gives for a command that Ctrl-C ended


def main() -> None:
    """Run the ``graphmem`` command."""
    try:
        _command()()
    except KeyboardInterrupt:
        # Also while modules are still being imported, which takes a moment.
        sys.exit(INTERRUPTED)


def _command() -> Callable[[], None]:
    try:
        from graphmem.clients.cli.app import run
    except ImportError as error:
        missing = error.name or ""
        if missing.split(".")[0] not in {"typer", "rich", "click"}:
            raise
        sys.exit('graphmem: the command line is not installed: pip install "graphmem[cli]"')
    return run
