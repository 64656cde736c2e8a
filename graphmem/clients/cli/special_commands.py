"""Commands that do more than run their operation and print the result: ask, remember, merge, …"""

import sys
from enum import StrEnum
from typing import Annotated

import typer

from graphmem.clients.cli.answers import print_answer, print_hits, print_notes, trace_tree
from graphmem.clients.cli.decisions import print_by_layer, print_check, print_reconciled
from graphmem.clients.cli.operation_commands import made_of
from graphmem.clients.cli.output import console, error_console, opened, print_json, progress, shown
from graphmem.clients.cli.requests import Call, perform, require_something
from graphmem.clients.cli.results import print_result
from graphmem.errors import InputError, SameConversationError
from graphmem.model.search import Expansion, SearchResult, SearchWeights
from graphmem.operations.deciding import FORGET, MERGE, RECONCILE
from graphmem.operations.querying import ASK, ASSEMBLE, SEARCH, TRACE, find
from graphmem.operations.recording import ADD_TURN
from graphmem.operations.rendering import render


class Formula(StrEnum):
    """Weights that rank: fitted, or of spreading activation as it was published."""

    FITTED = "fitted"
    SPREADING = "spreading"


Weights = Annotated[
    Formula,
    typer.Option(
        "--weights",
        metavar="fitted|spreading",
        help="Fitted weights, or the formula of spreading activation.",
    ),
]
Expand = Annotated[
    Expansion,
    typer.Option(
        "--expand", metavar="none|rules|llm", help="Ask up to three further questions as well."
    ),
]
Rerank = Annotated[
    str | None,
    typer.Option(
        "--rerank",
        metavar="MODEL",
        help="A sentence-transformers CrossEncoder, or llm, has the last word.",
    ),
]


@made_of(ASK)
def ask(
    call: Call,
    *,
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
) -> None:
    """Answers, by a model where one is named."""
    answer = call.result(call.request(), llm=llm)
    if call.as_json:
        print_json(answer)
    else:
        print_answer(answer, explain=explain)


@made_of(SEARCH, without={"expansion"})
def search(
    call: Call,
    *,
    weights: Weights = Formula.FITTED,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show the parts of every score.")
    ] = False,
) -> None:
    """Searches with the models and the formula that are chosen."""
    found = _found(call, weights=weights, expand=expand, rerank=rerank)
    if call.as_json:
        for hit in found.hits:
            print_json(hit)
    else:
        print_hits(found, parts=explain)
    print_notes(found)


@made_of(TRACE, without={"expansion"})
def explain(
    call: Call,
    *,
    weights: Weights = Formula.FITTED,
    expand: Expand = Expansion.NONE,
    rerank: Rerank = None,
) -> None:
    """Searches in the same way, and draws the trace."""
    found = _found(call, weights=weights, expand=expand, rerank=rerank, explain=True)
    if found.trace is None:  # asked for above
        raise AssertionError
    if call.as_json:
        print_json(found)
        print_notes(found)
    else:
        console().print(trace_tree(found, found.trace))


def _found(
    call: Call, *, weights: Formula, expand: Expansion, rerank: str | None, explain: bool = False
) -> SearchResult:
    request = call.request()
    with opened(call.space, quiet=call.as_json) as memory:
        require_something(memory)
        return find(
            memory,
            request,
            explain=explain,
            weights=SearchWeights.spreading() if weights is Formula.SPREADING else None,
            expansion=expand,
            rerank=rerank,
        )


@made_of(ASSEMBLE, without={"messages"})
def assemble(
    call: Call,
    *,
    message: Annotated[
        str,
        typer.Argument(metavar="MESSAGE", help="What was said last in the talk at hand."),
    ],
    speaker: Annotated[
        str, typer.Option("--speaker", metavar="NAME", help="Who said it: a name, or a role.")
    ] = "user",
) -> None:
    """Assembles for a talk of one message."""
    request = call.request(messages=[{"speaker": speaker, "text": message}])
    print_result(call.result(request), as_json=call.as_json)


@made_of(ADD_TURN)
def remember(call: Call) -> None:
    """Records a turn; ends with 1 where another of the same id was kept."""
    receipt = call.result(call.request())
    print_result(receipt, as_json=call.as_json)
    if receipt.changed is not None:
        raise typer.Exit(1)


@made_of(RECONCILE)
def reconcile(
    call: Call,
    *,
    check: Annotated[
        bool,
        typer.Option(
            "--check", help="Plan from nothing, and print what stands otherwise; change nothing."
        ),
    ] = False,
) -> None:
    """Reconciles, or compares what stands with what is planned, and ends with 1 if that differs."""
    request = None if check else call.request()
    with (
        opened(call.space, quiet=call.as_json) as memory,
        progress(quiet=call.as_json) as report,
    ):
        require_something(memory)
        if request is None:
            found = memory.check_layers(progress=report)
        else:
            receipt = perform(memory, RECONCILE, request, progress=report)
    if request is None:
        print_json(found) if call.as_json else print_check(found)
        raise typer.Exit(1 if found.differences else 0)
    if call.as_json:
        print_json(receipt)
        return
    if receipt.plan is not None:
        print_by_layer((decision, True) for decision in receipt.plan.decisions)
    print_reconciled(receipt)


@made_of(MERGE, without={"allow_same_conversation"})
def merge(
    call: Call,
    *,
    yes: Annotated[
        bool,
        typer.Option("--yes", "-y", help="Also two people who talk to each other; do not ask."),
    ] = False,
) -> None:
    """Merges; asks first where two talk to each other and somebody can answer."""
    request = call.request(allow_same_conversation=yes)
    try:
        made = call.result(request)
    except SameConversationError as error:
        if call.as_json or not sys.stdin.isatty():
            raise
        error_console().print(shown(error.problem))
        if not typer.confirm("Are they one human all the same?", err=True):
            raise typer.Exit(1) from None
        made = call.result(request.model_copy(update={"allow_same_conversation": True}))
    print_result(made, as_json=call.as_json)


@made_of(FORGET)
def forget(
    call: Call, *, yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False
) -> None:
    """Forgets what a person confirmed, having seen what would go."""
    request = call.request()
    confirmed = request.dry_run or yes
    if not confirmed and (call.as_json or not sys.stdin.isatty()):
        raise InputError(
            "What is forgotten does not come back, and nobody can be asked here.",
            next_step="Look with --dry-run first, then give --yes.",
        )
    with opened(call.space, quiet=call.as_json) as memory:
        if not confirmed:
            seen = perform(memory, FORGET, request.model_copy(update={"dry_run": True}))
            error_console().print(shown(render(seen)))
            if not typer.confirm("Nothing brings it back. Forget it?", err=True):
                raise typer.Exit(1)
        receipt = perform(memory, FORGET, request)
    print_result(receipt, as_json=call.as_json)
