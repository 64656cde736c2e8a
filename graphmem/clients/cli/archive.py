"""export and import: a space in a file."""

from pathlib import Path
from typing import Annotated

import typer

from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    counted,
    error_console,
    opened,
    print_json,
    progress,
    shown,
)
from graphmem.model.archive import ArchiveReceipt

_MEGABYTE = 1_000_000


def export(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Write all that the space holds into one archive."""
    with opened(space, quiet=as_json) as memory, progress(quiet=as_json) as report:
        receipt = memory.export_archive(path, progress=report)
    if as_json:
        print_json(receipt)
        return
    size = f"{receipt.bytes / _MEGABYTE:,.1f} MB"
    console().print(shown(f"{_made(receipt)} of space {receipt.space} in {path} ({size})"))


def import_archive(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="An archive of the same space.")],
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Bring an archive into the space that it is of; what stands there is left as it is.

    All of it is checked before anything is written. The same archive again changes nothing.
    """
    with opened(space, quiet=as_json) as memory, progress(quiet=as_json) as report:
        receipt = memory.import_archive(path, progress=report)
    if as_json:
        print_json(receipt)
        return
    standing = receipt.nodes_standing + receipt.relationships_standing
    console().print(
        shown(f"{_made(receipt)} came into space {receipt.space}; {standing:,} stood there already")
    )
    if receipt.reconcile:
        error_console().print(
            "note: the space held something else; `graphmem reconcile` brings the two together"
        )


def _made(receipt: ArchiveReceipt) -> str:
    nodes, links = sum(receipt.nodes.values()), sum(receipt.relationships.values())
    return f"{counted(nodes, 'node')} and {counted(links, 'relationship')}"
