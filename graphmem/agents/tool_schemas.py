"""The tools as any language model is told of them: names, parameters, descriptions.

This is the one place that describes them; whoever offers them to a model takes them from here.
"""

from collections.abc import Callable, Mapping
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, create_model

from graphmem.adapters.llm.schema import strict_schema
from graphmem.model.base import Frozen
from graphmem.model.conversation import MAX_ID_CHARACTERS
from graphmem.model.tools import MemoryTools, PeopleTools

Name = Annotated[str, Field(min_length=1, max_length=MAX_ID_CHARACTERS)]
Topic = Annotated[str, Field(min_length=1, max_length=4 * MAX_ID_CHARACTERS)]
Moment = Annotated[str, Field(min_length=4, max_length=40)]


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


class SeenAs(Frozen):
    """What of a memory a call may see; arguments of every tool that is offered to users."""

    as_of: Moment | None = Field(
        None, description="Only what was said and had begun by this date (2023-05-08); null: all."
    )
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part; null: all."
    )


class ToolSchema(NamedTuple):
    """One tool: what a model is told, what its arguments are, and what answers it."""

    name: str
    description: str
    arguments: type[BaseModel]
    use: Callable[[Any, Any], BaseModel]

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return strict_schema(self.arguments)

    def as_function(self) -> Mapping[str, Any]:
        """The tool as OpenAI's API, and most others, take it."""
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": self.parameters,
        }
        return {"type": "function", "function": function}


def _timeline(tools: MemoryTools, given: TimelineArguments) -> BaseModel:
    return tools.get_entity_timeline(given.entity_name, given.person_id)


def _context(tools: MemoryTools, given: ContextArguments) -> BaseModel:
    return tools.get_conversation_context(given.conv_id, given.entity_id)


def _comparison(tools: MemoryTools, given: ComparisonArguments) -> BaseModel:
    return tools.compare_entities_across_conversations(
        given.entity_name, given.conv_A, given.conv_B
    )


def _contradictions(tools: MemoryTools, given: ContradictionArguments) -> BaseModel:
    return tools.detect_contradictions(given.entity_id)


def _people(tools: PeopleTools, given: PeopleArguments) -> BaseModel:
    return tools.compare_people(given.topic, given.person_A, given.person_B)


TOOL_SCHEMAS = (
    ToolSchema(
        "get_entity_timeline",
        "Roles, states and facts of an entity of one person across all of that person's "
        "conversations, in time: each with its date, speaker, turn and quote. Use it to see "
        "whether one thing changes over time or two things exist side by side.",
        TimelineArguments,
        _timeline,
    ),
    ToolSchema(
        "get_conversation_context",
        "Everything that one conversation says of an entity: the turns that mention it, the "
        "statements about it, the questions asked about it and their answers. Use it to check "
        "details such as the names of employers, partners and places.",
        ContextArguments,
        _context,
    ),
    ToolSchema(
        "compare_entities_across_conversations",
        "An entity of one name in two conversations, side by side: what both say, where they "
        "differ, what one leaves unsaid, and how they lie in time.",
        ComparisonArguments,
        _comparison,
    ),
    ToolSchema(
        "detect_contradictions",
        "Statements about an entity that do not say the same, and whether that is a conflict, an "
        "evolution, a correction, or a disagreement between people.",
        ContradictionArguments,
        _contradictions,
    ),
)
"""The four tools that look for a judge of merges."""

COMPARE_PEOPLE = ToolSchema(
    "compare_people",
    "What two people say of a topic, or is said of them, side by side: what both name, where they "
    "differ or disagree, and who spoke of it first.",
    PeopleArguments,
    _people,
)


def offered_tools() -> tuple[ToolSchema, ...]:
    """The five tools for users, each with ``as_of`` and ``known_to`` besides."""
    return tuple(
        schema._replace(arguments=_with_sight(schema.arguments))
        for schema in (*TOOL_SCHEMAS, COMPARE_PEOPLE)
    )


def tool_definitions() -> list[dict[str, Any]]:
    """The five tools as OpenAI's API, and most others, take them.

    `graphmem.Toolbox.call` runs what a model calls.
    """
    return [dict(schema.as_function()) for schema in offered_tools()]


def _with_sight(arguments: type[BaseModel]) -> type[BaseModel]:
    return create_model(arguments.__name__, __base__=(arguments, SeenAs), __doc__=arguments.__doc__)
