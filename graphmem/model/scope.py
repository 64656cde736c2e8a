"""The scope of a query: one type for every query, always within one space."""

from datetime import datetime

from pydantic import Field

from graphmem.model.base import Frozen

EARLIEST = datetime.min
LATEST = datetime.max


class Reach(Frozen):
    """The conversations and people (uids) that a narrowed scope holds, each list complete."""

    conversations: tuple[str, ...]
    people: tuple[str, ...]


class Scope(Frozen):
    """A space, and what a question narrows it to.

    ``conversations`` and ``people`` (uids) are those that were named; empty means all. Where
    either was named, ``reach`` lists both in full. ``said_from`` and ``said_to`` are local wall
    times, both inclusive; ``as_of`` of the public methods becomes ``said_to``.
    """

    space: str
    conversations: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    session: str | None = None
    reach: Reach | None = None
    said_from: datetime = Field(default=EARLIEST)
    said_to: datetime = Field(default=LATEST)
