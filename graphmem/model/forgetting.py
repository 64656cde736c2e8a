"""What is taken back: what was named, what goes with it, and what is told of it."""

from datetime import datetime
from enum import StrEnum

from graphmem.model.base import Frozen


class ForgetSort(StrEnum):
    """What was named to be forgotten; what goes is always whole turns, and what rests on them."""

    TURN = "turn"
    SESSION = "session"
    CONVERSATION = "conversation"
    PERSON = "person"
    THING = "thing"
    STATEMENT = "statement"


class ForgetReceipt(Frozen):
    """What goes, or would go for a ``dry_run``, by counts; no word of it.

    ``sessions``, ``conversations`` and ``people`` are those of which nothing is left, ``things``
    those of a session that nothing else mentions, ``statements`` those that rest on the turns,
    ``facts`` how many sets of facts that a caller added go with them; ``decisions`` are on record
    about people and things that go, ``links`` all of these had. ``sessions_anew`` are read again
    without the turns. ``uid`` is the tombstone's,
    ``notes`` tell what is left to the next run, and why.
    """

    space: str
    sort: ForgetSort
    turns: int
    sessions: int
    conversations: int
    people: int
    statements: int
    things: int
    facts: int
    decisions: int
    links: int
    sessions_anew: int
    dry_run: bool
    uid: str | None = None
    forgotten_at: datetime | None = None
    by: str | None = None
    notes: tuple[str, ...] = ()
