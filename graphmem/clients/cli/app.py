"""The command tree, and what an error looks like."""

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli import (
    INTERRUPTED,
    admin,
    decisions,
    demo,
    evaluate,
    find,
    ranker,
    server,
    talk,
    tools,
)
from graphmem.clients.cli.output import error_console, print_json, shown, use_safe_streams
from graphmem.clients.cli.tool_tables import print_question_back
from graphmem.errors import AmbiguousNameError, GraphMemError

app = typer.Typer(
    name="graphmem",
    help="Long-term memory on Neo4j that knows who said what, about whom, when, and in which turn.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"graphmem {version('graphmem')}")
        raise typer.Exit


@app.callback()
def _root(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Long-term memory on Neo4j that knows who said what, about whom, when, and in which turn."""


app.command("demo")(demo.demo)
app.command("ingest")(talk.ingest)
app.command("search")(find.search)
app.command("explain")(find.explain)
app.command("ask")(talk.ask)
app.command("timeline")(tools.timeline)
app.command("context")(tools.context)
app.command("compare")(tools.compare)
app.command("compare-people")(tools.compare_people)
app.command("contradictions")(tools.contradictions)
app.command("reconcile")(decisions.reconcile)
app.add_typer(decisions.app, name="decisions")
app.command("merge")(decisions.merge)
app.command("separate")(decisions.separate)
app.add_typer(evaluate.app, name="eval")
app.command("train-ranker")(ranker.train_ranker)
app.command("conversations")(admin.conversations)
app.command("cypher")(admin.cypher)
app.command("doctor")(admin.doctor)
app.command("reembed")(admin.reembed)
app.add_typer(server.app, name="server")


def run() -> None:
    """Run the command line; a `GraphMemError` ends it with exit code 1 and what to do next."""
    use_safe_streams()
    try:
        try:
            _run()
        finally:
            # Not left to the interpreter's end, which would print a traceback.
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        # The reader has seen enough (`| head -1`): what is left to write goes nowhere.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        sys.exit(1)


def _run() -> None:
    try:
        app()
    except GraphMemError as error:
        _print_error(error)
        sys.exit(1)


def _print_error(error: GraphMemError) -> None:
    if "--json" in sys.argv:
        told = {"error": type(error).__name__, "problem": error.problem, "next": error.next_step}
        if isinstance(error, AmbiguousNameError):
            candidates = [candidate._asdict() for candidate in error.candidates]
            print_json(told | {"candidates": candidates})
        else:
            print_json(told)
        return
    if isinstance(error, AmbiguousNameError):
        print_question_back(error)
        return
    errors = error_console()
    errors.print(Text.assemble(("error:", "bold red"), " ", shown(error.problem)))
    errors.print(Text.assemble(("next:", "bold"), "  ", shown(error.next_step)))
