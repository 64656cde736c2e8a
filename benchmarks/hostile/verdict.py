"""The checker: a case goes in with what came of it, a verdict comes out."""

import json
import os
import re
import signal
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

MOST_SECONDS = 30.0  # on a machine that does nothing else
MOST_GROWTH = 1 << 30  # bytes of memory for one case
_UNAVAILABLE = 503
_ERRORS = 400
_FAILURES = 500
_TRACES = re.compile(r"Traceback \(most recent call last\)|File \"[^\"]+\.py\", line \d+")
_SHOWN = 300


class Answered(NamedTuple):
    """What came of a case: all that was told, and what a door itself found wrong.

    ``hidden`` are words that must not be in it.
    """

    text: str = ""
    hidden: tuple[str, ...] = ()
    status: int | None = None
    media_type: str = ""
    problem: bool = False
    faults: tuple[str, ...] = ()


class Case(NamedTuple):
    """One hostile thing, by one door; ``told`` says what, shortly."""

    door: str
    kind: str
    told: str
    send: Callable[[], Answered]


class Verdict(NamedTuple):
    """What is wrong about what came of a case; nothing, if all is well."""

    case: Case
    faults: tuple[str, ...]
    status: int | None
    seconds: float


class Sandbox:
    """A folder with the data folder in it; whatever else lies there must stay as it is."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "a" / "b" / "home"
        self.inputs = root / "a" / "b" / "inputs"
        self.temporary = root / "a" / "b" / "tmp"
        self.working = root / "a" / "b" / "working"
        self.user = root / "a" / "user"
        for folder in (self.home, self.inputs, self.temporary, self.working, self.user):
            folder.mkdir(parents=True)
        for folder in (root, root / "a", root / "a" / "b", self.working, self.user, self.inputs):
            (folder / "secret.txt").write_text("a secret of the operator's\n", encoding="utf-8")
        os.environ["TMPDIR"] = tempfile.tempdir = str(self.temporary)
        self._before = self._seen()

    def input(self, name: str, content: bytes) -> Path:
        """A file that is handed in; it belongs there until the next."""
        path = self.inputs / name
        path.write_bytes(content)
        return path

    def changes(self) -> list[str]:
        """What is not as it was outside of the data folder; it counts as seen afterwards."""
        now = self._seen()
        found = sorted(
            path
            for path in now.keys() | self._before.keys()
            if now.get(path) != self._before.get(path)
        )
        self._before = now
        return found

    def _seen(self) -> Mapping[str, tuple[int, int]]:
        found = {}
        for folder, names, files in os.walk(self.root):
            here = Path(folder)
            names[:] = [name for name in names if here / name != self.home]
            if here == self.inputs:
                files, names[:] = ["secret.txt"], []
            for name in (*names, *files):
                try:
                    state = (here / name).lstat()
                except FileNotFoundError:  # a server's, which has just cleared it away
                    continue
                found[str((here / name).relative_to(self.root))] = (
                    state.st_size if name in files else 0,
                    state.st_mtime_ns if name in files else 0,
                )
        return found


def judge(
    case: Case, sandbox: Sandbox, processes: Mapping[str, int], *, most: float = MOST_SECONDS
) -> Verdict:
    """Send a case, and say what is wrong about what came of it; ``most`` are its seconds."""
    before = {name: _peak(pid, anew=True) for name, pid in processes.items()}
    begun = time.perf_counter()
    faults: list[str] = []
    answered = Answered()
    try:
        with _within(most):
            answered = case.send()
    except TimeoutError as error:
        faults.append(f"it took longer than {most:.0f} s: {error}")
    except Exception as error:  # noqa: BLE001 - that any comes out is what is looked for
        faults.append(f"{type(error).__name__} came out: {str(error)[:_SHOWN]!r}")
    seconds = time.perf_counter() - begun
    faults += answered.faults
    faults += _of_answer(answered, sandbox)
    for name, pid in processes.items():
        if (grown := _peak(pid) - before[name]) > MOST_GROWTH:
            faults.append(f"{name} took {grown >> 20:,} MiB more")
    faults += (f"{path} was changed" for path in sandbox.changes() if not _passing(path))
    return Verdict(case, tuple(faults), answered.status, seconds)


def _passing(path: str) -> bool:
    """Temporary files of servers, which go on with others meanwhile; what stays is told later."""
    return path.startswith("a/b/tmp/")


def _of_answer(answered: Answered, sandbox: Sandbox) -> Iterator[str]:
    if found := _TRACES.search(answered.text):
        yield f"it tells a traceback: {found[0]!r}"
    for word in answered.hidden:
        if word in answered.text:
            yield f"it tells {word!r}, which is another's"
    status = answered.status
    if status is None:  # whoever asks is on this machine
        return
    if str(sandbox.root) in answered.text:
        yield "it names a folder of the server's"
    if status >= _FAILURES and status != _UNAVAILABLE:
        yield f"status {status}: {answered.text[:_SHOWN]!r}"
    if answered.problem and status >= _ERRORS:
        yield from _of_problem(answered)


def _of_problem(answered: Answered) -> Iterator[str]:
    if not answered.media_type.startswith("application/problem+json"):
        yield f"status {answered.status} as {answered.media_type!r}: {answered.text[:_SHOWN]!r}"
        return
    try:
        told = json.loads(answered.text)
    except ValueError:
        yield f"a problem that is no JSON: {answered.text[:_SHOWN]!r}"
        return
    if not told.get("detail") or not told.get("next_step"):
        yield f"a problem without a next step: {answered.text[:_SHOWN]!r}"


@contextmanager
def _within(seconds: float) -> Iterator[None]:
    """`TimeoutError` in this thread after so long."""

    def ring(_: int, frame: FrameType | None) -> None:
        place = f"{frame.f_code.co_filename}:{frame.f_lineno}" if frame else "somewhere"
        raise TimeoutError(place)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _peak(pid: int, *, anew: bool = False) -> int:
    """The most memory that a process has held, in bytes, 0 where the system does not tell.

    ``anew`` has it counted from now on.
    """
    try:
        if anew:
            Path(f"/proc/{pid}/clear_refs").write_text("5", encoding="ascii")
        told = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return 0
    found = re.search(r"VmHWM:\s*(\d+) kB", told)
    return int(found[1]) << 10 if found else 0
