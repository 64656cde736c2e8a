"""ingest and ask."""

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

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
from graphmem.clients.cli.receipts import print_receipt
from graphmem.memory import Memory
from graphmem.model.answer import Answer, Status
from graphmem.sources import SourceFormat

Conversation = Annotated[
    list[str] | None,
    typer.Option("--conversation", "-c", help="Only this conversation; may be given again."),
]
AsOf = Annotated[
    str | None, typer.Option("--as-of", help="Only what was said by this date (2023-05-08).")
]
Since = Annotated[str | None, typer.Option("--since", help="Said on this date or later.")]
Until = Annotated[str | None, typer.Option("--until", help="Said on this date or earlier.")]


def ingest(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files or folders: LoCoMo, LongMemEval, or JSON Lines of turns. None: extract "
            "what waits for it."
        ),
    ] = None,
    format: Annotated[
        SourceFormat | None, typer.Option("--format", help="Read as this format; else it is found.")
    ] = None,
    record_only: Annotated[
        bool, typer.Option("--record-only", help="Only record the turns; extract nothing.")
    ] = False,
    llm: Annotated[
        str | None,
        typer.Option(
            "--llm",
            help="Read and judge with this model (a litellm name), not by rules; what the rules "
            "have read already stays as it is.",
        ),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", help='The most it may use: "2.50" dollars, "200k tokens".'),
    ] = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Read conversations: record, extract, reconcile. The same input again changes nothing."""
    with (
        progress(quiet=as_json) as report,
        Memory(space=space, progress=report, llm_model=llm, llm_budget=budget) as memory,
    ):
        receipt = memory.ingest(
            *(paths or ()), format=format, record_only=record_only, progress=report
        )
    if as_json:
        print_json(receipt)
    else:
        print_receipt(receipt)
    if not receipt.complete:
        raise typer.Exit(1)


def ask(
    question: Annotated[str, typer.Argument(help="What to answer.")],
    conversation: Conversation = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    space: Space = None,
    as_json: Json = False,
) -> None:
    """Answer a question from the turns that prove it, or say why there is no answer."""
    with opened(space, quiet=as_json) as memory:
        answer = memory.ask(
            question, conversation=conversation, since=since, until=until, as_of=as_of
        )
    if as_json:
        print_json(answer)
    else:
        print_answer(answer)


def print_answer(answer: Answer) -> None:
    """An answer for people: text, evidence, what its dates meant."""
    out = console()
    colour = "green" if answer.status is Status.ANSWERED else "yellow"
    out.print(
        Text.assemble(
            (answer.status.value, f"bold {colour}"),
            "  ",
            shown(answer.text),
            "  ",
            (f"(confidence {answer.confidence:.2f})", "dim"),
        )
    )
    for item in answer.evidence:
        told = shown(f"{item.speaker}, {item.said_at:%d %b %Y}: “{item.quote}”")
        out.print(indented(Text.assemble(shown(item.turn_id, "cyan"), "  ", told), 4))
    for time in answer.times:
        out.print(indented(shown(f"“{time.expression}” meant {time.meaning}", "dim"), 4))
