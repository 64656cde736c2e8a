"""All that is checked of an archive before anything of it is written."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from graphmem.archive.container import MANIFEST, ArchiveReader
from graphmem.archive.rows import PlacedNode, links_in, nodes_in, refuse_at
from graphmem.archive.uids import uids_on_disk
from graphmem.errors import ArchiveError
from graphmem.model.archive import ArchivePart, Manifest
from graphmem.model.progress import Progress
from graphmem.store.archive import space_state, standing_nodes
from graphmem.store.archive_values import NODE_SORTS, RELATIONSHIP_TYPES
from graphmem.store.database import Database
from graphmem.store.schema import read_mark

NODES_AT_ONCE = 500
LINKS_AT_ONCE = 1_000

# What a clock, a counter or the work that goes on decides, and vectors, whose last bits differ
# with the batch that they were encoded in: of these what stands is kept. The ledger only counts.
_RUNNING = {
    "recorded_at",
    "waiting_since",
    "told_at",
    "revision",
    "extracted_revision",
    "attempts",
    "failure",
    "retry_at",
    "worded",
    "worded_by",
    "worded_version",
    "relink",
    "left_places",
    "stale",
    "changes",
    "embedding",
    "name_embedding",
    "embedded_name",
}
_COUNTING = {"Ledger"}
_TOLD = 10

T = TypeVar("T")


@dataclass
class _Standing:
    """What is found of an archive in the space: how much, and what of it is otherwise there."""

    nodes: int = 0
    differing: int = 0
    told: list[str] = field(default_factory=list)


class ArchiveOverlap(NamedTuple):
    """How much of an archive stands in the space, and whether that holds something else besides."""

    standing: int
    others: bool


def check_archive(
    reader: ArchiveReader, database: Database, space: str, *, progress: Progress
) -> ArchiveOverlap:
    """Read the whole archive and hold it against itself and the space; writes nothing.

    Raises `ArchiveError`, which names part and line, where anything does not fit.
    """
    _check_manifest(reader.manifest, database, space)
    before = sum(space_state(database, space).nodes.values())
    standing = _Standing()
    total = sum(part.lines for part in reader.manifest.parts)
    done = 0
    with uids_on_disk() as known:
        for part in of_kind(reader.manifest, "nodes"):
            for some in batches(nodes_in(reader, part), NODES_AT_ONCE):
                known.add(one.node.uid for one in some)
                if before:
                    _compare(database, part, some, standing)
                done += len(some)
                progress("checking lines", done, total)
        if standing.differing:
            raise _refuse(space, standing)
        for part in of_kind(reader.manifest, "relationships"):
            for links in batches(links_in(reader, part), LINKS_AT_ONCE):
                for link in links:
                    for end in (link.source, link.target):
                        if end not in known:
                            raise refuse_at(part, link.line, f"the archive has no node {end}")
                done += len(links)
                progress("checking lines", done, total)
    return ArchiveOverlap(standing.nodes, before > standing.nodes)


def of_kind(manifest: Manifest, kind: str) -> Iterator[ArchivePart]:
    """The parts of nodes, or those of relationships, in their order."""
    return (part for part in manifest.parts if part.kind == kind)


def batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """As many at a time."""
    iterator = iter(items)
    while some := list(islice(iterator, size)):
        yield some


def _check_manifest(manifest: Manifest, database: Database, space: str) -> None:
    mark = read_mark(database)
    if manifest.space != space:
        raise ArchiveError(
            f"{MANIFEST}: the archive is of the space {manifest.space!r}, this is {space!r}. Uids "
            "are digests of the space's name, so it cannot come in under another.",
            next_step=f"Import it with --space {manifest.space} (or Memory(space=…)); to have its "
            "talk in another space, ingest the files that it was read from there.",
        )
    if manifest.schema_version != mark.schema_version:
        raise ArchiveError(
            f"{MANIFEST}: the archive has schema version {manifest.schema_version}, the database "
            f"{mark.schema_version}.",
            next_step=f"Import it with graphmem {manifest.graphmem_version} into a database of its "
            "own, open that with this one, and export it again.",
        )
    ours = (mark.embedding_model, mark.embedding_dimension)
    if (manifest.embedding.model, manifest.embedding.dimension) != ours:
        raise ArchiveError(
            f"{MANIFEST}: the archive holds vectors of {manifest.embedding.model} "
            f"({manifest.embedding.dimension} dimensions), the database of {ours[0]} ({ours[1]}).",
            next_step="Encode one of the two again with the other's model (`graphmem reembed`).",
        )
    for kind, counts, known in (
        ("nodes", manifest.nodes, NODE_SORTS),
        ("relationships", manifest.relationships, RELATIONSHIP_TYPES),
    ):
        parts = Counter({part.of: part.lines for part in of_kind(manifest, kind)})
        if unknown := sorted(set(parts) - set(known)):
            raise ArchiveError(
                f"{MANIFEST}: this graphmem knows no {kind} {unknown[0]!r}.",
                next_step=f"Import it with graphmem {manifest.graphmem_version}.",
            )
        if parts != Counter(counts):
            raise ArchiveError(
                f"{MANIFEST}: its counts of {kind} are not those of its parts.",
                next_step="Export the space again; an archive is not to be changed by hand.",
            )


def _compare(
    database: Database, part: ArchivePart, nodes: list[PlacedNode], found: _Standing
) -> None:
    standing = standing_nodes(database, [one.node.uid for one in nodes])
    found.nodes += len(standing)
    if part.of in _COUNTING:
        return
    for line, node in nodes:
        if node.uid in standing and (
            other := _other(node.properties, standing[node.uid].properties)
        ):
            found.differing += 1
            if len(found.told) < _TOLD:
                found.told.append(f"{part.name}, line {line}: {node.uid} ({', '.join(other)})")


def _other(archived: Mapping[str, Any], standing: Mapping[str, Any]) -> list[str]:
    """The properties that both have and that differ: what only one has contradicts nothing."""
    shared = sorted((archived.keys() & standing.keys()) - _RUNNING)
    return [key for key in shared if archived[key] != standing[key]]


def _refuse(space: str, found: _Standing) -> ArchiveError:
    told = "; ".join(found.told)
    left = found.differing - len(found.told)
    rest = f"; and {left:,} more" if left else ""
    return ArchiveError(
        f"{found.differing:,} nodes stand in the space {space!r} otherwise than the archive has "
        f"them; nothing was written. {told}{rest}.",
        next_step="Import it into another database, or into this one after `Memory.delete_space`.",
    )
