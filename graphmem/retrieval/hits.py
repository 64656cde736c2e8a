"""A recorded turn as a hit of a search."""

from graphmem.model.search import FoundBy, ScorePart, SearchHit
from graphmem.store.turns import StoredTurn


def hit_of(
    turn: StoredTurn,
    *,
    score: float = 0.0,
    parts: tuple[ScorePart, ...] = (),
    paths: tuple[FoundBy, ...] = (),
) -> SearchHit:
    """The turn with its score; a turn that no search found has none."""
    return SearchHit(
        conversation_id=turn.conversation_id,
        session_id=turn.session_id,
        dia_id=turn.dia_id,
        speaker=turn.speaker,
        speaker_uid=turn.speaker_uid,
        said_at=turn.said_at,
        zone=turn.zone,
        text=turn.text,
        caption=turn.caption,
        score=score,
        parts=parts,
        paths=paths,
    )
