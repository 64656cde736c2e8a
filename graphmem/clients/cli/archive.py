"""export and import: a space in a file; backup and restore: a database in a folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from graphmem import maintenance
from graphmem.clients.cli.output import (
    Json,
    OnlySpaces,
    Space,
    console,
    error_console,
    opened,
    print_json,
    progress,
    shown,
)
from graphmem.model.archive import ArchiveReceipt
from graphmem.operations.rendering import counted
from graphmem.settings import load_settings

_MEGABYTE = 1_000_000


def export(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A new file.")],
    person: Annotated[
        str | None,
        typer.Option("--person", "-p", metavar="NAME", help="Only what this person heard."),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Write all that the space holds, or that one person heard, into one archive."""
    with opened(space, quiet=as_json) as memory, progress(quiet=as_json) as report:
        receipt = memory.export_archive(path, person=person, progress=report)
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
    _tell_import(receipt)


def backup(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    spaces: OnlySpaces = None,
    as_json: Json = False,
) -> None:
    """Write all spaces of the database into one folder, while others read and write.

    API keys and settings are no part of it.
    """
    with progress(quiet=as_json) as report:
        made = maintenance.back_up(load_settings(), folder, spaces=spaces or (), progress=report)
    if as_json:
        print_json(made)
        return
    for one in made.spaces:
        size = f"{one.bytes / _MEGABYTE:,.1f} MB"
        told = _counts(one.nodes, one.relationships)
        console().print(shown(f"{one.space}, as of {one.as_of}: {told} ({size})"))
    console().print(shown(f"{counted(len(made.spaces), 'space')} in {folder}"))


def restore(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A backup.")],
    spaces: OnlySpaces = None,
    existing: Annotated[
        bool,
        typer.Option("--existing", help="Bring in what is missing in spaces that are there."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Bring a backup into a database that holds none of its spaces.

    All of it is checked before any node of a space is written.
    """
    with progress(quiet=as_json) as report:
        receipts = maintenance.restore(
            load_settings(), folder, spaces=spaces or (), existing=existing, progress=report
        )
    for receipt in receipts:
        if as_json:
            print_json(receipt)
        else:
            _tell_import(receipt)


def _tell_import(receipt: ArchiveReceipt) -> None:
    standing = receipt.nodes_standing + receipt.relationships_standing
    console().print(
        shown(f"{_made(receipt)} came into space {receipt.space}; {standing:,} stood there already")
    )
    if receipt.reconcile:
        error_console().print(
            "note: `graphmem reconcile` brings what came in together with all that the space holds"
        )


def _made(receipt: ArchiveReceipt) -> str:
    return _counts(receipt.nodes, receipt.relationships)


def _counts(nodes: Mapping[str, int], relationships: Mapping[str, int]) -> str:
    links = counted(sum(relationships.values()), "relationship")
    return f"{counted(sum(nodes.values()), 'node')} and {links}"
