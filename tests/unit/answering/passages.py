"""Passages for tests of answering: Ana and Ben talk."""

from datetime import datetime

from graphmem.answering.evidence import Passage
from graphmem.model.listing import Participant
from graphmem.model.search import ScorePart, SearchHit

PEOPLE = tuple(
    Participant(uid=f"person:{name}", name=name, names=(name,), conversation_ids=("c",))
    for name in ("Ana", "Ben")
)


def hit(place: int, speaker: str, text: str, score: float = 1.0) -> SearchHit:
    """The turn ``c/D1:place``, said on 8 May 2024."""
    return SearchHit(
        conversation_id="c",
        session_id="S1",
        dia_id=f"D1:{place}",
        speaker=speaker,
        speaker_uid=f"person:{speaker}",
        said_at=datetime(2024, 5, 8, 10),
        zone="unknown",
        text=text,
        score=score,
        parts=(ScorePart(name="meaning", value=0.6, weight=score / 0.6),),
    )


def passage(place: int, speaker: str, text: str, score: float = 1.0) -> Passage:
    """A turn of which nothing is known but its words."""
    return Passage(hit(place, speaker, text, score))
