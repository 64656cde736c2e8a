"""The scope of a query: one type for every query, always within one space."""

from datetime import datetime

from pydantic import Field

from graphmem.model.base import Frozen
from graphmem.model.workspace import Network

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
    times, both inclusive; ``as_of`` of the public methods becomes ``said_to``. With a ``network``
    it holds the turns that state something of it, and ``reach`` is listed too.
    """

    space: str
    conversations: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    session: str | None = None
    reach: Reach | None = None
    said_from: datetime = Field(default=EARLIEST)
    said_to: datetime = Field(default=LATEST)
    network: Network | None = None
