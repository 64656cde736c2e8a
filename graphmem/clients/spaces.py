"""The spaces there are, for a client of the database's owner; never for a guest of one space."""

from graphmem.memory import Memory
from graphmem.model.listing import SpaceSummary

_MOST_NAMED = 20


def tell_spaces(memory: Memory, *, choosing: str) -> str:
    """The spaces that hold something, or how to begin; ``choosing`` is what serves another one."""
    held = memory.spaces()
    if not held:
        return "So are all others: `graphmem ingest PATH` records, `graphmem demo` shows a sample."
    listed = ", ".join(map(_named, held[:_MOST_NAMED]))
    further = f" and {len(held) - _MOST_NAMED:,} more" if len(held) > _MOST_NAMED else ""
    return f"Spaces that are not: {listed}{further}. `{choosing}` chooses one."


def _named(one: SpaceSummary) -> str:
    conversations = "conversation" if one.conversations == 1 else "conversations"
    return f"{one.space} ({one.conversations:,} {conversations})"
