"""Candidates made by hand."""

from datetime import datetime

from graphmem.store.turns import Near, StoredTurn


def turn(number: int, text: str, *, speaker: str = "Ana", session: int = 1) -> StoredTurn:
    """One turn of the conversation ``garden``."""
    return StoredTurn(
        uid=f"turn:{session}:{number}",
        conversation_id="garden",
        session_id=f"S{session}",
        dia_id=f"D{session}:{number}",
        position=number - 1,
        speaker=speaker,
        speaker_uid=f"person:{speaker}",
        text=text,
        caption=None,
        said_at=datetime(2024, 3, session, 10),
        zone="unknown",
    )


def near(found: StoredTurn, cosine: float = 0.0, by: int = 2) -> Near:
    """A candidate that the vector index found, unless ``by`` tells otherwise."""
    return Near(found, cosine, by)
