"""Limits requests: a token bucket for each caller, and the size of a body."""

import time
from collections import OrderedDict
from collections.abc import Callable
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.types import Message, Receive, Scope

_MOST_CALLERS = 10_000
_DIGITS = 20  # of 64 bits


class RateLimit:
    """So many requests a second for each caller, and a burst of them at once.

    These hold for whoever has none of their own. For one event loop; ``clock`` gives seconds.
    """

    def __init__(
        self, rate: float, burst: int, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, caller: str, *, rate: float | None = None, burst: int | None = None) -> float:
        """Take one request of a caller's: 0, or the seconds until there is room for one."""
        now = self._clock()
        rate, most = rate or self._rate, float(burst or self._burst)
        left, since = self._left.pop(caller, (most, now))
        left = min(most, left + (now - since) * rate)
        allowed = left >= 1
        self._left[caller] = (left - 1 if allowed else left, now)
        if len(self._left) > _MOST_CALLERS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) / rate


def too_large(scope: Scope, most: int) -> bool:
    """Tells whether a request says itself that its body has more than ``most`` bytes."""
    for name, value in scope["headers"]:
        if name == b"content-length":
            # Python refuses to read thousands of digits.
            return not value.isdigit() or len(value) > _DIGITS or int(value) > most
    return False


def bounded(receive: Receive, most: int) -> Receive:
    """The body of a request, as far as it has no more than ``most`` bytes; then 413 is raised."""
    read = 0

    async def receive_bounded() -> Message:
        nonlocal read
        message = await receive()
        if message["type"] == "http.request":
            read += len(message.get("body", b""))
            if read > most:
                raise HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return message

    return receive_bounded
