"""ingest and ask."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from graphmem.clients.cli.chat import message_settings
from graphmem.clients.cli.output import (
    Json,
    Space,
    console,
    indented,
    opened,
    print_json,
    progress,
    shown,
)
from graphmem.clients.cli.receipts import print_receipt, print_skipped
from graphmem.clients.cli.requests import done, require_something
from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.answer import Answer, Evidence, Status
from graphmem.operations.querying import ASK
from graphmem.sources import SourceFormat

Conversation = Annotated[
    list[str] | None,
    typer.Option(
        "--conversation", "-c", metavar="ID", help="Only this conversation; may be given again."
    ),
]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", metavar="DATE", help="Only what was said by this date (2023-05-08)."),
]
KnownTo = Annotated[
    str | None,
    typer.Option(
        "--known-to", metavar="NAME", help="Only conversations in which this person took part."
    ),
]
Now = Annotated[
    str | None,
    typer.Option(
        "--now", metavar="DATE", help='The moment of asking, for "last May" and "how long ago".'
    ),
]
Session = Annotated[
    str | None,
    typer.Option("--session", metavar="ID", help="Only this session of the conversation."),
]
Since = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Said on this date or later.")
]
Until = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Said on this date or earlier.")
]


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
    session: Session = None,
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


def ask(
    question: Annotated[str, typer.Argument(help="What to answer.")],
    conversation: Conversation = None,
    session: Session = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_to: KnownTo = None,
    now: Now = None,
    about: Annotated[
        list[str] | None,
        typer.Option(
            "--about",
            metavar="UID",
            help="Who is meant: the uid of a candidate that was asked about.",
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Show how it was read, what was done, what confidence is."),
    ] = False,
    llm: Annotated[
        str | None,
        typer.Option(
            "--llm",
            metavar="MODEL",
            help="Let this model (a litellm name) answer, with the same checks.",
        ),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Answer a question from the turns that prove it, refuse it with the reason, or ask back."""
    answer = done(
        ASK,
        space,
        quiet=as_json,
        llm=llm,
        question=question,
        conversations=conversation,
        session=session,
        since=since,
        until=until,
        as_of=as_of,
        known_to=known_to,
        now=now,
        about=about,
    )
    if as_json:
        print_json(answer)
    else:
        print_answer(answer, explain=explain)


def print_answer(answer: Answer, *, explain: bool = False) -> None:
    """An answer for people: text, evidence, what its dates meant."""
    out = console()
    colour = "green" if answer.status is Status.ANSWERED else "yellow"
    # Asking back, it is sure of nothing yet.
    sure = "" if answer.candidates else f"  (confidence {answer.confidence:.2f})"
    out.print(
        Text.assemble(
            (answer.status.value.replace("_", " "), f"bold {colour}"),
            "  ",
            shown(answer.text),
            (sure, "dim"),
        )
    )
    for candidate in answer.candidates:
        out.print(indented(Text.assemble(shown(candidate.name, "bold"), ": ", candidate.apart), 4))
        _print_evidence(candidate.evidence, by=8)
        out.print(indented(shown(f"--about {candidate.uid}", "dim"), 8), soft_wrap=True)
    if not answer.candidates:
        _print_evidence(answer.evidence, by=4)
    for time in answer.times:
        out.print(indented(shown(f"“{time.expression}” meant {time.meaning}", "dim"), 4))
    if not explain:
        return
    if answer.routing is not None:
        out.print(indented(shown(f"read as: {answer.routing.told}", "dim"), 4))
    for step in answer.steps:
        out.print(indented(shown(step, "dim"), 4))
    for part in answer.confidence_parts:
        told = f"{part.name} {part.contribution:+.2f} ({part.weight:.2f} × {part.value:.2f})"
        out.print(indented(shown(told, "dim"), 4))


def _print_evidence(evidence: Sequence[Evidence], *, by: int) -> None:
    for item in evidence:
        told = f"{item.speaker}, {item.said_at:%d %b %Y}: “{item.quote}”"
        console().print(indented(Text.assemble(shown(item.turn_id, "cyan"), "  ", shown(told)), by))
