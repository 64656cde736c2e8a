"""Whose certificates are trusted while jars are fetched: the system's authorities as well."""

import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from graphmem.server import extras

_lock = Lock()
_users = 0


@contextmanager
def system_trust() -> Iterator[None]:
    """Trust whom the system trusts, such as a firm's own authority, until the block ends.

    Downloads go through a library that takes no context of ours, so the one of the process is
    replaced meanwhile, unless the caller has done so for good.
    """
    try:
        import truststore
    except ImportError as error:
        raise extras.missing("truststore") from error
    global _users
    with _lock:
        if _users or ssl.SSLContext is not truststore.SSLContext:
            _users += 1
            ours = True
            truststore.inject_into_ssl()
        else:
            ours = False
    try:
        yield
    finally:
        if ours:
            with _lock:
                _users -= 1
                if not _users:
                    truststore.extract_from_ssl()
