"""profile, and the tools: timeline, context, compare, contradictions, compare_people."""

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import Field

from graphmem.agents.tool_use import SeenAs, offered_tools
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.portrait import Portrait
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    PeopleComparison,
)
from graphmem.operations.operation import Moment, Name, Operation, Right, calls
from graphmem.operations.querying import MOST_TOKENS

_OFFERED = {schema.name: schema for schema in offered_tools()}


R = TypeVar("R", bound=Frozen)


class ProfileRequest(SeenAs):
    """Profile of a person or a thing, and how long it may be."""

    name: Name = Field(description="A name, CONVERSATION/NAME, a person_id, or a uid.")
    token_budget: int = Field(
        600, ge=16, le=MOST_TOKENS, description="The most tokens that the text may have."
    )
    now: Moment | None = Field(
        None, description="The moment of asking: which plans and times are past."
    )


PROFILE = Operation(
    name="profile",
    summary="Sum up a person or a thing: what holds now, what held before, each sentence cited.",
    request=ProfileRequest,
    result=Portrait,
    right=Right.READ,
    handle=calls(Memory.profile),
    example={"name": "Ana", "token_budget": 400},
    guidance_for_models="Read what is known of a person or a thing before you talk with or about "
    "them: what holds now, preferences and standing instructions, open plans, relations, opinions, "
    "how things are done, and what held before with what replaced it; each sentence cited.",
)


def _tool(
    tool: str,
    result: type[R],
    *,
    name: str,
    summary: str,
    example: Mapping[str, Any],
) -> Operation[R]:
    """The operation of a tool: its name for models, its arguments and guidance are the tool's."""
    schema = _OFFERED[tool]

    def use(memory: Memory, asked: Frozen) -> R:
        # The arguments of a tool are named as those of the method.
        found = getattr(memory.tools, tool)(
            **{name: getattr(asked, name) for name in type(asked).model_fields}
        )
        assert isinstance(found, result)
        return found

    assert issubclass(schema.arguments, Frozen)
    return Operation(
        name=name,
        summary=summary,
        request=schema.arguments,
        result=result,
        right=Right.READ,
        handle=use,
        example=example,
        tool_name=tool,
        guidance_for_models=schema.description,
    )


TIMELINE = _tool(
    "get_entity_timeline",
    EntityTimeline,
    name="timeline",
    summary="What a person's entity was, from conversation to conversation, in time.",
    example={"entity_name": "job", "person_id": "John"},
)
CONTEXT = _tool(
    "get_conversation_context",
    ConversationContext,
    name="context",
    summary="Everything that one conversation says of an entity: mentions, questions, answers.",
    example={"conv_id": "kitchen", "entity_id": "tulips"},
)
COMPARE = _tool(
    "compare_entities_across_conversations",
    Comparison,
    name="compare",
    summary="An entity in two conversations, side by side.",
    example={"entity_name": "job", "conv_A": "john-maria", "conv_B": "tim-john"},
)
CONTRADICTIONS = _tool(
    "detect_contradictions",
    Contradictions,
    name="contradictions",
    summary="What does not go together: conflicts, changes, corrections, disagreements.",
    example={"entity_id": "John's job"},
)
COMPARE_PEOPLE = _tool(
    "compare_people",
    PeopleComparison,
    name="compare_people",
    summary="What two people say of a topic, side by side.",
    example={"topic": "dogs", "person_A": "John", "person_B": "Priya"},
)
