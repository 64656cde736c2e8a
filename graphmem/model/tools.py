"""Results of the tools: typed, dated, with speaker and turn."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Protocol

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.time import TimeInterval


class Said(Frozen):
    """A statement with who said it, where and when; ``interval`` is when it is so.

    ``worth``, 0 to 3, is how much it is worth remembering; None where nobody said. ``times_told``
    counts the turns that say the same, in the same words or others, as far as they are in sight,
    ``last_told_at`` is when it was said last, and ``also_told_by`` are those beside ``speaker`` who
    say so. ``solid`` tells that it was confirmed: told in two turns, written by a person as a
    correction, or not contradicted or replaced for a month that was heard; and that nobody put it
    right and nothing that stands contradicts it. Else it is a hypothesis.
    """

    statement_uid: str
    text: str
    subject: str
    speaker: str
    conversation_id: str
    turn_id: str
    quote: str
    said_at: datetime
    interval: TimeInterval | None = None
    worth: float | None = None
    times_told: int = 1
    last_told_at: datetime | None = None
    also_told_by: tuple[str, ...] = ()
    solid: bool = False


class TimelineEntry(Said):
    """A role, its states or a fact of the entity; ``partners`` are those who were told.

    ``entity_uid`` is which entity it is of, where several may bear the name.
    """

    entity_uid: str | None = None
    role: str | None = None
    states: tuple[str, ...] = ()
    partners: tuple[str, ...] = ()


class Mention(Frozen):
    """A turn that speaks of the entity."""

    turn_id: str
    speaker: str
    said_at: datetime
    quote: str


class EntityTimeline(WhileWaiting):
    """Roles, states and facts of an entity across all conversations of a person, in time.

    ``mentions`` are turns that wait to be read and speak of it.
    """

    entity_name: str
    person: str
    entries: tuple[TimelineEntry, ...] = ()
    mentions: tuple[Mention, ...] = ()


class MentioningTurn(NamedTuple):
    """A turn that speaks of something, by these names."""

    dia_id: str
    speaker_uid: str
    said_at: datetime
    text: str
    caption: str
    names: tuple[str, ...]


class QuestionAnswered(Frozen):
    """A question of the dialogue and the answers that it got."""

    question: str
    asked_by: str
    turn_id: str
    answers: tuple[Said, ...] = ()


class ConversationContext(WhileWaiting):
    """Everything that one conversation says of an entity; ``mentions`` also in turns that wait."""

    conversation_id: str
    entity: str
    people: tuple[str, ...]
    mentions: tuple[Mention, ...] = ()
    statements: tuple[Said, ...] = ()
    questions: tuple[QuestionAnswered, ...] = ()


class ComparedSide(Frozen):
    """What one conversation knows of the entity; empty ``named`` means it is left unsaid."""

    conversation_id: str
    roles: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    statements: tuple[Said, ...] = ()
    first_said_at: datetime | None = None
    last_said_at: datetime | None = None


class Order(StrEnum):
    """How the two sides lie in time."""

    A_FIRST = "a_first"
    B_FIRST = "b_first"
    OVERLAPPING = "overlapping"
    UNKNOWN = "unknown"


class Comparison(WhileWaiting):
    """Two conversations side by side: what both say, what differs, what one leaves unsaid."""

    entity_name: str
    a: ComparedSide
    b: ComparedSide
    overlap: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    order: Order = Order.UNKNOWN


class PersonSide(Frozen):
    """What one person says, or is said to be, in what touches the topic."""

    person: str
    conversation_ids: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    statements: tuple[Said, ...] = ()
    first_said_at: datetime | None = None
    last_said_at: datetime | None = None


class FindingKind(StrEnum):
    """How two statements about one slot stand to each other."""

    CONFLICT = "conflict"
    EVOLUTION = "evolution"
    CORRECTION = "correction"
    DISAGREEMENT = "disagreement"


class Finding(Frozen):
    """Two statements that do not say the same, both kept, and what would resolve it."""

    kind: FindingKind
    predicate: str
    earlier: Said
    later: Said
    resolution: str


class Contradictions(WhileWaiting):
    """The findings about one entity."""

    entity: str
    findings: tuple[Finding, ...] = ()


class PeopleComparison(WhileWaiting):
    """Two people side by side on a topic; ``disagreements`` are between the two."""

    topic: str
    a: PersonSide
    b: PersonSide
    overlap: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    only_a: tuple[str, ...] = ()
    only_b: tuple[str, ...] = ()
    order: Order = Order.UNKNOWN
    disagreements: tuple[Finding, ...] = ()


class MemoryTools(Protocol):
    """The tools. A name or id that nothing bears is a `NotFoundError`."""

    def get_entity_timeline(self, entity_name: str, person_id: str) -> EntityTimeline:
        """Timeline of a person's entity, from conversation to conversation, in time."""

    def get_conversation_context(self, conv_id: str, entity_id: str) -> ConversationContext:
        """Everything that one conversation says of an entity or a person."""

    def compare_entities_across_conversations(
        self, entity_name: str, conv_A: str, conv_B: str
    ) -> Comparison:
        """Two conversations side by side."""

    def detect_contradictions(self, entity_id: str) -> Contradictions:
        """Statements about an entity or a person that do not say the same."""
