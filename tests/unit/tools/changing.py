"""Statements as their pairs are judged, made by hand."""

from datetime import datetime

from graphmem.model.workspace import Kind, Modality
from graphmem.tools.change_features import ComparedStatement

MARCH = datetime(2025, 3, 4, 18)


def stated(uid: str, text: str, *, turn: str, at: datetime = MARCH) -> ComparedStatement:
    """A state of Ana's that she tells herself."""
    return ComparedStatement(
        uid=uid,
        turn=turn,
        session=str(at.month),
        said_at=at,
        speaker="ana",
        subject=frozenset(["ana"]),
        things=frozenset(["ana"]),
        text=text,
        predicate="take",
        object=text.partition(" takes ")[2],
        kind=Kind.STATE,
        modality=Modality.SAID,
        negative=False,
        holds=None,
    )
