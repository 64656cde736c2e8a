"""The checker of hostile cases: each thing that must not come of one is seen."""

import json
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.hostile.corpus import Hostile, texts
from benchmarks.hostile.verdict import Answered, Case, Sandbox, judge

FITTING = json.dumps({"detail": "It is no date.", "next_step": "Give one."})
PROBLEM = "application/problem+json"


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    monkeypatch.setenv("TMPDIR", os.environ.get("TMPDIR", ""))
    monkeypatch.setattr(tempfile, "tempdir", tempfile.gettempdir())
    return Sandbox(tmp_path / "sandbox")


def faults(sandbox: Sandbox, send: Callable[[], Answered], **given: float) -> str:
    return "; ".join(judge(Case("door", "kind", "it", send), sandbox, {}, **given).faults)


def test_what_is_answered_as_it_should_be_is_no_fault(sandbox: Sandbox) -> None:
    assert not faults(sandbox, lambda: Answered("Forty tulips.", ("vault",), 200))
    assert not faults(sandbox, lambda: Answered(FITTING, (), 422, PROBLEM, problem=True))
    assert not faults(sandbox, lambda: Answered(FITTING, (), 503, PROBLEM, problem=True))


@pytest.mark.parametrize(
    ("answered", "told"),
    [
        (Answered("the vault", ("vault",)), "another's"),
        (Answered("Traceback (most recent call last)", (), 200), "traceback"),
        (Answered("", (), 500), "status 500"),
        (Answered("no", (), 404, "text/html", problem=True), "as 'text/html'"),
        (Answered("{}", (), 404, PROBLEM, problem=True), "without a next step"),
        (Answered("[", (), 404, PROBLEM, problem=True), "no JSON"),
    ],
)
def test_what_is_answered_otherwise_is_a_fault(
    sandbox: Sandbox, answered: Answered, told: str
) -> None:
    assert told in faults(sandbox, lambda: answered)


def test_a_folder_of_the_servers_is_told_to_nobody_far_away(sandbox: Sandbox) -> None:
    assert "folder" in faults(sandbox, lambda: Answered(f"{sandbox.home}/x", (), 422))


def test_an_error_that_comes_out_is_a_fault(sandbox: Sandbox) -> None:
    assert "ZeroDivisionError came out" in faults(sandbox, lambda: Answered(str(1 // 0)))


def test_a_file_outside_of_the_data_folder_is_a_fault_once(sandbox: Sandbox) -> None:
    def write(path: Path) -> Answered:
        path.write_text("x", encoding="utf-8")
        return Answered()

    assert not faults(sandbox, lambda: write(sandbox.home / "new.txt"))
    assert "user/secret.txt was changed" in faults(
        sandbox, lambda: write(sandbox.user / "secret.txt")
    )
    assert "new.txt was changed" in faults(sandbox, lambda: write(sandbox.root / "new.txt"))
    assert not faults(sandbox, lambda: Answered())


def test_what_takes_too_long_is_ended(sandbox: Sandbox) -> None:
    def wait() -> Answered:
        time.sleep(60)
        return Answered()

    assert "longer than" in faults(sandbox, wait, most=0.05)


def test_a_seed_decides_every_text_and_the_corpus_comes_first() -> None:
    one, other = Hostile(3), Hostile(3)
    drawn = [one.next() for _ in range(len(texts()) + 50)]
    assert drawn == [other.next() for _ in drawn]
    assert sorted(drawn[: len(texts())]) == sorted(texts())
    assert len({text.kind for text in texts()}) == 10
