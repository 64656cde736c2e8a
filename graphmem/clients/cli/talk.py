"""ingest and skipped: files, and what was not kept of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from graphmem.clients.cli.chat import message_settings
from graphmem.clients.cli.output import (
    Json,
    Space,
    opened,
    print_json,
    progress,
)
from graphmem.clients.cli.receipts import print_receipt, print_skipped
from graphmem.clients.cli.requests import require_something
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.sources import SourceFormat


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Files or folders: JSON Lines of turns, chat messages (role and content), LoCoMo, "
            "LongMemEval; exports of Slack, WhatsApp, ChatGPT, mem0, Graphiti, Zep, also zipped. "
            "None: extract what waits for it.",
        ),
    ] = None,
    format: Annotated[
        SourceFormat | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="Read as " + ", ".join(SourceFormat) + "; else it is found.",
        ),
    ] = None,
    speaker: Annotated[
        list[str] | None,
        typer.Option(
            "--role",
            metavar="ROLE=NAME",
            help="Chats: who speaks in a role or under a name (user=Ana); may be given again.",
        ),
    ] = None,
    person_id: Annotated[
        list[str] | None,
        typer.Option(
            "--role-id",
            metavar="ROLE=ID",
            help="Chats: your own id of who speaks in a role, one in all conversations.",
        ),
    ] = None,
    said_at: Annotated[
        str | None,
        typer.Option(
            "--said-at",
            metavar="DATE",
            help="Chat messages without a date: when the talk began (2024-03-01T18:00).",
        ),
    ] = None,
    conversation: Annotated[
        str | None,
        typer.Option(
            "--conversation",
            "-c",
            metavar="ID",
            help="Chats: the conversation of the one file; else it is called as the file.",
        ),
    ] = None,
    zone: Annotated[
        str | None,
        typer.Option(
            "--zone",
            metavar="ZONE",
            help="Chats and exports: the time zone of the talk (Europe/Lisbon), in which its times "
            "are told; else as they are written.",
        ),
    ] = None,
    day_first: Annotated[
        bool | None,
        typer.Option(
            "--day-first/--month-first",
            help="WhatsApp: 3/4/24 is 3 April, or 4 March; else as the chat as a whole shows.",
        ),
    ] = None,
    record_only: Annotated[
        bool, typer.Option("--record-only", help="Only record the turns; extract nothing.")
    ] = False,
    restore: Annotated[
        bool, typer.Option("--restore", help="Also take in again turns that were forgotten.")
    ] = False,
    llm: Annotated[
        str | None,
        typer.Option(
            "--llm",
            metavar="MODEL",
            help="Read and judge with this model (a litellm name), not by rules; what the rules "
            "have read already stays as it is.",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option(
            "--budget", metavar="AMOUNT", help='The most it may use: "2.50" dollars, "200k tokens".'
        ),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Read conversations: record, extract, reconcile. The same input again changes nothing."""
    _require(paths or ())
    messages = message_settings(
        paths or (),
        speaker or (),
        person_id or (),
        said_at=said_at,
        conversation=conversation,
        zone=zone,
        day_first=day_first,
    )
    with (
        progress(quiet=as_json) as report,
        Memory(space=space, progress=report, llm_model=llm, llm_budget=budget) as memory,
    ):
        if not paths:
            require_something(memory)
        receipt = memory.ingest(
            *(paths or ()),
            format=format,
            messages=messages,
            record_only=record_only,
            restore=restore,
            progress=report,
        )
    if as_json:
        print_json(receipt)
    else:
        print_receipt(receipt, recorded=bool(paths))
    if not receipt.complete:
        raise typer.Exit(1)


def skipped(
    conversation: Annotated[str, typer.Argument(help="The conversation's id.")],
    session: Annotated[
        str | None,
        typer.Option("--session", metavar="ID", help="Only this session of the conversation."),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """List the clauses that the networks judged not worth keeping, each with its turn and why.

    The turns are read again; nothing is written.
    """
    with opened(space, quiet=as_json) as memory:
        require_something(memory)
        found = memory.skipped(conversation, session=session)
    for one in found:
        if as_json:
            print_json(one)
        else:
            print_skipped(one)


def _require(paths: Sequence[Path]) -> None:
    """Raise `InputError` for paths that are not there, before anything else is done."""
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise InputError(
            f"There is no such file or folder: {', '.join(missing)}.",
            next_step="Correct the path; nothing was read.",
        )
