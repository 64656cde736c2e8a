"""The data folder of the server: what lies where, readable by its owner only."""

import os
import socket
import tempfile
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template

from pydantic import ValidationError

from graphmem.server.model import HOST, Ports, ServerMemory
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
