"""Receipts for people: what went in on standard output, what did not on standard error."""

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from graphmem.clients.cli.decisions import print_reconciled
from graphmem.clients.cli.output import console, error_console, shown
from graphmem.model.receipt import (
    Receipt,
    Skipped,
    SkippedCount,
    SkipSort,
    TurnReceipt,
    WorkspaceReceipt,
)
from graphmem.model.usage import Usage
from graphmem.operations.rendering import counted

_SHOWN = 10


def print_receipt(receipt: Receipt, *, recorded: bool = True) -> None:
    """Prints what an ingest did; without ``recorded``, of one that was given nothing to record."""
    out, errors = console(), error_console()
    if recorded:
        _print_recorded(receipt)
    if receipt.workspace is not None:
        print_workspace(receipt.workspace)
    if receipt.reconciled is not None:
        print_reconciled(receipt.reconciled)
        if receipt.reconciled.usage is not None:
            out.print(_used(receipt.reconciled.usage))
    seconds = receipt.seconds.model_dump()
    total = seconds.pop("total")
    stages = ", ".join(
        f"{stage.replace('_', ' ')} {spent:.1f}" for stage, spent in seconds.items() if spent
    )
    out.print(f"{total:.1f} s: {stages}")
    for change in receipt.changed:
        told = shown(f"{change.conversation_id}/{change.dia_id}: {change.reason}")
        errors.print(Text.assemble(("changed:", "yellow"), " ", told))
    left = Counter[str]()
    for one in receipt.left_out:
        left[one.reason] += one.count
    for reason, count in left.items():
        errors.print(Text.assemble(("left out:", "yellow"), f" {count:,} × ", shown(reason)))
    for refusal in receipt.refused:
        errors.print(Text.assemble(("refused:", "red"), " ", shown(refusal)))


def print_turn_receipt(receipt: TurnReceipt) -> None:
    """Prints the id of a turn, or that it was kept as it was."""
    kept = receipt.changed and f" was kept as it was: {receipt.changed.reason}"
    console().print(shown(f"{receipt.turn_id}{kept or ''}"))


def _print_recorded(receipt: Receipt) -> None:
    counts = (
        f"{counted(receipt.turns_stored, 'turn')} stored in "
        f"{counted(receipt.sessions_written, 'session')}, "
        f"{receipt.turns_skipped:,} already there, {len(receipt.changed):,} changed, "
        f"{told_forgotten(receipt)}"
        f"{len(receipt.refused):,} refused (space "
    )
    console().print(Text.assemble(counts, shown(receipt.space), ")"))
    extracted = receipt.workspace is not None and receipt.workspace.chunks > 0
    if receipt.turns_skipped and not receipt.turns_stored and receipt.complete and not extracted:
        console().print("Nothing changed: everything was recorded already.")


def told_forgotten(receipt: Receipt) -> str:
    """Words how many turns were left out since they were forgotten, where there are any."""
    return f"{receipt.turns_forgotten:,} forgotten, " if receipt.turns_forgotten else ""


def print_workspace(receipt: WorkspaceReceipt) -> None:
    """Prints what extraction gave."""
    out, errors = console(), error_console()
    if receipt.chunks:
        out.print(
            f"{counted(receipt.answers, 'answer')}, {counted(receipt.roles, 'role')}, "
            f"{counted(receipt.questions, 'question')} and "
            f"{counted(receipt.entities, 'entity', 'entities')} from "
            f"{counted(receipt.chunks, 'chunk')} of {counted(receipt.sessions, 'session')}"
        )
    if receipt.skipped:
        out.print(told_skipped(receipt.skipped))
    if receipt.usage is not None:
        out.print(_used(receipt.usage))
    if receipt.sessions_pending:
        left = counted(receipt.sessions_pending, "session is", "sessions are")
        errors.print(f"{left} left for the next `graphmem ingest`.")
    for note in receipt.notes:
        errors.print(Text.assemble(("note:", "yellow"), " ", shown(note)))
    # A model may propose the same nonsense many times over.
    reasons = Counter(item.reason for item in receipt.rejected)
    if reasons:
        refused = counted(len(receipt.rejected), "proposal was", "proposals were")
        errors.print(f"{refused} not borne out by the turns:")
    for reason, times in reasons.most_common(_SHOWN):
        errors.print(Text.assemble(f"  {times:,} × ", shown(reason)))
    if len(reasons) > _SHOWN:
        errors.print(f"  and {len(reasons) - _SHOWN:,} more reasons; --json lists all.")


# Of one, and of several.
_SKIPPED = {
    SkipSort.NO_CLAUSE: ("mere interjection", "mere interjections"),
    SkipSort.STATES_NOTHING: ("states nothing", "state nothing"),
    SkipSort.NO_WORDING: ("without a wording that stands alone",) * 2,
    SkipSort.NOT_RIGHT: ("without a wording that is likely right",) * 2,
    SkipSort.TOLD: ("mostly told by others of its turn", "mostly told by others of their turns"),
}


def told_skipped(counts: Sequence[SkippedCount]) -> str:
    """Words how much was judged not worth keeping, by sort, and by kind where that is known."""
    sorts = []
    for sort, (one_told, told) in _SKIPPED.items():
        of = [one for one in counts if one.sort is sort]
        if of:
            number = sum(one.count for one in of)
            kinds = ", ".join(f"{one.count:,} {one.kind.value}" for one in of if one.kind)
            listed = f" ({kinds})" if kinds else ""
            sorts.append(f"{number:,} {one_told if number == 1 else told}{listed}")
    every = counted(sum(one.count for one in counts), "clause")
    return f"{every} not kept: {', '.join(sorts)}; `graphmem skipped CONVERSATION` lists them"


def print_skipped(one: Skipped) -> None:
    """Words that no statement keeps, with their turn and why."""
    kind = f", {one.kind.value}" if one.kind else ""
    why = f"{_SKIPPED[one.sort][0]}{kind} ({one.score:.2f})"
    words = Text.assemble(shown(one.turn_id, "cyan"), "  “", shown(one.words), "”  ")
    console().print(Text.assemble(words, (why, "dim")))


def _used(usage: Usage) -> str:
    cost = "cost not known" if usage.cost is None else f"${usage.cost:.4f}"
    return (
        f"{counted(usage.calls, 'call')} to the model, {usage.tokens_in:,} tokens in, "
        f"{usage.tokens_out:,} out, {cost}"
    )
