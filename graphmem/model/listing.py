"""Lists of what a space holds: people, conversations, entities, a turn, rows of a user's query."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.decision import Layer, ProfileLine
from graphmem.model.workspace import EntityType


class EntitySummary(Frozen):
    """An entity as a whole: the topmost of its layers.

    ``facts`` counts the lines of its profile; ``owners`` are names, ``owner_uids`` Person nodes.
    """

    uid: str
    name: str
    type: EntityType
    layer: Layer
    aliases: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    owner_uids: tuple[str, ...] = ()
    conversation_ids: tuple[str, ...] = ()
    facts: int = 0


class EntityPart(Frozen):
    """An entity of a layer below that stands in another."""

    uid: str
    layer: Layer
    conversation_id: str | None
    session_id: str | None
    name: str


class EntityDetails(WhileWaiting):
    """An entity with what is known of it, each line cited, and the parts that it is made of.

    ``person_uid`` is who it turns out to be, where it is somebody who takes part.
    """

    entity: EntitySummary
    profile: tuple[ProfileLine, ...] = ()
    tags: tuple[str, ...] = ()
    parts: tuple[EntityPart, ...] = ()
    person_uid: str | None = None


class TalkTurn(Frozen):
    """A recorded turn; ``turn_id`` is as people read it, ``dia_id`` its id in the conversation."""

    turn_id: str
    dia_id: str
    speaker: str
    speaker_uid: str
    said_at: datetime
    zone: str
    text: str
    caption: str | None = None


class SessionSummary(Frozen):
    """A sitting of a conversation, counted."""

    session_id: str
    started_at: datetime
    turns: int


class Dialogue(Frozen):
    """A conversation's sessions in time, and a part of the turns of one of them, in order."""

    conversation_id: str
    sessions: tuple[SessionSummary, ...]
    session_id: str
    turns: tuple[TalkTurn, ...]


class StatedInTurn(Frozen):
    """A statement that a turn states: an answer or a role."""

    uid: str
    text: str


class TurnInTalk(Frozen):
    """A turn with those of its session that were said just before and after it.

    ``statements`` are what the turn itself states, in the order of its words.
    """

    conversation_id: str
    session_id: str
    turn: TalkTurn
    before: tuple[TalkTurn, ...] = ()
    after: tuple[TalkTurn, ...] = ()
    statements: tuple[StatedInTurn, ...] = ()


def empty_space(space: str) -> str:
    """The message for whoever asks something of a space that holds nothing."""
    return f"The space {space!r} is empty: nothing was recorded in it."


class Participant(Frozen):
    """A person who takes part in conversations, with every name that they bear there."""

    uid: str
    name: str
    names: tuple[str, ...]
    person_id: str | None = None
    conversation_ids: tuple[str, ...]


class SpaceSummary(Frozen):
    """A space that something was recorded in."""

    space: str
    conversations: int


class ConversationSummary(Frozen):
    """A recorded conversation, counted."""

    conversation_id: str
    source: str
    people: tuple[str, ...]
    sessions: int
    turns: int
    first_said_at: datetime | None
    last_said_at: datetime | None


class Table(Frozen):
    """Columns by name and rows of plain values; nodes become maps of their properties."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]
    truncated: bool = False


class NodeSort(StrEnum):
    """What a node of a neighbourhood stands for."""

    PERSON = "person"
    ENTITY = "entity"
    STATEMENT = "statement"


class Tie(StrEnum):
    """What links two nodes: closeness in time, in meaning, or a person or thing in common."""

    TEMPORAL = "temporal"
    SEMANTIC = "semantic"
    ENTITY = "entity"


class NearNode(Frozen):
    """A human or a thing as a whole, or a statement with who said it, when, and in which turn.

    ``name`` is a statement's text; ``type`` is the entity's.
    """

    uid: str
    sort: NodeSort
    name: str
    type: str | None = None
    speaker: str | None = None
    turn_id: str | None = None
    said_at: datetime | None = None


class NearLink(Frozen):
    """A link between two nodes; ``relation`` says which, ``weight`` is between 0 and 1."""

    source: str
    target: str
    tie: Tie
    relation: str
    weight: float = 1.0


class Neighbourhood(WhileWaiting):
    """What is around one person or thing, ``center``, who is among the nodes.

    ``parts`` are the uids that stand for it: of a human one for each conversation. ``statements``
    counts all that tell of it; the nodes hold the latest.
    """

    center: str
    parts: tuple[str, ...]
    nodes: tuple[NearNode, ...]
    links: tuple[NearLink, ...] = ()
    statements: int = 0
