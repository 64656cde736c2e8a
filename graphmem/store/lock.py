"""The lock of a space, and the count of the changes that a plan of its layers depends on."""

from typing import NamedTuple

from graphmem.model.ids import uid
from graphmem.store.database import Work
from graphmem.store.schema import Mark, check_mark


def ledger_uid(space: str) -> str:
    """The uid of a space's Ledger node."""
    return uid(space, "ledger")


def lock_space(work: Work, space: str, *, embedding_model: str) -> int:
    """Hold the space's lock until the commit, and give the count of its changes.

    Whoever changes workspaces, layers or decisions takes it first. Raises `ModelMismatchError`
    where the database has changed to another embedding model since this client connected.
    """
    (found,) = work.run("lock_ledger", space=space, ledger_uid=ledger_uid(space))
    check_mark(Mark.read(found), embedding_model)
    version: int = found["version"]
    return version


def count_change(work: Work, space: str) -> int:
    """Count one more change, so that plans made before it are refused; the new count."""
    version: int = work.run("count_change", ledger_uid=ledger_uid(space))[0]["version"]
    return version


class LedgerState(NamedTuple):
    """How many changes a space has seen, with which settings it was planned last, what it holds.

    ``planned_with`` is None where it was never planned.
    """

    version: int = 0
    planned_with: str | None = None
    merges: int = 0
    separations: int = 0
    undecided: int = 0
    entities: int = 0


def ledger_state(work: Work, space: str) -> LedgerState:
    """What a space's Ledger node tells."""
    records = work.run("read_ledger", ledger_uid=ledger_uid(space))
    return LedgerState(*records[0].values()) if records else LedgerState()


def changes_so_far(work: Work, space: str) -> int:
    """The count of the space's changes."""
    return ledger_state(work, space).version
