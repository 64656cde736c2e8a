"""The first start of a data folder, which can be cut off at any point.

Neo4j cannot recover a store that it was still making when it was killed ("Transaction logs are
missing"). A mark tells such a store, which nobody was ever given the address of, from every other.
"""

import tempfile
from pathlib import Path

from graphmem.server.home import ServerHome, write_private
from graphmem.server.password import write_initial_user


def begin(home: ServerHome, password: str) -> None:
    """Prepare a start; what a first start left half made is set aside, and never removed."""
    if home.first_start_mark.exists() and home.databases.exists():
        aside = Path(tempfile.mkdtemp(dir=home.root, prefix="unfinished-"))
        home.data.rename(aside / home.data.name)
        home.prepare()
    if not home.databases.exists():
        write_private(home.first_start_mark, "")
    write_initial_user(home, password)


def finish(home: ServerHome) -> None:
    """Note that the server of this home has answered: its data are never set aside."""
    home.first_start_mark.unlink(missing_ok=True)
