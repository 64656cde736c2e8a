"""Tables for people."""

from collections.abc import Iterator, Sequence

from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from graphmem.clients.cli.output import console, shown

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
