"""people, conversations, entities, entity, graph, turn and dialogue: what a memory holds."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.listing import (
    ConversationSummary,
    Dialogue,
    EntityDetails,
    EntitySummary,
    Neighbourhood,
    Participant,
    TurnInTalk,
)
from graphmem.model.operation import MOST_LISTED, Listed, Name, Operation, Right, calls
from graphmem.model.workspace import EntityType

# A turn is named by two ids and the slash between them.
_MAX_TURN_ID = 1_001
MOST_AROUND = 100


class PeopleRequest(Listed):
    """Participants to list: all, or those of one conversation."""

    conversation: Name | None = Field(None, description="Only who takes part in this one.")


class ConversationsRequest(Listed):
    """Conversations to list: a part of them."""


class EntitiesRequest(Listed):
    """Entities to list, by conversation, owner, type or name."""

    conversation: Name | None = Field(None, description="Only those of this conversation.")
    person: Name | None = Field(None, description="Only what is theirs: a name or an id.")
    type: EntityType | None = Field(None, description="Only those of this type.")
    named: Name | None = Field(None, description="Only those with this in a name.")


class EntityRequest(Frozen):
    """Entity to show."""

    uid: Name = Field(description="The entity's uid, of any layer.")


class GraphRequest(Frozen):
    """Neighbourhood of a person or an entity."""

    uid: Name = Field(description="The uid of a person, or of an entity of any layer.")
    limit: int = Field(
        20,
        ge=1,
        le=MOST_AROUND,
        description="At most so many statements, and so many people and things beside them.",
    )


class DialogueRequest(Frozen):
    """Session of a conversation to read."""

    conversation: Name = Field(description="The conversation's id.")
    session: Name | None = Field(None, description="The session's id; the first without it.")
    limit: int = Field(200, ge=1, le=MOST_LISTED, description="At most so many turns.")
    offset: int = Field(0, ge=0, le=1_000_000, description="After so many turns.")


class TurnRequest(Frozen):
    """Turn to show, and how much of the talk around it."""

    turn_id: str = Field(
        min_length=3,
        max_length=_MAX_TURN_ID,
        description="CONVERSATION/TURN, such as kitchen/D1:1.",
    )
    around: int = Field(3, ge=0, le=50, description="So many turns before it, and after it.")


class PeopleList(WhileWaiting):
    """A part of those who take part; ``total`` counts all that were asked for."""

    people: tuple[Participant, ...]
    total: int


class ConversationList(Frozen):
    """A part of the conversations; ``total`` counts them all."""

    conversations: tuple[ConversationSummary, ...]
    total: int


class EntityList(WhileWaiting):
    """A part of the entities, those of most facts first."""

    entities: tuple[EntitySummary, ...]


def _people(memory: Memory, asked: PeopleRequest) -> PeopleList:
    everyone = memory.people(conversation=asked.conversation)
    return PeopleList(
        people=asked.part_of(everyone),
        total=len(everyone),
        waiting=memory.turns_waiting(conversation=asked.conversation),
    )


def _conversations(memory: Memory, asked: ConversationsRequest) -> ConversationList:
    held = memory.conversations()
    return ConversationList(conversations=asked.part_of(held), total=len(held))


def _entities(memory: Memory, asked: EntitiesRequest) -> EntityList:
    return EntityList(
        entities=memory.entities(**asked.model_dump()),
        waiting=memory.turns_waiting(conversation=asked.conversation),
    )


CONVERSATIONS = Operation(
    name="conversations",
    summary="List the conversations of the space.",
    request=ConversationsRequest,
    result=ConversationList,
    right=Right.READ,
    handle=_conversations,
    example={"limit": 20},
    listing=True,
)
PEOPLE = Operation(
    name="people",
    summary="List who takes part in the conversations of the space.",
    request=PeopleRequest,
    result=PeopleList,
    right=Right.READ,
    handle=_people,
    example={"conversation": "kitchen"},
    listing=True,
)
ENTITIES = Operation(
    name="entities",
    summary="List the things that the conversations speak of, those of most facts first.",
    request=EntitiesRequest,
    result=EntityList,
    right=Right.READ,
    handle=_entities,
    command=("entities", "list"),
    example={"person": "Ana", "limit": 20},
    listing=True,
)
ENTITY = Operation(
    name="entity",
    summary="Show one thing: what is known of it, whose it is, and what it is made of.",
    request=EntityRequest,
    result=EntityDetails,
    right=Right.READ,
    handle=calls(Memory.entity),
    command=("entities", "show"),
    example={"uid": "entity:0f3a"},
    listing=True,
)
GRAPH = Operation(
    name="graph",
    summary="Show what is around a person or a thing: statements, people, things, and their links.",
    request=GraphRequest,
    result=Neighbourhood,
    right=Right.READ,
    handle=calls(Memory.graph),
    example={"uid": "entity:0f3a", "limit": 20},
    listing=True,
)
TURN = Operation(
    name="turn",
    summary="Show a turn in its talk: what was said just before and after it.",
    request=TurnRequest,
    result=TurnInTalk,
    right=Right.READ,
    handle=calls(Memory.turn),
    example={"turn_id": "kitchen/D1:1", "around": 2},
    listing=True,
    guidance_for_models="Read a cited turn with the talk around it, to see what was meant.",
)
DIALOGUE = Operation(
    name="dialogue",
    summary="Read a conversation: its sessions, and the turns of one of them.",
    request=DialogueRequest,
    result=Dialogue,
    right=Right.READ,
    handle=calls(Memory.dialogue),
    example={"conversation": "kitchen", "session": "S1"},
    listing=True,
)
