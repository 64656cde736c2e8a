"""Chunks made of a few written lines."""

from datetime import datetime, timedelta

from graphmem.model.chunk import Chunk, ChunkParticipant, ChunkTurn
from graphmem.model.ids import uid

SAID = datetime(2024, 5, 8, 13, 0)
ANA_AND_BO = ("Ana", "Bo")


def chunk(*lines: str, people: tuple[str, ...] = ANA_AND_BO, captions: bool = False) -> Chunk:
    """One turn for each line, ``Ana: text`` or, with captions, ``Ana: text | caption``."""
    turns = []
    for place, line in enumerate(lines, start=1):
        speaker, _, text = line.partition(": ")
        caption = None
        if captions:
            text, _, shown = text.partition(" | ")
            caption = shown or None
        turns.append(
            ChunkTurn(
                uid=uid("s", "turn", "c", f"D1:{place}"),
                session_id="S1",
                dia_id=f"D1:{place}",
                speaker=speaker,
                speaker_uid=f"person:{speaker}",
                text=text,
                caption=caption,
                said_at=SAID + timedelta(minutes=place),
            )
        )
    return Chunk(
        space="s",
        conversation_id="c",
        session_id="S1",
        turns=tuple(turns),
        people=tuple(ChunkParticipant(uid=f"person:{name}", name=name) for name in people),
    )
