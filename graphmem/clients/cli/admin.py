"""doctor, cypher, reembed; server start, stop, status, logs; export, import, backup, restore."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphmem import maintenance
from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import (
    Json,
    OnlySpaces,
    Space,
    console,
    error_console,
    opened,
    print_json,
    print_rows,
    progress,
    shown,
)
from graphmem.doctor import examine
from graphmem.model.archive import ArchiveReceipt
from graphmem.operations.rendering import counted
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

_MEGABYTE = 1_000_000


def cypher(
    query: Annotated[str, typer.Argument(help="A query that only reads; it sees every space.")],
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many rows.")
    ] = 1_000,
    as_json: Json = False,
) -> None:
    """Run one read-only Cypher query of your own."""
    with opened(quiet=as_json) as memory:
        found = memory.cypher(query, limit=limit)
    if as_json:
        for row in found.rows:
            print_json(dict(zip(found.columns, row, strict=True)))
        return
    print_rows(found.columns, found.rows)
    if found.truncated:
        console().print(f"… more than {limit:,} rows; --limit shows more", style="dim")


def doctor(as_json: Json = False) -> None:
    """Check Java, jars, server, schema, model and disk, and say what to mend."""
    settings = load_settings()
    with progress(quiet=as_json) as report:
        checks = examine(settings, progress=report)
    for check in checks:
        if as_json:
            print_json(check)
            continue
        mark = ("ok  ", "green") if check.ok else ("FAIL", "bold red")
        console().print(Text.assemble(mark, f" {check.name:<8} ", shown(check.detail)))
        if check.fix:
            console().print(Text.assemble(" " * 14, ("next:", "bold"), " ", shown(check.fix)))
    if not all(check.ok for check in checks):
        raise typer.Exit(1)


def reembed(as_json: Json = False) -> None:
    """Encode all turns, answers, questions and entities again with the model of the settings."""
    settings = load_settings()
    with progress(quiet=as_json) as report:
        turns = maintenance.reembed(settings, progress=report)
    if as_json:
        print_json({"turns": turns, "embedding_model": settings.embedding_model})
    else:
        model = shown(settings.embedding_model)
        console().print(Text.assemble(f"{turns:,} turns encoded with ", model))


app = App(
    help="The embedded Neo4j: start, stop, status, logs.",
)
Lines = Annotated[int, typer.Option("--lines", "-n", metavar="N", min=1, help="How many lines.")]


@app.command()
def start(as_json: Json = False) -> None:
    """Start the server of the data folder, or share the running one."""
    server = EmbeddedServer(load_settings())
    with progress(quiet=as_json) as report:
        EmbeddedServer(server.settings, progress=report).start()
    _show(server, as_json=as_json)


@app.command()
def status(as_json: Json = False) -> None:
    """Tell whether the server runs, and where."""
    _show(EmbeddedServer(load_settings()), as_json=as_json)


@app.command()
def stop(
    force: Annotated[bool, typer.Option("--force", help="Kill it if it does not end.")] = False,
    as_json: Json = False,
) -> None:
    """Stop the server of the data folder."""
    stopped = EmbeddedServer(load_settings()).stop(force=force)
    if as_json:
        print_json({"stopped": stopped})
    else:
        console().print("stopped" if stopped else "was not running")


@app.command()
def logs(lines: Lines = 50, as_json: Json = False) -> None:
    """Show the last lines of the server's log."""
    for line in EmbeddedServer(load_settings()).log_tail(lines):
        if as_json:
            print_json({"line": line})
        else:
            console().print(shown(line), soft_wrap=True)


def _show(server: EmbeddedServer, *, as_json: bool) -> None:
    found = server.status()
    if as_json:
        print_json(found)
        return
    for name, value in (
        ("state", found.state),
        ("neo4j", found.version),
        ("bolt", found.uri),
        ("browser", found.http_url),
        ("pid", found.pid),
        ("data", found.home),
        ("log", found.log),
    ):
        if value is not None:
            console().print(shown(f"{name:<8} {value}"), soft_wrap=True)


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
