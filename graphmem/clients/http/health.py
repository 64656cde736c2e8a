"""Health check of the database, made once however many ask."""

import asyncio
import math
import time
from collections.abc import Callable

from graphmem.errors import GraphMemError

_SECONDS = 1.0


class Pulse:
    """Asks at most once a second, for one event loop."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._asking = asyncio.Lock()
        self._asked = -math.inf
        self._failure: GraphMemError | None = None

    async def require(self) -> None:
        """Raise what the check raised, now or less than a second ago."""
        async with self._asking:
            if time.monotonic() - self._asked > _SECONDS:
                self._failure = await asyncio.to_thread(_failure_of, self._check)
                self._asked = time.monotonic()
        if self._failure is not None:
            raise self._failure


def _failure_of(check: Callable[[], None]) -> GraphMemError | None:
    try:
        check()
    except GraphMemError as error:
        return error
    return None
