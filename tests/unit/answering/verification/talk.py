"""Invented turns and statements, as a search finds them."""

from datetime import datetime
from typing import Any

from graphmem.answering.evidence import Passage
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.search import ScorePart, SearchHit
from graphmem.model.workspace import Kind, Modality, Network, Polarity

SAID_AT = datetime(2024, 5, 25, 10)


def person(name: str) -> Participant:
    return Participant(uid=f"person:{name}", name=name, names=(name,), conversation_ids=("c",))


PEOPLE = (person("Ana"), person("Benjamin"))


def hit(place: int, name: str, text: str, score: float = 5.0, **values: float) -> SearchHit:
    return SearchHit(
        conversation_id="c",
        session_id="S1",
        dia_id=f"D1:{place}",
        speaker=name,
        speaker_uid=f"person:{name}",
        said_at=SAID_AT,
        zone="unknown",
        text=text,
        score=score,
        parts=tuple(
            ScorePart(name=signal, value=value, weight=2.0) for signal, value in values.items()
        ),
    )


def passage(place: int, name: str, text: str, score: float = 5.0, **values: float) -> Passage:
    return Passage(hit(place, name, text, score, **values))


def statement(text: str, speaker: str, **given: Any) -> KnownStatement:
    known = KnownStatement(
        uid="answer:1",
        conversation_id="c",
        session_id="S1",
        speaker_uid=f"person:{speaker}",
        subject_uid=f"person:{speaker}",
        text=text,
        predicate="run",
        object="race",
        kind=Kind.EVENT,
        network=Network.AGENT,
        polarity=Polarity.POSITIVE,
        modality=Modality.SAID,
        interval=None,
        said_at=SAID_AT,
        turn_ids=("D1:1",),
        quote=text,
        names=(),
        confidence=0.9,
    )
    return known._replace(**given)
