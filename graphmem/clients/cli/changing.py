"""remember, reconcile, merge, forget: what changes a memory and may have to be confirmed."""

import sys
from typing import Annotated

import typer

from graphmem.clients.cli.decisions import print_by_layer, print_check, print_reconciled
from graphmem.clients.cli.operation_commands import made_of
from graphmem.clients.cli.output import error_console, opened, print_json, progress, shown
from graphmem.clients.cli.requests import Call, perform, require_something
from graphmem.clients.cli.results import print_result
from graphmem.errors import InputError, SameConversationError
from graphmem.operations.deciding import FORGET, MERGE, RECONCILE
from graphmem.operations.recording import ADD_TURN
from graphmem.operations.rendering import render


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
