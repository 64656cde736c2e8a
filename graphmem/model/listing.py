"""What a space lists besides people and conversations: its entities, and a turn in its talk."""

from datetime import datetime

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


class TurnInTalk(Frozen):
    """A turn with those of its session that were said just before and after it."""

    conversation_id: str
    session_id: str
    turn: TalkTurn
    before: tuple[TalkTurn, ...] = ()
    after: tuple[TalkTurn, ...] = ()
