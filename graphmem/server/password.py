"""The database's password, and the first start of a data folder, which can be cut off at any point.

The server makes its first user from a hash that is written here, as ``neo4j-admin dbms
set-initial-password`` would; so the well-known first password of Neo4j never opens it, and a crash
at any point leaves a password that fits. Neo4j cannot recover a store that it was still making when
it was killed ("Transaction logs are missing"). A mark tells such a store, which nobody was ever
given the address of, from every other.
"""

import hashlib
import secrets
import tempfile
from pathlib import Path

from graphmem.errors import ServerError
from graphmem.server.home import ServerHome, write_private
from graphmem.server.model import USER

_ROUNDS = 1024  # what Neo4j writes itself; the password has 256 random bits


def ensure_password(home: ServerHome) -> str:
    """Give the stored password, or make one for a data folder that has no database yet.

    Raises `ServerError` when there is a database and its password is gone.
    """
    password = read_password(home)
    if password is None:
        if (home.databases / "system").exists():
            raise ServerError(
                f"{home.databases} holds databases, but their password is gone: "
                f"{home.password_file} is missing or empty.",
                next_step="Put the password back into that file, or use another GRAPHMEM_HOME.",
            )
        password = secrets.token_urlsafe(32)
        write_private(home.password_file, f"{password}\n")
    home.password_file.chmod(0o600)
    return password


def write_initial_user(home: ServerHome, password: str) -> None:
    """Make the password that of the first user; without effect once the database has one."""
    write_private(home.initial_user_file, initial_user(password, salt=secrets.token_bytes(32)))


def read_password(home: ServerHome) -> str | None:
    """Give the stored password, or None."""
    try:
        return home.password_file.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None


def initial_user(password: str, *, salt: bytes) -> str:
    """Give the line of Neo4j's auth.ini for its first user."""
    digest = salt + password.encode()
    for _ in range(_ROUNDS):
        digest = hashlib.sha256(digest).digest()
    return f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{_ROUNDS}:\n"


def begin_first_start(home: ServerHome, password: str) -> None:
    """Prepare a start; what a first start left half made is set aside, and never removed."""
    if home.first_start_mark.exists() and home.databases.exists():
        aside = Path(tempfile.mkdtemp(dir=home.root, prefix="unfinished-"))
        home.data.rename(aside / home.data.name)
        home.prepare()
    if not home.databases.exists():
        write_private(home.first_start_mark, "")
    write_initial_user(home, password)


def end_first_start(home: ServerHome) -> None:
    """Note that the server of this home has answered: its data are never set aside."""
    home.first_start_mark.unlink(missing_ok=True)
