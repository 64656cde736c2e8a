"""One Memory for each space that is served; they share the embedding model."""

from threading import Lock

from graphmem.adapters.chosen import chosen_encoder
from graphmem.adapters.encoder import Encoder
from graphmem.memory import Memory
from graphmem.settings import Settings


class Memories:
    """Opens a space when it is first asked for; thread-safe."""

    def __init__(self, settings: Settings, *, encoder: Encoder | None = None) -> None:
        self._settings = settings
        self._encoder = encoder
        self._opened: dict[str, Memory] = {}
        self._lock = Lock()
        self._opening: dict[str, Lock] = {}

    def open(self) -> None:
        """Load the model and reach the server, so that the first request finds both. Seconds."""
        if self._encoder is None:
            self._encoder = chosen_encoder(self._settings)
        self.of(self._settings.space)

    def of(self, space: str) -> Memory:
        """The Memory of a space; raises what opening one raises."""
        if (opened := self._opened.get(space)) is not None:
            return opened
        with self._lock:
            opening = self._opening.setdefault(space, Lock())
        with opening:  # only who asks for this space waits for it
            if space not in self._opened:
                settings = self._settings.model_copy(update={"space": space})
                self._opened[space] = Memory(settings, encoder=self._encoder)
            return self._opened[space]

    def check(self) -> None:
        """Ask the server something small; raises a `StoreError` where it does not answer."""
        self.of(self._settings.space).cypher("RETURN 1 AS answered", limit=1)

    def close(self) -> None:
        """Close every connection."""
        with self._lock:
            for memory in self._opened.values():
                memory.close()
            self._opened.clear()
