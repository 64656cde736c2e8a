"""The command tree, and what an error looks like."""

import os
import sys
from importlib.metadata import version
from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli import INTERRUPTED
from graphmem.clients.cli.commands import PANELS
from graphmem.clients.cli.help import App, epilog
from graphmem.clients.cli.output import error_console, print_json, shown, use_safe_streams
from graphmem.clients.cli.tool_tables import print_question_back
from graphmem.errors import AmbiguousNameError, GraphMemError


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"graphmem {version('graphmem')}")
        raise typer.Exit


def _root(
    _: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Long-term memory on Neo4j that knows who said what, about whom, when, and in which turn."""


def command_line(only: str | None = None) -> App:
    """The command tree; with ``only`` the name of a command, that one alone.

    A command is imported when it is added, so one alone begins sooner.
    """
    app = App(
        name="graphmem",
        help=_root.__doc__,
        epilog=epilog(
            (
                "graphmem demo",
                "graphmem ingest talk.jsonl",
                'graphmem ask "When did Ana plant the tulips?"',
                "graphmem COMMAND --help",
            )
        ),
    )
    app.callback()(_root)
    entries = [(panel, entry) for panel, held in PANELS.items() for entry in held]
    alone = [(panel, entry) for panel, entry in entries if entry.name == only]
    for panel, entry in alone or entries:
        entry.add_to(app, panel)
    return app


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
        # Named: `python -m graphmem` shall not be completed under that name. Alone, it tells what
        # there is, as for --help.
        arguments = sys.argv[1:] or ["--help"]
        command_line(arguments[0])(args=arguments, prog_name="graphmem")
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
