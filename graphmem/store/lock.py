"""Lock and lease of a space, its count of changes, and the error where it has changed meanwhile."""

from typing import NamedTuple

from graphmem.errors import StoreError
from graphmem.model.ids import uid
from graphmem.store.database import Database, Work
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
    """State of a space's Ledger node."""
    records = work.run("read_ledger", ledger_uid=ledger_uid(space))
    return LedgerState(*records[0].values()) if records else LedgerState()


def changes_so_far(work: Work, space: str) -> int:
    """The count of the space's changes."""
    return ledger_state(work, space).version


# The lease of a space: who extracts it, and until when unless it is renewed.

_RETRY_SECONDS = 2.0
_RETRY_FACTOR = 2.0
_MOST_SECONDS = 600


def lease_uid(space: str) -> str:
    """The uid of a space's Lease node."""
    return uid(space, "lease")


def take_lease(database: Database, space: str, owner: str, *, seconds: float) -> bool:
    """Take the lease for so many seconds by the server's clock; False where another holds it."""
    (record,) = database.write(
        lambda work: work.run(
            "take_lease",
            lease_uid=lease_uid(space),
            space=space,
            owner=owner,
            milliseconds=round(1_000 * seconds),
        )
    )
    taken: bool = record["taken"]
    return taken


def renew_lease(database: Database, space: str, owner: str, *, seconds: float) -> bool:
    """Hold the lease for so many seconds more; False where another has taken it meanwhile."""
    (record,) = database.write(
        lambda work: work.run(
            "renew_lease",
            lease_uid=lease_uid(space),
            space=space,
            owner=owner,
            milliseconds=round(1_000 * seconds),
        )
    )
    held: bool = record["held"]
    return held


def note_stage(
    database: Database, space: str, owner: str, stage: str, done: int, total: int | None
) -> None:
    """Keep how far the owner of the lease is; does nothing where another holds it."""
    database.write(
        lambda work: work.run(
            "note_stage",
            lease_uid=lease_uid(space),
            owner=owner,
            stage=stage,
            done=done,
            total=total,
        )
    )


def release_lease(
    database: Database, space: str, owner: str, *, failure: str | None = None
) -> None:
    """Give the lease back; with why the run failed, it is tried again later, and later each time.

    Does nothing where another holds it.
    """
    database.write(
        lambda work: work.run(
            "release_lease",
            lease_uid=lease_uid(space),
            space=space,
            owner=owner,
            failure=failure,
            seconds=_RETRY_SECONDS,
            factor=_RETRY_FACTOR,
            most=_MOST_SECONDS,
        )
    )


# What is raised when the graph has changed since it was read.


class ConflictError(StoreError):
    """The graph has changed since what is to be written was computed: read it again."""


def changed(what: str) -> ConflictError:
    """The error for something that is no longer as it was read."""
    return ConflictError(
        f"The {what} has changed since it was read.", next_step="Read it again and try once more."
    )
