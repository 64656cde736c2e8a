"""Progress in plain lines: totals, nothing twice, nothing of nothing."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from graphmem.clients.cli.app import command_line
from graphmem.clients.cli.progress import PlainProgress
from graphmem.errors import InputError
from graphmem.model.progress import after


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def told(*reports: tuple[str, int, int | None], seconds: float = 0.0) -> list[str]:
    """The lines of these reports, each so many seconds after the one before."""
    lines: list[str] = []
    clock = Clock()
    report = PlainProgress(lines.append, now=clock)
    for one in reports:
        report(*one)
        clock.now += seconds
    report.close()
    return lines


def test_a_stage_is_told_when_it_is_done() -> None:
    assert told(("encoded", 512, 1_218), ("encoded", 1_024, 1_218), ("encoded", 1_218, 1_218)) == [
        "encoded: 1,218 of 1,218"
    ]


def test_nothing_to_do_is_not_told() -> None:
    assert told(("reconciling", 0, 0), ("reconciling", 0, 0), ("encoded", 0, 12)) == []


def test_what_goes_on_with_more_of_the_same_is_told_once() -> None:
    reports = [("reconciling", 0, 40), ("names", 7, 7), ("names", 12, 12), ("reconciling", 40, 40)]
    assert told(*reports) == ["names: 12 of 12", "reconciling: 40 of 40"]
    assert told(*reports, *reports) == told(*reports)


def test_what_takes_long_is_told_now_and_then() -> None:
    reports = [("recorded", done, 40) for done in range(10, 50, 10)]
    assert told(*reports, seconds=3) == ["recorded: 30 of 40", "recorded: 40 of 40"]
    assert told(("turns", 10, None), ("turns", 20, None), seconds=6) == ["turns: 20"]


def test_one_long_step_is_told_when_it_begins() -> None:
    assert told(("starting Neo4j", 0, 1), ("starting Neo4j", 1, 1)) == ["starting Neo4j"]
    assert told(("extracted chunks", 1, 1)) == ["extracted chunks: 1 of 1"]


def test_parts_of_a_stage_are_counted_together() -> None:
    lines: list[tuple[str, int, int | None]] = []
    report = after(lambda *one: lines.append(one), 59)
    report("recorded", 159, 159)
    report("recorded", 1, None)
    assert lines == [("recorded", 218, 218), ("recorded", 60, None)]


def test_a_path_that_is_not_there_is_told_before_anything_is_done(tmp_path: Path) -> None:
    arguments = ["ingest", str(tmp_path), str(tmp_path / "nowhere.jsonl")]
    with pytest.raises(InputError, match=r"no such file or folder: .*nowhere\.jsonl"):
        CliRunner().invoke(command_line(), arguments, catch_exceptions=False)
