"""doctor, cypher, reembed; server start, stop, status, logs."""

from typing import Annotated

import typer
from rich.text import Text

from graphmem import maintenance
from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import (
    Json,
    console,
    opened,
    print_json,
    print_rows,
    progress,
    shown,
)
from graphmem.doctor import examine
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings


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
