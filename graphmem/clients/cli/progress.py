"""Progress of long work: bars on a terminal, a line now and then where there is none."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
from rich.text import Text

from graphmem.model.progress import Progress as Report

_SECONDS_BETWEEN_LINES = 5.0


@dataclass(slots=True)
class _Stage:
    told_at: float
    begun: bool = False  # whether its beginning was told: it is one step, and may take long
    line: str = ""


class PlainProgress:
    """Writes a line for each stage that is done, none twice, and none of nothing to do.

    What is done is told once another stage begins, since a stage may go on with more of the same;
    `close` tells the last. A stage that takes long is told of every five seconds.
    """

    def __init__(
        self, write: Callable[[str], None], *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._write = write
        self._now = now
        self._stages: dict[str, _Stage] = {}
        self._held: tuple[_Stage, str] | None = None

    def __call__(self, stage: str, done: int, total: int | None, /) -> None:
        """``done`` of ``total`` in ``stage``."""
        if total == 0:
            return
        known = self._stages.get(stage)
        if known is None or (self._held is not None and self._held[0] is not known):
            self.close()
        if known is None:
            known = self._stages[stage] = _Stage(told_at=self._now())
        if done == 0:
            if total == 1:
                self._tell(known, stage)
                known.begun = True
            return
        line = f"{stage}: {done:,}" + (f" of {total:,}" if total else "")
        if done == total:
            self._held = None if known.begun else (known, line)
            known.begun = False
        elif self._now() - known.told_at >= _SECONDS_BETWEEN_LINES:
            self._tell(known, line)

    def close(self) -> None:
        """Tell what is done and was not told yet."""
        if self._held is not None:
            self._tell(*self._held)
            self._held = None

    def _tell(self, stage: _Stage, line: str) -> None:
        stage.told_at = self._now()
        if line != stage.line:
            stage.line = line
            self._write(line)


_MINUTE = 60
_HOUR = 3600


class _Count(ProgressColumn):
    """``120 of 1,500``; only ``120`` where the end is not known."""

    def render(self, task: Task) -> Text:
        done = f"{int(task.completed):,}"
        return Text(done if task.total is None else f"{done} of {int(task.total):,}")


class _Time(ProgressColumn):
    """``12 s, 40 s left``; without the rest where nobody can know it."""

    # A rest that jumps with every step cannot be read.
    max_refresh = 0.5

    def render(self, task: Task) -> Text:
        spent = written_time(task.finished_time if task.finished else task.elapsed or 0)
        left = task.time_remaining
        if task.finished or left is None:
            return Text(spent)
        return Text(f"{spent}, {written_time(left)} left")


def written_time(seconds: float | None) -> str:
    """``8 s``, ``2 min 5 s``, ``1 h 4 min``."""
    whole = round(seconds or 0)
    if whole < _MINUTE:
        return f"{whole} s"
    if whole < _HOUR:
        return f"{whole // _MINUTE} min {whole % _MINUTE} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE} min"


@contextmanager
def bars(terminal: Console) -> Iterator[Report]:
    """Draws on this terminal what it is told, and wipes it away at the end."""
    columns = (TextColumn("{task.description}"), BarColumn(bar_width=24), _Count(), _Time())
    drawn = Progress(
        *columns,
        console=terminal,
        transient=True,
        # What is piped elsewhere shall go there, and not among the bars.
        redirect_stdout=sys.stdout.isatty(),
    )
    with drawn:
        tasks: dict[str, TaskID] = {}

        def report(stage: str, done: int, total: int | None, /) -> None:
            known = tasks.get(stage)
            if known is None:
                known = tasks[stage] = drawn.add_task(stage, total=total)
            elif done < drawn.tasks[drawn.task_ids.index(known)].completed:
                # The stage begins anew, with the next part of the input: so does its time.
                drawn.reset(known, total=total)
            drawn.update(known, completed=done, total=total)

        yield report
