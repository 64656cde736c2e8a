"""The manifests of an archive of a space and of a backup, and what became of either."""

from typing import Literal

from pydantic import Field

from graphmem.model.base import Frozen

FORMAT_VERSION = 1

_Digest = Field(pattern=r"^[0-9a-f]{64}$")


class EmbeddingSpace(Frozen):
    """Of which model the vectors are, and how many numbers each has."""

    model: str
    dimension: int = Field(ge=1)


class ArchivePart(Frozen):
    """One file of JSON Lines: all nodes of one label, or all relationships of one type.

    ``bytes`` and ``sha256`` are of the lines themselves, before they are packed.
    """

    name: str
    kind: Literal["nodes", "relationships"]
    of: str
    lines: int = Field(ge=0)
    bytes: int = Field(ge=0)
    sha256: str = _Digest


class Manifest(Frozen):
    """What an archive holds; ``exported_at`` is all that differs between two of one graph.

    ``person`` is whose archive it is, as they were named, None for a whole space; ``left_out``
    counts the nodes of the space that are not theirs, by label.
    """

    format: Literal["graphmem-archive"] = "graphmem-archive"
    format_version: int = FORMAT_VERSION
    graphmem_version: str
    schema_version: int
    exported_at: str
    space: str
    embedding: EmbeddingSpace
    person: str | None = None
    left_out: dict[str, int] | None = None
    nodes: dict[str, int]
    relationships: dict[str, int]
    parts: tuple[ArchivePart, ...]


class ArchiveReceipt(Frozen):
    """What an export has written, or an import has made; by label and by type.

    ``nodes_standing`` and ``relationships_standing`` were there already, and were left as they are.
    ``reconcile`` says that the space held something else besides, or that the archive is one
    person's, so that the conversations that came in wait to be reconciled.
    """

    space: str
    nodes: dict[str, int]
    relationships: dict[str, int]
    nodes_standing: int = 0
    relationships_standing: int = 0
    reconcile: bool = False
    bytes: int
    seconds: float


class SpaceBackup(Frozen):
    """The archive of one space: its file, and the moment (UTC) as of which it holds the space."""

    space: str
    file: str = Field(pattern=r"^\d{4,}\.zip$")
    as_of: str
    bytes: int = Field(ge=0)
    sha256: str = _Digest
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
