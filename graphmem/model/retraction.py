"""Retractions and forgetting: what a person took back or corrected, and what goes with it."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
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


class StatementContent(NamedTuple):
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


# What is taken back: what was named, what goes with it, and what is told of it.


class ForgetSort(StrEnum):
    """What was named to be forgotten; what goes is always whole turns, and what rests on them."""

    TURN = "turn"
    SESSION = "session"
    CONVERSATION = "conversation"
    PERSON = "person"
    THING = "thing"
    STATEMENT = "statement"


class ForgetReceipt(Frozen):
    """What goes, or would go for a ``dry_run``, by counts; no word of it.

    ``sessions``, ``conversations`` and ``people`` are those of which nothing is left, ``things``
    those of a session that nothing else mentions, ``statements`` those that rest on the turns,
    ``facts`` how many sets of facts that a caller added go with them; ``decisions`` are on record
    about people and things that go, ``links`` all of these had. ``sessions_anew`` are read again
    without the turns. ``uid`` is the tombstone's,
    ``notes`` tell what is left to the next run, and why.
    """

    space: str
    sort: ForgetSort
    turns: int
    sessions: int
    conversations: int
    people: int
    statements: int
    things: int
    facts: int
    decisions: int
    links: int
    sessions_anew: int
    dry_run: bool
    uid: str | None = None
    forgotten_at: datetime | None = None
    by: str | None = None
    notes: tuple[str, ...] = ()
