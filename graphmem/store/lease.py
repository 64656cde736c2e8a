"""The lease of a space: who extracts it, and until when unless it is renewed."""

from graphmem.model.ids import uid
from graphmem.store.database import Database

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
