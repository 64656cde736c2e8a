"""What clients asked for and what was acknowledged, as JSON Lines."""

from enum import StrEnum
from pathlib import Path
from threading import Lock

from graphmem.model.base import Frozen


class Kind(StrEnum):
    """What an act does to the thing that it names."""

    ADD = "add"
    REMOVE = "remove"
    READ = "read"
    ASK = "ask"


class Outcome(StrEnum):
    """What the client knows: it is done, it is surely not done, or nobody told."""

    OK = "ok"
    FAILED = "failed"
    UNKNOWN = "unknown"


class Act(Frozen):
    """One request: when (seconds of the clock), by and to whom, about what, and what came back.

    ``value`` is what was sent under the id, ``status`` of HTTP, None where nothing came back.
    """

    began: float
    ended: float
    client: str
    target: str
    kind: Kind
    id: str = ""
    value: str = ""
    outcome: Outcome
    status: int | None = None
    why: str = ""


class History:
    """Acts as they end, kept in a file of one line each; safe to share between threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = Lock()
        path.write_text("", encoding="utf-8")

    def add(self, act: Act) -> None:
        """Keep an act."""
        with self._lock, self._path.open("a", encoding="utf-8") as file:
            file.write(act.model_dump_json() + "\n")

    def read(self) -> tuple[Act, ...]:
        """All acts, in the order in which they ended."""
        with self._lock:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        return tuple(Act.model_validate_json(line) for line in lines)
