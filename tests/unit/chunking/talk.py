"""Turns to cut into chunks."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from graphmem.model.chunk import ChunkTurn

START = datetime(2024, 3, 1, 18)
MINUTE = timedelta(minutes=1)


def turn(place: int, text: str, *, speaker: str = "Ana", **more: object) -> ChunkTurn:
    return ChunkTurn.model_validate(
        {
            "uid": f"turn:{place}",
            "session_id": "S1",
            "dia_id": f"D1:{place}",
            "speaker": speaker,
            "speaker_uid": f"person:{speaker}",
            "text": text,
            "said_at": START + place * MINUTE,
            **more,
        }
    )


def talk(*texts: str) -> list[ChunkTurn]:
    """Ana and Ben in turn."""
    return [turn(place, text, speaker="AB"[place % 2]) for place, text in enumerate(texts)]


def places(chunks: Sequence[Sequence[ChunkTurn]]) -> list[list[str]]:
    return [[one.dia_id.removeprefix("D1:") for one in chunk] for chunk in chunks]


def characters(chunk: Sequence[ChunkTurn]) -> int:
    return sum(len(one.text) + len(one.caption or "") for one in chunk)
