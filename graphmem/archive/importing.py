"""An archive into a space: checked as a whole, then written in batches that may be run again."""

import time
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from graphmem.archive.checking import (
    LINKS_AT_ONCE,
    NODES_AT_ONCE,
    ArchiveOverlap,
    batches,
    check_archive,
    of_kind,
)
from graphmem.archive.container import ArchiveReader
from graphmem.archive.rows import PlacedLink, links_in, nodes_in
from graphmem.model.archive import ArchiveReceipt, Manifest
from graphmem.model.progress import Progress
from graphmem.store.archive import ArchivedNode, ArchiveStore, LinkRow, space_state
from graphmem.store.database import Database
from graphmem.store.lock import changed

_WAITS = "waiting_since"


def import_space(
    database: Database,
    space: str,
    path: Path,
    *,
    progress: Progress,
    checked: ArchiveOverlap | None = None,
) -> ArchiveReceipt:
    """Bring an archive into the space that it is of, whose lease is held.

    What stands is left as it is; run again, it goes on where it was cut short. ``checked`` is what
    `check_archive` gave, where that was done already. Raises `ArchiveError` where it does not fit,
    before anything is written, and `ConflictError` where somebody deleted of the space meanwhile.
    """
    begun = time.monotonic()
    with ArchiveReader(path) as reader:
        found = checked or check_archive(reader, database, space, progress=progress)
        written = _Writing(reader, database, space, progress)
        nodes = written.nodes()
        links = written.links()
        written.sessions_wait()
        held = reader.manifest
        # Of one person's archive no layer above the session came.
        others = found.others or _more_came(database, space, held) or held.person is not None
        if others:
            written.store.plan_anew()
    return ArchiveReceipt(
        space=space,
        nodes=nodes,
        relationships=links,
        nodes_standing=sum(held.nodes.values()) - sum(nodes.values()),
        relationships_standing=sum(held.relationships.values()) - sum(links.values()),
        reconcile=others,
        bytes=path.stat().st_size,
        seconds=time.monotonic() - begun,
    )


def _more_came(database: Database, space: str, manifest: Manifest) -> bool:
    """Whether somebody wrote into the space meanwhile; `ConflictError` where they took away."""
    there = space_state(database, space).nodes
    if any(there.get(label, 0) < count for label, count in manifest.nodes.items()):
        raise changed("space")
    return there != manifest.nodes


class _Writing:
    """Writes the parts of one archive, nodes first."""

    def __init__(
        self, reader: ArchiveReader, database: Database, space: str, progress: Progress
    ) -> None:
        embedding = reader.manifest.embedding
        self.store = ArchiveStore(database, space, embedding=(embedding.model, embedding.dimension))
        self._reader = reader
        self._progress = progress
        self._done = 0
        self._total = sum(part.lines for part in reader.manifest.parts)

    def nodes(self) -> dict[str, int]:
        """Make the nodes that do not stand; how many these are, by label."""
        made = {}
        for part in of_kind(self._reader.manifest, "nodes"):
            made[part.of] = 0
            for some in batches(nodes_in(self._reader, part), NODES_AT_ONCE):
                nodes = [_without_waiting(one.node, part.of) for one in some]
                made[part.of] += self.store.write_nodes(part.of, nodes)
                self._tell(len(some))
        return made

    def links(self) -> dict[str, int]:
        """Make the relationships that do not stand; how many these are, by type."""
        made = {}
        for part in of_kind(self._reader.manifest, "relationships"):
            made[part.of] = 0
            rows = _together(links_in(self._reader, part))
            for some in batches(rows, LINKS_AT_ONCE):
                made[part.of] += self.store.write_links(part.of, some)
                self._tell(sum(len(row.links) for row in some))
        return made

    def sessions_wait(self) -> None:
        """Let sessions wait for extraction as they do in the archive.

        Only at the end: a worker that found one whose turns are not there yet would take it for
        read.
        """
        for part in of_kind(self._reader.manifest, "nodes"):
            if part.of == "Session":
                waiting = (
                    one.node
                    for one in nodes_in(self._reader, part)
                    if _WAITS in one.node.properties
                )
                for some in batches(waiting, NODES_AT_ONCE):
                    self.store.await_extraction(some)

    def _tell(self, done: int) -> None:
        self._done += done
        self._progress("importing lines", self._done, self._total)


def _without_waiting(node: ArchivedNode, label: str) -> ArchivedNode:
    if label != "Session":
        return node
    kept = {key: value for key, value in node.properties.items() if key != _WAITS}
    return node._replace(properties=kept)


def _together(links: Iterable[PlacedLink]) -> Iterator[LinkRow]:
    """Those between two nodes as one row; in an archive they stand one after the other."""
    for (source, target), some in groupby(links, key=lambda link: (link.source, link.target)):
        yield LinkRow(source, target, tuple(link.properties for link in some))
