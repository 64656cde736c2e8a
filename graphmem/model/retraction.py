"""Retractions: what a person took back or corrected, and what in any reading is the same."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from pydantic import AwareDatetime, Field

from graphmem.model.base import Frozen
from graphmem.model.ids import turn_reference
from graphmem.model.workspace import Polarity, TurnField

BY_HAND = "by hand"
"""``extracted_by`` of what stands in the place of a corrected statement."""


class WordsOf(Frozen):
    """The words of a turn that state something: characters ``start`` to ``end`` of a field."""

    turn_uid: str
    dia_id: str
    field: TurnField
    start: int
    end: int


class Stated(NamedTuple):
    """A statement, as far as it tells whether another reading states the same."""

    uid: str
    subject_uid: str
    predicate: str
    object: str
    polarity: Polarity
    text: str
    extracted_by: str
    words: tuple[WordsOf, ...]


class Retraction(Frozen):
    """A person's word that a statement does not hold; no later reading overrules it.

    ``subject_uid`` to ``words`` are the statement's, and tell what says the same in any reading.
    Of a correction ``corrected_to`` is the text that stands instead, ``corrected_uids`` are its
    statements and ``chunk_uid`` the chunk that gives them. ``by`` is whoever the caller names.
    """

    uid: str
    statement_uid: str
    conversation_id: str
    session_id: str
    speaker_uid: str
    subject_uid: str
    predicate: str
    object: str
    polarity: Polarity
    text: str
    quote: str
    words: tuple[WordsOf, ...] = Field(min_length=1)
    said_at: datetime
    reason: str = ""
    by: str = ""
    recorded_at: AwareDatetime
    in_force: bool = True
    undone_at: AwareDatetime | None = None
    corrected_to: str | None = None
    corrected_uids: tuple[str, ...] = ()
    chunk_uid: str | None = None

    @property
    def turn_ids(self) -> tuple[str, ...]:
        """The turns that state it, as people read them: ``conv-26/D2:1``."""
        dia_ids = dict.fromkeys(item.dia_id for item in self.words)
        return tuple(turn_reference(self.conversation_id, dia_id) for dia_id in dia_ids)


class TurnTakenBack(NamedTuple):
    """What of a turn was taken back, and what stands in it beside that."""

    taken: Sequence[tuple[Retraction, WordsOf]]
    standing: Sequence[tuple[str, WordsOf]]
