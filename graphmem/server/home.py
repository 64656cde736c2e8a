"""The data folder of the server, readable by its owner only; its password and its first start.

The server makes its first user from a hash that is written here, as ``neo4j-admin dbms
set-initial-password`` would; so the well-known first password of Neo4j never opens it, and a crash
at any point leaves a password that fits. Neo4j cannot recover a store that it was still making when
it was killed ("Transaction logs are missing"). A mark tells such a store, which nobody was ever
given the address of, from every other.
"""

import hashlib
import os
import secrets
import socket
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template

from pydantic import ValidationError

from graphmem.errors import ServerError
from graphmem.server.model import HOST, USER, Ports, ServerMemory
from graphmem.settings import Settings

# The Browser's own default without the hosts of analytics, feedback, fonts and guides.
_CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self' data:; "
    "style-src 'self' 'unsafe-inline'; base-uri 'none'; object-src 'none'; "
    "frame-ancestors 'none'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*"
)


@dataclass(frozen=True)
class ServerHome:
    """The folder that is the home of one server."""

    root: Path

    @classmethod
    def of(cls, settings: Settings) -> "ServerHome":
        """Give the server's home in the data folder of the settings."""
        # One spelling for all processes: a server is recognised by it.
        return cls(settings.home.expanduser().resolve() / "server")

    @property
    def conf(self) -> Path:
        """The folder of neo4j.conf."""
        return self.root / "conf"

    @property
    def hosts_file(self) -> Path:
        """The only host names that the server can resolve."""
        return self.conf / "hosts"

    @property
    def lock(self) -> Path:
        """Held while a server is started or stopped."""
        return self.root / "run" / "lock"

    @property
    def pid_file(self) -> Path:
        """The process of the server that was started last."""
        return self.root / "run" / "server.pid"

    @property
    def ports_file(self) -> Path:
        """The ports of the server that was started last."""
        return self.root / "run" / "ports.json"

    @property
    def password_file(self) -> Path:
        """The password of the database."""
        return self.root / "password"

    @property
    def first_start_mark(self) -> Path:
        """There from before the first start until the server has answered once."""
        return self.root / "run" / "first-start"

    @property
    def data(self) -> Path:
        """All that the server keeps."""
        return self.root / "data"

    @property
    def initial_user_file(self) -> Path:
        """The file that Neo4j makes its first user from."""
        return self.data / "dbms" / "auth.ini"

    @property
    def databases(self) -> Path:
        """The databases' files; there once the server has run."""
        return self.data / "databases"

    @property
    def log(self) -> Path:
        """All that the server prints, since its last start."""
        return self.root / "logs" / "console.log"

    def prepare(self) -> None:
        """Make the folders, closed to others."""
        for folder in (
            self.root,
            self.conf,
            self.lock.parent,
            self.log.parent,
            self.initial_user_file.parent,
            self.root / "import",
        ):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.root.chmod(0o700)

    def write_conf(self, memory: ServerMemory, ports: Ports) -> None:
        """Write neo4j.conf for a start."""
        template = resources.files("graphmem.server").joinpath("neo4j.conf.template")
        text = Template(template.read_text(encoding="utf-8")).substitute(
            host=HOST,
            bolt_port=ports.bolt,
            http_port=ports.http,
            heap=memory.heap,
            pagecache=memory.pagecache,
            content_security_policy=_CONTENT_SECURITY_POLICY,
        )
        write_private(self.conf / "neo4j.conf", text)
        write_private(self.hosts_file, f"{HOST} localhost {socket.gethostname()}\n")

    def write_ports(self, ports: Ports) -> None:
        """Remember the ports, for other processes and the next start."""
        write_private(self.ports_file, ports.model_dump_json())

    def read_ports(self) -> Ports | None:
        """Give the ports of the last start, or None if none are known."""
        try:
            return Ports.model_validate_json(self.ports_file.read_bytes())
        except (OSError, ValidationError):
            return None


def write_private(file: Path, text: str) -> None:
    """Write a file of mode 0600, whole or not at all."""
    # mkstemp makes the file with mode 0600: it is never open to others, not even while empty.
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)
        stream.flush()
        os.fsync(stream.fileno())
    Path(name).replace(file)


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
