"""server start, stop, status, logs."""

from typing import Annotated

import typer

from graphmem.clients.cli.help import App
from graphmem.clients.cli.output import Json, console, print_json, progress, shown
from graphmem.server import EmbeddedServer
from graphmem.settings import load_settings

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
