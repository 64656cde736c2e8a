"""The worker: when it takes a space, whose turn it is, and what it tells."""

import time
from collections.abc import Callable, Sequence
from threading import Event, Lock

import pytest

from graphmem.errors import StoreError
from graphmem.ingest.worker import Pace, Worker
from graphmem.model.backlog import ExtractionProgress
from graphmem.model.progress import Progress
from graphmem.model.receipt import Receipt
from graphmem.store.waiting import DueSpace

PACE = Pace(quiet_seconds=2.0, most_waiting=10)
NOW = Pace(quiet_seconds=0.0, most_waiting=1)


def due(space: str = "s", turns: int = 1, quiet: float | None = 0.0) -> DueSpace:
    return DueSpace(space, turns, quiet, taken=False)


@pytest.mark.parametrize(
    ("found", "left"),
    [
        (due(quiet=0.5), 1.5),
        (due(quiet=3.0), -1.0),
        (due(turns=10, quiet=0.0), 0.0),
        (due(turns=0, quiet=None), 0.0),
    ],
)
def test_a_space_is_due_after_a_pause_or_so_many_turns(found: DueSpace, left: float) -> None:
    assert PACE.seconds_left(found) == pytest.approx(left)


class Spaces:
    """Spaces with so many batches each, and what was done of them, in order."""

    def __init__(self, **batches: int) -> None:
        self.batches = batches
        self.done: list[str] = []
        self.lock = Lock()
        self.failing: set[str] = set()
        self.meanwhile: Callable[[Progress], None] = lambda _: None

    def look(self) -> Sequence[DueSpace]:
        with self.lock:
            return [due(space) for space, left in self.batches.items() if left]

    def extract(self, space: str, progress: Progress) -> Receipt | None:
        self.meanwhile(progress)
        with self.lock:
            self.done.append(space)
            if space in self.failing:
                raise ValueError("what somebody said")
            self.batches[space] -= 1
        return Receipt(space=space)

    def until(self, done: int) -> None:
        end = time.monotonic() + 10
        while len(self.done) < done:
            assert time.monotonic() < end
            time.sleep(0.01)


class Seen:
    def __init__(self) -> None:
        self.steps: list[ExtractionProgress] = []
        self.ends: list[tuple[str, bool]] = []

    def waiting(self, found: Sequence[DueSpace]) -> None:
        pass

    def step(self, space: str, step: ExtractionProgress) -> None:
        self.steps.append(step)

    def ended(self, space: str, receipt: Receipt | None, error: Exception | None) -> None:
        self.ends.append((space, error is None))


def test_spaces_take_turns() -> None:
    spaces = Spaces(a=3, b=3)
    worker = Worker(spaces.look, spaces.extract, pace=NOW)
    worker.start()
    spaces.until(6)
    worker.close()
    assert spaces.done[:4] in (["a", "b", "a", "b"], ["b", "a", "b", "a"])


def test_a_space_that_fails_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    spaces, seen = Spaces(a=1, b=3), Seen()
    spaces.failing = {"a"}
    worker = Worker(spaces.look, spaces.extract, pace=NOW, observer=seen)
    worker.start()
    spaces.until(4)
    worker.close()
    assert spaces.done.count("b") == 3
    assert ("a", False) in seen.ends
    assert "somebody said" not in caplog.text


def test_one_space_is_worked_on_once_at_a_time_and_two_at_once() -> None:
    spaces, both, running = Spaces(a=1, b=1), Event(), []

    def meet(_: Progress) -> None:
        running.append(1)
        if len(running) == 2:
            both.set()
        both.wait(5)

    spaces.meanwhile = meet
    worker = Worker(spaces.look, spaces.extract, pace=NOW, threads=3)
    worker.start()
    assert both.wait(5)
    spaces.until(2)
    worker.close()
    assert sorted(spaces.done) == ["a", "b"]


def test_a_hurried_space_waits_for_no_pause() -> None:
    spaces = Spaces(a=1)
    worker = Worker(spaces.look, spaces.extract, pace=Pace(3_600, 100))
    worker.start()
    time.sleep(0.2)
    assert spaces.done == []
    worker.hurry("a")
    spaces.until(1)
    worker.close()


def test_a_stop_ends_what_runs_at_its_next_step() -> None:
    spaces, seen, begun = Spaces(a=1), Seen(), Event()

    def go_on(progress: Progress) -> None:
        while True:
            progress("extracted", 1, 2)
            begun.set()
            time.sleep(0.01)

    spaces.meanwhile = go_on
    worker = Worker(spaces.look, spaces.extract, pace=NOW, observer=seen)
    worker.start()
    assert begun.wait(5)
    worker.close()
    assert seen.steps[0] == ExtractionProgress("extracted", 1, 2)
    assert seen.ends == [("a", True)]  # a stop is no failure
    assert spaces.batches["a"] == 1


def test_what_cannot_be_seen_is_looked_for_again() -> None:
    spaces, looks = Spaces(a=1), []

    def look() -> Sequence[DueSpace]:
        looks.append(1)
        if len(looks) < 3:
            raise StoreError("Neo4j is away.", next_step="Start it.")
        return spaces.look()

    worker = Worker(look, spaces.extract, pace=NOW, look_every=0.01)
    worker.start()
    spaces.until(1)
    worker.close()
