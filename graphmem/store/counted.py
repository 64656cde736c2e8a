"""Queries that write one thing for each row: none may be lost between two that it links."""

from collections.abc import Iterator, Sequence
from typing import Any

from graphmem.errors import StoreError
from graphmem.store.database import Work

# A server of little memory holds this many rows at once, whatever they carry.
_ROWS = 2_000


def run_counted(work: Work, query: str, rows: Sequence[dict[str, Any]], **parameters: Any) -> None:
    """Run a query that writes one thing for each row, and make sure that it did.

    ``parameters`` are those that it takes besides (``space``).
    """
    written = sum(work.run(query, rows=some, **parameters)[0]["written"] for some in batches(rows))
    if written != len(rows):
        raise StoreError(
            f"{query} wrote {written} of {len(rows)}: what it links is not in the graph.",
            next_step="Nothing was kept. Report this; it is a fault of graphmem.",
        )


def batches(rows: Sequence[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    """As many rows as one query takes at a time, within one transaction."""
    for start in range(0, len(rows), _ROWS):
        yield rows[start : start + _ROWS]
