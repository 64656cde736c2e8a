"""Asks again where that may help: after 429, timeouts and failures of the server."""

import random
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from graphmem.errors import (
    LlmError,
    LlmRateLimitError,
    LlmRequestError,
    LlmSetupError,
    LlmUnavailableError,
)

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


T = TypeVar("T")

_REFUSED_FOR_GOOD = frozenset({401, 402, 403, 404})
_WORTH_ANOTHER_TRY = frozenset({408, 409, 425, 429})
# litellm tells of a key that is not there as of a failure of the server.
_NO_KEY = re.compile(r"missing (?:credentials|api[ _]key)|api[ _]key .{0,80}must be set", re.I)


class Backoff(NamedTuple):
    """Waits before each further attempt, in seconds: ``first``, doubled up to ``longest``.

    A Retry-After of the server replaces them, unless it asks for more than ``longest``. A random
    share of up to ``jitter`` is added, so that parallel calls do not come back all at once.
    """

    first: float = 1.0
    longest: float = 60.0
    jitter: float = 0.5

    def wait(self, failures: int, retry_after: float | None) -> float:
        """Seconds to wait after the ``failures``-th failure."""
        planned = min(self.first * 2 ** (failures - 1), self.longest)
        wanted = planned if retry_after is None else retry_after
        return wanted * (1 + random.uniform(0, self.jitter))


def ask_again(
    call: Callable[[], T],
    *,
    model: str,
    failure: type[Exception],
    max_attempts: int,
    backoff: Backoff,
    on_retry: Callable[[], None],
) -> T:
    """Give what ``call`` gives, after at most ``max_attempts``; raises an `LlmError`.

    ``failure`` is the base of the exceptions that the client raises; others go through.
    """
    attempt = 1
    while True:
        try:
            return call()
        except failure as error:
            retry_after = _retry_after(error)
            patient = retry_after is None or retry_after <= backoff.longest
            if not (_is_passing(error) and patient and attempt < max_attempts):
                raise _explain(error, model, attempt, retry_after) from error
        on_retry()
        time.sleep(backoff.wait(attempt, retry_after))
        attempt += 1


def status_of(error: Exception) -> int | None:
    """The HTTP status of a client's exception, where it has one."""
    status = getattr(error, "status_code", None)
    return int(status) if isinstance(status, int | str) and str(status).isdigit() else None


def _is_passing(error: Exception) -> bool:
    status = status_of(error)
    if "insufficient_quota" in str(error) or _NO_KEY.search(str(error)):
        return False  # No wait mends it.
    return status is None or status >= 500 or status in _WORTH_ANOTHER_TRY


def _retry_after(error: Exception) -> float | None:
    """Seconds, from the number or the date that the header may hold."""
    # litellm builds its exceptions anew and puts the provider's headers beside them.
    told: Any = getattr(error, "litellm_response_headers", None)
    own: Any = getattr(getattr(error, "response", None), "headers", None)
    value = (told or {}).get("retry-after") or (own or {}).get("retry-after")
    if not value:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (ValueError, TypeError):
        return None


def _explain(error: Exception, model: str, attempts: int, retry_after: float | None) -> LlmError:
    status = status_of(error)
    told = " ".join(str(error).split())[:500]
    tried = f" after {attempts} attempts" if attempts > 1 else ""
    for_good = status in _REFUSED_FOR_GOOD or _NO_KEY.search(str(error)) is not None
    if for_good or "insufficient_quota" in told or "LLM Provider NOT provided" in str(error):
        return LlmSetupError(
            f"{model} cannot be used: {told}",
            next_step="Check the model's name, its key, its credit and the address.",
        )
    if status == 429:
        asked = f"; it asks for a wait of {retry_after:.0f} s" if retry_after else ""
        return LlmRateLimitError(
            f"{model} takes no more requests for now{tried}{asked}.",
            next_step="Run it again later, or with fewer in parallel.",
        )
    if status is None or status >= 500 or status in _WORTH_ANOTHER_TRY:
        return LlmUnavailableError(
            f"{model} does not answer{tried}: {told}",
            next_step="Check the address and the provider's status, then run it again.",
        )
    return LlmRequestError(
        f"{model} refuses the request: {told}",
        next_step="Look at the reason; a smaller chunk helps where it is too long.",
    )
