"""Passages of an invented talk between Ana and Ben, best first."""

from datetime import datetime

from graphmem.answering.evidence import Passage
from graphmem.model.listing import Participant
from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit
from graphmem.model.workspace import Kind, Modality, Network, Polarity
from graphmem.retrieval.question import ParsedQuestion, read_question

SAID_AT = datetime(2024, 5, 8, 10)  # a Wednesday
PEOPLE = tuple(
    Participant(uid=f"person:{name}", name=name, names=(name,), conversation_ids=("c",))
    for name in ("Ana", "Ben")
)


def asking(text: str) -> ParsedQuestion:
    return read_question(text, PEOPLE)


def passage(
    text: str,
    *statements: KnownStatement,
    speaker: str = "Ana",
    place: int = 1,
    score: float = 10.0,
    said_at: datetime = SAID_AT,
    caption: str | None = None,
) -> Passage:
    hit = SearchHit(
        conversation_id="c",
        session_id="S1",
        dia_id=f"D1:{place}",
        speaker=speaker,
        speaker_uid=f"person:{speaker}",
        said_at=said_at,
        zone="unknown",
        text=text,
        caption=caption,
        score=score,
    )
    return Passage(hit, statements)


def states(
    predicate: str,
    object: str,
    *,
    text: str = "",
    subject: str = "person:Ana",
    said_at: datetime = SAID_AT,
    polarity: Polarity = Polarity.POSITIVE,
    modality: Modality = Modality.SAID,
) -> KnownStatement:
    text = text or f"Ana {predicate.replace('_', ' ')} {object}"
    return KnownStatement(
        uid=f"answer:{predicate}:{object}",
        conversation_id="c",
        session_id="S1",
        speaker_uid="person:Ana",
        subject_uid=subject,
        text=text,
        predicate=predicate,
        object=object,
        kind=Kind.FACT,
        network=Network.WORLD,
        polarity=polarity,
        modality=modality,
        interval=None,
        said_at=said_at,
        turn_ids=("D1:1",),
        quote=text,
        names=(),
        confidence=1.0,
    )
