"""Prints results: lines and tables for people, one JSON object a line for programs."""

import codecs
import io
import json
import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Annotated, Any

import typer
from pydantic import BaseModel
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from graphmem.clients.cli.progress import PlainProgress, bars
from graphmem.memory import Memory
from graphmem.model.progress import Progress as Report
from graphmem.model.progress import silent

Json = Annotated[bool, typer.Option("--json", help="Print one JSON object a line.")]
OnlySpaces = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="SPACE", help="Only this space; may be given again."),
]
Space = Annotated[
    str | None,
    typer.Option("--space", "-s", metavar="NAME", help="The space; GRAPHMEM_SPACE, or `default`."),
]

# Wider than any line: what is not a terminal gets whole lines, also in tables.
_UNWRAPPED = 100_000_000

# What a terminal would obey rather than show; Rich itself drops carriage returns.
_CONTROLS = {
    code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in b"\t\n\r"
}


@cache
def console() -> Console:
    """Standard output; colours and wrapped lines only on a terminal."""
    return _console(terminal=sys.stdout.isatty(), stderr=False)


@cache
def error_console() -> Console:
    """Standard error."""
    return _console(terminal=sys.stderr.isatty(), stderr=True)


def _console(*, terminal: bool, stderr: bool) -> Console:
    # Without markup and emoji a string is printed as it is, whatever brackets and colons it holds.
    return Console(
        stderr=stderr,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=not terminal,
        width=None if terminal else _UNWRAPPED,
    )


def use_safe_streams() -> None:
    """Let no character be one that standard output or error cannot print."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def shown(value: object, style: str = "") -> Text:
    """A value as it is, for people; control characters are shown and not obeyed."""
    return Text(str(value).translate(_CONTROLS), style=style)


def indented(text: Text, by: int) -> RenderableType:
    """The text with a margin; where it is not for a terminal, its lines stay whole."""
    if sys.stdout.isatty():
        return Padding(text, (0, 0, 0, by))
    return Text("\n").join(
        Text(" " * by).append_text(line) for line in text.split("\n", allow_blank=True)
    )


def print_json(value: BaseModel | Mapping[str, Any]) -> None:
    """One object on one line; a number that JSON does not have becomes null."""
    if isinstance(value, BaseModel):
        value = value.model_dump(mode="json")
    ascii_only = codecs.lookup(sys.stdout.encoding or "ascii").name != "utf-8"
    print(json.dumps(_finite(value), ensure_ascii=ascii_only, allow_nan=False, default=str))


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value


@contextmanager
def opened(
    space: str | None = None, *, quiet: bool, llm_model: str | None = None
) -> Iterator[Memory]:
    """A Memory that tells how it starts its server, and nothing afterwards."""
    with progress(quiet=quiet) as report:
        memory = Memory(space=space, progress=report, llm_model=llm_model)
    with memory:
        yield memory


@contextmanager
def progress(*, quiet: bool) -> Iterator[Report]:
    """A bar on a terminal, plain lines elsewhere, nothing where ``quiet``."""
    if quiet:
        yield silent
    elif error_console().is_terminal and not error_console().is_dumb_terminal:
        with bars(error_console()) as report:
            yield report
    else:
        lines = PlainProgress(lambda line: print(line, file=sys.stderr, flush=True))
        try:
            yield lines
        finally:
            lines.close()


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table without lines; a cell that is not styled is printed as it is."""
    table = RichTable(*(Column(shown(column)) for column in columns), box=None)
    for row in rows:
        table.add_row(*(cell if isinstance(cell, Text) else shown(cell) for cell in row))
    console().print(table)


_PADDING = 2  # blanks that a column takes beside its text


def print_table(table: Sequence[Sequence[str]]) -> None:
    """A table for people; its first row are the headings.

    Where a terminal is too narrow, the columns that do not fit follow below, each part with the
    first column.
    """
    widths = [max(len(row[at]) for row in table) + _PADDING for at in range(len(table[0]))]
    for part in _parts(widths, console().width):
        head, *rows = ([row[at] for at in (0, *part)] for row in table)
        made = RichTable(
            *(
                Column(Text(name), justify="right" if at else "left")
                for at, name in enumerate(head)
            ),
            box=None,
        )
        for row in rows:
            made.add_row(*(shown(cell) for cell in row))
        console().print(made)


def _parts(widths: Sequence[int], width: int) -> Iterator[list[int]]:
    """The columns behind the first, in groups that fit beside it."""
    part: list[int] = []
    taken = widths[0]
    for at, wanted in enumerate(widths[1:], 1):
        if part and taken + wanted > width:
            yield part
            part, taken = [], widths[0]
        part.append(at)
        taken += wanted
    yield part
