"""Progress: bars on a terminal, plain lines elsewhere, on standard error in both cases."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.clients.cli.progress import written_time

PROGRAM = """
import time
from graphmem.clients.cli.output import console, progress
with progress(quiet=False) as report:
    for done in range(0, 11):
        report("encoded", done * 100, 1000)
        report("recorded", done * 100, None)
        time.sleep(0.15)
    console().print("[a result]", style="bold red")
"""


def on_a_terminal(tmp_path: Path, **variables: str) -> tuple[str, str]:
    """What the program writes on a terminal as standard error, and into a file meanwhile."""
    controller, terminal = pty.openpty()
    out = tmp_path / "out.txt"
    with out.open("w", encoding="utf-8") as file:
        running = subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            stdout=file,
            stderr=terminal,
            env=os.environ | {"COLUMNS": "80", "TERM": "xterm-256color"} | variables,
        )
        os.close(terminal)
        written = b""
        while True:
            try:
                part = os.read(controller, 65_536)
            except OSError:  # how Linux says that nobody holds the other end any more
                break
            if not part:
                break
            written += part
    os.close(controller)
    assert running.wait() == 0
    return written.decode(), out.read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_terminal_gets_bars_with_the_time_left(tmp_path: Path) -> None:
    bars, out = on_a_terminal(tmp_path)
    assert "of 1,000" in bars
    assert "s left" in bars
    assert "━" in bars
    assert "\x1b[3" in bars  # colours
    assert out == "[a result]\n"


@pytest.mark.slow
def test_no_color_means_none(tmp_path: Path) -> None:
    bars, _ = on_a_terminal(tmp_path, NO_COLOR="1")
    assert "of 1,000" in bars
    assert "\x1b[3" not in bars
    assert "38;" not in bars


@pytest.mark.slow
def test_a_terminal_that_can_nothing_gets_lines(tmp_path: Path) -> None:
    lines, _ = on_a_terminal(tmp_path, TERM="dumb")
    assert "encoded: 1,000 of 1,000" in lines
    assert "\x1b" not in lines


def test_a_pipe_gets_lines_and_results_apart() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[a result]\n"
    assert done.stderr.splitlines() == ["encoded: 1,000 of 1,000"]


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(None, "0 s"), (8.4, "8 s"), (59.6, "1 min 0 s"), (125, "2 min 5 s"), (3_840, "1 h 4 min")],
)
def test_times_are_written_for_people(seconds: float | None, written: str) -> None:
    assert written_time(seconds) == written
