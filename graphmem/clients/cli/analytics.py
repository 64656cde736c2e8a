"""analytics: packaged questions about the memory itself."""

from datetime import date
from typing import Annotated, Any

import typer
from rich.table import Column
from rich.table import Table as RichTable
from rich.text import Text

from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    indented,
    opened,
    print_json,
    shown,
)
from graphmem.clients.cli.requests import tell_if_empty, tell_waiting
from graphmem.model.backlog import waiting_note
from graphmem.model.listing import Table
from graphmem.store.analytics import list_analytics

# Up to so many characters a column is never wrapped: names and numbers, and ids of one word.
_SHORT = 12
_SHORT_WORD = 20


def _names() -> list[str]:
    return [name for name, *_ in list_analytics().rows]


def analytics(
    name: Annotated[
        str | None,
        typer.Argument(help="Which one; without it, all are listed.", autocompletion=_names),
    ] = None,
    person: Annotated[
        str | None,
        typer.Option("--person", "-p", metavar="NAME", help="Only this person: name, id or uid."),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option("--conversation", "-c", metavar="ID", help="Only this conversation."),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many rows.")
    ] = 20,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Run one of the packaged queries on the memory: who knows whom, what changed, and so on."""
    if name is None:
        _list(as_json=as_json)
        return
    with opened(space, quiet=as_json) as memory:
        tell_if_empty(memory)
        found = memory.analytics(name, person=person, conversation=conversation, limit=limit)
        tell_waiting(waiting_note(memory.turns_waiting(conversation=conversation)))
    if as_json:
        _print_rows(found)
        return
    if not found.rows:
        console().print("nothing found")
        return
    console().print(_table(found))
    if found.truncated:
        console().print(f"… more than {limit:,} rows; --limit shows more", style="dim")


def _list(*, as_json: bool) -> None:
    listed = list_analytics()
    if as_json:
        _print_rows(listed)
        return
    for name, tells, _ in listed.rows:
        console().print(shown(name, "bold"))
        console().print(indented(shown(tells.replace("$", "--")), 4))


def _print_rows(table: Table) -> None:
    for row in table.rows:
        print_json(dict(zip(table.columns, row, strict=True)))


def _table(found: Table) -> RichTable:
    columns = [
        Column(
            shown(heading.replace("_", " ")),
            justify="right" if _are_numbers(values) else "left",
            no_wrap=all(_is_short(_cell(value).plain) for value in values),
            overflow="fold",
        )
        for heading, values in zip(found.columns, zip(*found.rows, strict=True), strict=True)
    ]
    table = RichTable(*columns, box=None, pad_edge=False)
    for row in found.rows:
        table.add_row(*(_cell(value) for value in row))
    return table


def _is_short(text: str) -> bool:
    return len(text) <= (_SHORT if " " in text else _SHORT_WORD)


def _are_numbers(values: tuple[Any, ...]) -> bool:
    return all(isinstance(value, int | float) and value is not True for value in values)


def _cell(value: Any) -> Text:
    match value:
        case None:
            return Text("")
        case bool():
            return Text("yes" if value else "no")
        case int():
            return Text(f"{value:,}")
        case list() | tuple():
            return shown(", ".join(str(item) for item in value))
        case date():
            return Text(value.isoformat())
        case _:
            return shown(value)
