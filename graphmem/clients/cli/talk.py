"""ingest and skipped: files, and what was not kept of them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from graphmem.clients.cli.operation_commands import made_of
from graphmem.clients.cli.output import (
    Json,
    Space,
    opened,
    print_json,
    progress,
)
from graphmem.clients.cli.receipts import print_receipt, print_skipped
from graphmem.clients.cli.requests import Call, require_something
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.conversation import MessageSettings, Speaker
from graphmem.operations.recording import INGEST


@made_of(INGEST, without={"turns", "document", "messages"})
def ingest(
    call: Call,
    *,
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="PATH",
            help="Files or folders: JSON Lines of turns, chat messages (role and content), LoCoMo, "
            "LongMemEval; exports of Slack, WhatsApp, ChatGPT, mem0, Graphiti, Zep, also zipped. "
            "None: extract what waits for it.",
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
) -> None:
    """Reads files, with the models and the settings of chats that are chosen."""
    request = call.request()
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
        progress(quiet=call.as_json) as report,
        Memory(space=call.space, progress=report, llm_model=llm, llm_budget=budget) as memory,
    ):
        if not paths:
            require_something(memory)
        receipt = memory.ingest(
            *(paths or ()),
            format=request.format,
            messages=messages,
            record_only=request.record_only,
            restore=restore,
            progress=report,
        )
    if call.as_json:
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


def message_settings(
    paths: Sequence[Path],
    speakers: Sequence[str],
    person_ids: Sequence[str],
    *,
    said_at: str | None,
    conversation: str | None,
    zone: str | None = None,
    day_first: bool | None = None,
) -> MessageSettings:
    """The settings of ``ROLE=NAME`` and ``ROLE=ID``; `InputError` for what is not written so."""
    if conversation is not None and (len(paths) != 1 or not paths[0].is_file()):
        raise InputError(
            "A conversation was named for what is not one file.",
            next_step="Read each file by itself, with its --conversation.",
        )
    names = _pairs(speakers, option="--role")
    ids = _pairs(person_ids, option="--role-id")
    return MessageSettings(
        speakers={
            role: Speaker(name=names.get(role, role), person_id=ids.get(role))
            for role in {**names, **ids}
        },
        said_at=said_at,
        conversation_id=conversation,
        zone=zone,
        day_first=day_first,
    )


def _pairs(given: Sequence[str], *, option: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in given:
        role, _, value = one.partition("=")
        if not role or not value or role in found:
            raise InputError(
                f"{option} {one!r} does not say it of one role.",
                next_step=f"Give {option} ROLE=VALUE, once for each role: {option} user=Ana.",
            )
        found[role] = value
    return found
