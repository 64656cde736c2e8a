"""A program in this process, to the same end as in one of its own, which would load all anew."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from subprocess import CompletedProcess

import pytest

from graphmem.clients.cli import main, output


def run_command(arguments: Sequence[str], variables: Mapping[str, str]) -> CompletedProcess[str]:
    """How ``graphmem …`` ends, and what it prints where nobody sees it."""
    # Whether they print on a terminal the consoles ask once for a process.
    output.console.cache_clear()
    output.error_console.cache_clear()
    try:
        return run_here(main, ["graphmem", *arguments], variables)
    finally:
        output.console.cache_clear()
        output.error_console.cache_clear()


def run_here(
    program: Callable[[], object],
    argv: Sequence[str],
    variables: Mapping[str, str],
    *,
    typed: str = "",
) -> CompletedProcess[str]:
    """How a program ends with these arguments, variables and input, and what it prints."""
    out, err = _pipe(), _pipe()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", [*argv])
        patch.setattr(sys, "stdin", _pipe(typed))
        for name, value in variables.items():
            patch.setenv(name, value)
        with redirect_stdout(out), redirect_stderr(err):
            code = _code(program)
    return CompletedProcess([*argv], code, _written(out), _written(err))


def _code(program: Callable[[], object]) -> int:
    try:
        program()
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    return 0


def _pipe(text: str = "") -> io.TextIOWrapper:
    # Of the type of a process's own: commands ask for its encoding, and set how it errs.
    return io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
