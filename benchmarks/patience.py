"""A server that does not answer for a while, on a machine with other work, is asked again."""

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from neo4j.exceptions import ServiceUnavailable, SessionExpired

from graphmem.errors import ConnectionFailedError

T = TypeVar("T")

_PAUSES = (2, 10, 60, 300)  # seconds


def patiently(call: Callable[[], T]) -> T:
    """What the call gives, which may be made several times: nothing may be lost by that."""
    for pause in _PAUSES:
        try:
            return call()
        except (ConnectionFailedError, ServiceUnavailable, SessionExpired) as error:
            print(f"again in {pause} s: {error}", file=sys.stderr, flush=True)
            time.sleep(pause)
    return call()
