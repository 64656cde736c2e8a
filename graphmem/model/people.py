"""Who is in a space, and in which conversations."""

from datetime import datetime

from graphmem.model.base import Frozen


def empty_space(space: str) -> str:
    """What everybody is told who asks something of a space that holds nothing."""
    return f"The space {space!r} is empty: nothing was recorded in it."


class Participant(Frozen):
    """A person who takes part in conversations, with every name that they bear there."""

    uid: str
    name: str
    names: tuple[str, ...]
    person_id: str | None = None
    conversation_ids: tuple[str, ...]


class SpaceSummary(Frozen):
    """A space that something was recorded in."""

    space: str
    conversations: int


class ConversationSummary(Frozen):
    """A recorded conversation, counted."""

    conversation_id: str
    source: str
    people: tuple[str, ...]
    sessions: int
    turns: int
    first_said_at: datetime | None
    last_said_at: datetime | None
