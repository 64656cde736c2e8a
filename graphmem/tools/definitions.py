"""The tools that look into one entity or topic, as operations.

Each is defined once, over `MemoryTools`: reconciliation and answers run it on a part of a memory.
What users are offered is the same, run on `Memory.tools`, and takes what the call may see.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, TypeVar

from pydantic import Field, create_model

from graphmem.model.base import Frozen
from graphmem.model.conversation import MAX_ID_CHARACTERS
from graphmem.model.operation import Name, Operation, Right, SeenAs, calls
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    MemoryTools,
    PeopleComparison,
)
from graphmem.tools.toolset import AskingTools

R = TypeVar("R", bound=Frozen)

Topic = Annotated[str, Field(min_length=1, max_length=4 * MAX_ID_CHARACTERS)]


class TimelineArguments(Frozen):
    """Arguments of ``get_entity_timeline``."""

    entity_name: Name = Field(description="What the entity is called, such as job or TechCorp.")
    person_id: Name = Field(description="Whose it is: the person's name or id.")


class ContextArguments(Frozen):
    """Arguments of ``get_conversation_context``."""

    conv_id: Name = Field(description="The conversation's id.")
    entity_id: Name = Field(description="The entity's id or its name.")


class ComparisonArguments(Frozen):
    """Arguments of ``compare_entities_across_conversations``."""

    entity_name: Name = Field(description="What the entity is called in both.")
    conv_A: Name = Field(description="The first conversation's id.")
    conv_B: Name = Field(description="The second conversation's id.")


class ContradictionArguments(Frozen):
    """Arguments of ``detect_contradictions``."""

    entity_id: Name = Field(description="The entity's id or its name.")


class PeopleArguments(Frozen):
    """Arguments of ``compare_people``."""

    topic: Topic = Field(description="What to compare them on, such as job, dogs or Lisbon.")
    person_A: Name = Field(description="The first person's name or id.")
    person_B: Name = Field(description="The second person's name or id.")


def _tool(
    method: Callable[..., R],
    name: str,
    request: type[Frozen],
    result: type[R],
    *,
    summary: str,
    guidance: str,
    example: Mapping[str, Any],
) -> Operation[R]:
    return Operation(
        name=name,
        summary=summary,
        request=request,
        result=result,
        right=Right.READ,
        handle=calls(method),
        example=example,
        tool_name=method.__name__,
        guidance_for_models=guidance,
    )


_TIMELINE = _tool(
    MemoryTools.get_entity_timeline,
    "timeline",
    TimelineArguments,
    EntityTimeline,
    summary="What a person's entity was, from conversation to conversation, in time.",
    guidance="Roles, states and facts of an entity of one person across all of that person's "
    "conversations, in time: each with its date, speaker, turn and quote. Use it to see "
    "whether one thing changes over time or two things exist side by side.",
    example={"entity_name": "job", "person_id": "John"},
)
_CONTEXT = _tool(
    MemoryTools.get_conversation_context,
    "context",
    ContextArguments,
    ConversationContext,
    summary="Everything that one conversation says of an entity: mentions, questions, answers.",
    guidance="Everything that one conversation says of an entity: the turns that mention it, the "
    "statements about it, the questions asked about it and their answers. Use it to check "
    "details such as the names of employers, partners and places.",
    example={"conv_id": "kitchen", "entity_id": "tulips"},
)
_COMPARE = _tool(
    MemoryTools.compare_entities_across_conversations,
    "compare",
    ComparisonArguments,
    Comparison,
    summary="An entity in two conversations, side by side.",
    guidance="An entity of one name in two conversations, side by side: what both say, where they "
    "differ, what one leaves unsaid, and how they lie in time.",
    example={"entity_name": "job", "conv_A": "john-maria", "conv_B": "tim-john"},
)
_CONTRADICTIONS = _tool(
    MemoryTools.detect_contradictions,
    "contradictions",
    ContradictionArguments,
    Contradictions,
    summary="What does not go together: conflicts, changes, corrections, disagreements.",
    guidance="Statements about an entity that do not say the same, and whether that is a conflict, "
    "an evolution, a correction, or a disagreement between people.",
    example={"entity_id": "John's job"},
)
_COMPARE_PEOPLE = _tool(
    AskingTools.compare_people,
    "compare_people",
    PeopleArguments,
    PeopleComparison,
    summary="What two people say of a topic, side by side.",
    guidance="What two people say of a topic, or is said of them, side by side: what both name, "
    "where they differ or disagree, and who spoke of it first.",
    example={"topic": "dogs", "person_A": "John", "person_B": "Priya"},
)

LOOKING: tuple[Operation[Frozen], ...] = (_TIMELINE, _CONTEXT, _COMPARE, _CONTRADICTIONS)
"""The four tools that look for a judge of merges, run on `MemoryTools`."""


def with_sight(item: Operation[R]) -> Operation[R]:
    """The tool with ``as_of`` and ``known_to`` besides, run on a `Toolbox`."""
    return replace(item, request=_seen(item.request))


def _seen(base: type[Frozen]) -> type[Frozen]:
    return create_model(base.__name__, __base__=(base, SeenAs), __doc__=base.__doc__)


def _of_memory(item: Operation[R]) -> Operation[R]:
    return replace(with_sight(item), handle=lambda memory, asked: item.handle(memory.tools, asked))


TIMELINE = _of_memory(_TIMELINE)
CONTEXT = _of_memory(_CONTEXT)
COMPARE = _of_memory(_COMPARE)
CONTRADICTIONS = _of_memory(_CONTRADICTIONS)
COMPARE_PEOPLE = _of_memory(_COMPARE_PEOPLE)

TOOLBOX: tuple[Operation[Frozen], ...] = tuple(map(with_sight, (*LOOKING, _COMPARE_PEOPLE)))
"""The five tools for users, run on a `Toolbox`."""
