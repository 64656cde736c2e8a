"""The end of a log."""

import os
from pathlib import Path

from graphmem.errors import ServerError

_BYTES_A_LINE = 1000


def tail(file: Path, lines: int) -> tuple[str, ...]:
    """Give the last lines of a file; none if it is not there.

    Raises `ServerError` for a file that is there and cannot be read.
    """
    try:
        with file.open("rb") as stream:
            size = stream.seek(0, os.SEEK_END)
            stream.seek(max(0, size - lines * _BYTES_A_LINE))
            text = stream.read().decode(errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise ServerError(
            f"The log {file} cannot be read: {error}.",
            next_step="Give the rights to read it, or set GRAPHMEM_HOME.",
        ) from error
    return tuple(text.splitlines()[-lines:]) if lines > 0 else ()
