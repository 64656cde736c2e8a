"""The links between the answers of a space: what is derived replaces what stood."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from graphmem.model.links import StatementLink
from graphmem.store.counted import batches, run_counted
from graphmem.store.database import Work
from graphmem.store.workspace_rows import Row


class Relinked(NamedTuple):
    """How many links were made and taken away."""

    linked: int
    unlinked: int


def set_answer_links(work: Work, space: str, links: Sequence[StatementLink]) -> Relinked:
    """Make the links between a space's answers these; what stands already is not touched."""
    wanted = set(links)
    standing = {StatementLink(*record.values()) for record in work.run("answer_links", space=space)}
    gone, new = _rows(standing - wanted), _rows(wanted - standing)
    for some in batches(gone):
        work.run("unlink_answer_pairs", space=space, rows=some)
    run_counted(work, "link_answer_pairs", new, space=space)
    return Relinked(len(new), len(gone))


def _rows(links: Iterable[StatementLink]) -> list[Row]:
    return [
        {"from": link.source, "to": link.target, "kind": str(link.kind), "about": link.about}
        for link in sorted(links)
    ]
