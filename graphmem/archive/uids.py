"""A set of uids on disk, for as many as an archive may have."""

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from graphmem.errors import InputError


class Uids:
    """The uids of an archive, on disk: there may be more than memory should hold."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def add(self, uids: Iterable[str]) -> None:
        """Add these, each once."""
        self._connection.executemany("INSERT INTO uids VALUES (?)", ((uid,) for uid in uids))

    def __contains__(self, uid: str) -> bool:
        found = self._connection.execute("SELECT 1 FROM uids WHERE uid = ?", (uid,))
        return found.fetchone() is not None


@contextmanager
def uids_on_disk() -> Iterator[Uids]:
    """An empty set of uids in a temporary file; raises `InputError` where there is no room."""
    try:
        with (
            tempfile.TemporaryDirectory(prefix="graphmem-uids-") as folder,
            closing(sqlite3.connect(Path(folder) / "uids", isolation_level=None)) as connection,
        ):
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("CREATE TABLE uids (uid TEXT PRIMARY KEY) WITHOUT ROWID")
            connection.execute("BEGIN")
            yield Uids(connection)
    except sqlite3.Error as error:
        raise InputError(
            f"The uids of the archive cannot be kept in a temporary file: {error}.",
            next_step="Make room in the folder for temporary files, or set TMPDIR to another.",
        ) from error
