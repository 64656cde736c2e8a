"""Pools one Memory for each space that is served; they share the embedding model."""

import logging
from collections import Counter, OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from graphmem.adapters.encoder import Encoder
from graphmem.adapters.factory import check_language_model, make_encoder
from graphmem.connection import connect
from graphmem.memory import Memory
from graphmem.model.progress import Progress
from graphmem.model.receipt import Receipt
from graphmem.settings import Settings
from graphmem.store.database import Database
from graphmem.store.directory import spaces as all_spaces
from graphmem.store.waiting import MOST_COUNTED, DueSpace, due_spaces

_log = logging.getLogger(__name__)

_MOST_IDLE = 32


class Memories:
    """Opens a space when it is first asked for; thread-safe.

    Of those that nobody uses, the ``idle`` used last stay open.
    """

    def __init__(
        self, settings: Settings, *, encoder: Encoder | None = None, idle: int = _MOST_IDLE
    ) -> None:
        self._settings = settings
        self._encoder = encoder
        self._most_idle = idle
        self._opened: OrderedDict[str, Memory] = OrderedDict()
        self._users: Counter[str] = Counter()
        self._lock = Lock()
        self._opening: dict[str, Lock] = {}
        self._database: Database | None = None

    def open(self) -> None:
        """Load the model and reach the server, so that the first request finds both. Seconds.

        Raises `LlmSetupError` where the language model cannot be asked, before anything is opened.
        """
        check_language_model(self._settings)
        if self._encoder is None:
            self._encoder = make_encoder(self._settings)
        with self.using(self._settings.space):
            pass
        self._database = connect(self._settings)

    @contextmanager
    def using(self, space: str) -> Iterator[Memory]:
        """The Memory of a space, open at least until the block ends; raises what opening raises."""
        with self._lock:
            self._users[space] += 1
            opening = self._opening.setdefault(space, Lock())
        try:
            with opening:  # only who asks for this space waits for it
                memory = self._opened.get(space)
                if memory is None:
                    memory = self._open(space)
            yield memory
        finally:
            self._leave(space)

    def waiting(self, spaces: Sequence[str] | None) -> list[DueSpace]:
        """In which of these spaces, or of all that there are, something waits for extraction."""
        if self._database is None:
            return []
        if spaces is None:
            spaces = [one.space for one in all_spaces(self._database)]
        wording = self._settings.llm_model is not None
        return due_spaces(self._database, spaces, most=MOST_COUNTED, wording=wording)

    def extract(self, space: str, progress: Progress) -> Receipt | None:
        """Extract a part of what waits in a space; see `Memory.extract`."""
        with self.using(space) as memory:
            return memory.extract(progress=progress)

    def check(self) -> None:
        """Ask the server something small; raises a `StoreError` where it does not answer."""
        if self._database is not None:
            self._database.require_answer()

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            opened = list(self._opened.values())
            self._opened.clear()
            database, self._database = self._database, None
        for memory in opened:
            _close(memory)
        if database is not None:
            database.close()

    def _open(self, space: str) -> Memory:
        settings = self._settings.model_copy(update={"space": space})
        memory = Memory(settings, encoder=self._encoder)
        with self._lock:
            self._opened[space] = memory
        return memory

    def _leave(self, space: str) -> None:
        with self._lock:
            self._users[space] -= 1
            if space in self._opened:
                self._opened.move_to_end(space)
            idle = [one for one in self._opened if not self._users[one]]
            left = idle[: max(0, len(idle) - self._most_idle)]
            closing = [self._opened.pop(one) for one in left]
            for one in {*left, space} - self._opened.keys():
                if not self._users[one]:
                    del self._users[one], self._opening[one]
        for memory in closing:
            _close(memory)


def _close(memory: Memory) -> None:
    try:
        memory.close()
    except Exception:  # noqa: BLE001 - whoever asked last has their answer; nobody waits for this
        _log.exception("a space could not be closed")
