"""The manifest of a backup: which spaces of a database it holds, and as of which moments."""

from typing import Literal

from pydantic import Field

from graphmem.model.base import Frozen


class SpaceBackup(Frozen):
    """The archive of one space: its file, and the moment (UTC) as of which it holds the space."""

    space: str
    file: str = Field(pattern=r"^\d{4,}\.zip$")
    as_of: str
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    nodes: dict[str, int]
    relationships: dict[str, int]


class Backup(Frozen):
    """The archives of the spaces of one database, made between two moments (UTC)."""

    format: Literal["graphmem-backup"] = "graphmem-backup"
    format_version: Literal[1] = 1
    graphmem_version: str
    schema_version: int
    began_at: str
    ended_at: str
    spaces: tuple[SpaceBackup, ...] = Field(min_length=1)
