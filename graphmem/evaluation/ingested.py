"""What of the conversations did not go into the spaces as it was given, or was read otherwise."""

from collections.abc import Iterable

from graphmem.model.base import Frozen
from graphmem.model.receipt import Receipt


class Ingested(Frozen):
    """What the receipts of ingest tell that bears on the figures.

    ``refused`` did not go in; ``changed`` turns are kept as an earlier run recorded them;
    ``sessions_pending`` are recorded but unread, since the budget was spent; ``notes`` tell of
    chunks and pairs that the rules took in the place of the model, or that wait for another run.
    """

    refused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    sessions_pending: int = 0
    notes: tuple[str, ...] = ()


def of_receipt(receipt: Receipt) -> Ingested:
    """What one receipt tells."""
    read, reconciled = receipt.workspace, receipt.reconciled
    return Ingested(
        refused=tuple(str(item) for item in receipt.refused),
        changed=tuple(
            f"{item.conversation_id}/{item.dia_id}: {item.reason}" for item in receipt.changed
        ),
        sessions_pending=read.sessions_pending if read else 0,
        notes=(*(read.notes if read else ()), *(reconciled.notes if reconciled else ())),
    )


def together(items: Iterable[Ingested]) -> Ingested:
    """What several spaces' receipts tell."""
    kept = list(items)
    return Ingested(
        refused=tuple(line for item in kept for line in item.refused),
        changed=tuple(line for item in kept for line in item.changed),
        sessions_pending=sum(item.sessions_pending for item in kept),
        notes=tuple(line for item in kept for line in item.notes),
    )
