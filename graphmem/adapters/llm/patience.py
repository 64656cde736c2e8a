"""When to stop asking a model that is down: each request to it costs all its attempts."""

from threading import Lock

from graphmem.errors import LlmUnavailableError

_GIVE_UP_AFTER = 6


class Patience:
    """Counts the requests in a row that nobody answered, from any thread."""

    def __init__(self) -> None:
        self._unanswered = 0
        self._lock = Lock()

    def check(self, model: str) -> None:
        """Raise `LlmUnavailableError` where six requests in a row got no answer."""
        with self._lock:
            lost = self._unanswered >= _GIVE_UP_AFTER
        if lost:
            raise LlmUnavailableError(
                f"{model} had stopped answering.",
                next_step="Check the address and the provider's status, then run it again.",
            )

    def note(self, *, answered: bool) -> None:
        """Count a request that was answered, or was given up."""
        with self._lock:
            self._unanswered = 0 if answered else self._unanswered + 1
