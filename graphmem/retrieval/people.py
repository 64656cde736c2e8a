"""Who takes part, remembered for a moment: every question is read against it."""

import time
from collections.abc import Callable
from threading import Lock

from graphmem.model.people import Participant

# Short enough that people whom other clients record are known at once, for a person's "at once".
_SECONDS = 1.0

Look = Callable[[tuple[str, ...]], tuple[Participant, ...]]


class People:
    """The participants of conversations, looked up at most once a second; thread-safe."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._lock = Lock()
        self._found: dict[tuple[str, ...], tuple[float, tuple[Participant, ...]]] = {}

    def of(self, conversations: tuple[str, ...]) -> tuple[Participant, ...]:
        """The people of these conversations; of all when empty."""
        now = time.monotonic()
        with self._lock:
            looked_at, people = self._found.get(conversations, (0.0, ()))
        if looked_at and now - looked_at < _SECONDS:
            return people
        people = self._look(conversations)
        with self._lock:
            self._found = {
                key: value for key, value in self._found.items() if now - value[0] < _SECONDS
            } | {conversations: (now, people)}
        return people

    def forget(self) -> None:
        """Look anew next time: this client has just written."""
        with self._lock:
            self._found = {}
