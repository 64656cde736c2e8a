"""What a search gives back."""

from collections.abc import Mapping
from datetime import datetime

from pydantic import Field

from graphmem.model.base import Frozen
from graphmem.model.ids import turn_reference


class SearchWeights(Frozen):
    """How much each path and signal adds to a turn's score.

    ``meaning`` weighs the cosine, ``words`` the rank of a full-text match, ``speaker`` that the
    question names who speaks, ``asks`` that the turn itself is a question, ``substance`` its
    length (a turn of a word or two proves little).
    """

    meaning: float = 1.0
    words: float = 0.5
    speaker: float = 0.1
    asks: float = -0.3
    substance: float = 0.2


class ScorePart(Frozen):
    """One addend of a score: ``contribution = weight * value``."""

    name: str
    value: float
    weight: float

    @property
    def contribution(self) -> float:
        """What it adds to the score."""
        return self.weight * self.value


class SearchHit(Frozen):
    """One turn that was found; ``parts`` only where an explanation was asked for."""

    conversation_id: str
    session_id: str
    dia_id: str
    speaker: str
    speaker_uid: str
    said_at: datetime
    zone: str
    text: str
    caption: str | None = None
    score: float
    parts: tuple[ScorePart, ...] | None = None

    @property
    def turn_id(self) -> str:
        """The turn as people read it: ``conv-26/D2:1``."""
        return turn_reference(self.conversation_id, self.dia_id)


class SearchResult(Frozen):
    """Hits, best first, and the people that the question names."""

    question: str
    space: str
    hits: tuple[SearchHit, ...]
    people: tuple[str, ...] = ()
    milliseconds: Mapping[str, float] = Field(default_factory=dict)
