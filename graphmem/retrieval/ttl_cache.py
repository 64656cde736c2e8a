"""A cache whose values live for a moment, for what every question is read against."""

import time
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

# Short enough that what other clients record is known at once, for a person's "at once".
_SECONDS = 1.0


class TtlCache(Generic[K, V]):
    """What ``look`` gives, looked up at most once a second for each key; thread-safe."""

    def __init__(self, look: Callable[[K], V]) -> None:
        self._look = look
        self._lock = Lock()
        self._found: dict[K, tuple[float, V]] = {}
        self._forgotten = 0

    def of(self, key: K) -> V:
        """What there is for this key."""
        now = time.monotonic()
        with self._lock:
            found = self._found.get(key)
            forgotten = self._forgotten
        if found is not None and now - found[0] < _SECONDS:
            return found[1]
        looked_up = self._look(key)
        with self._lock:
            if forgotten == self._forgotten:  # else it may be of before
                self._found = {
                    other: value
                    for other, value in self._found.items()
                    if now - value[0] < _SECONDS
                } | {key: (now, looked_up)}
        return looked_up

    def forget(self) -> None:
        """Look anew next time: this client has just written."""
        with self._lock:
            self._forgotten += 1
            self._found = {}
