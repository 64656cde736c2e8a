"""The four tools as a language model is told of them, and bound to a memory for its use."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, Field, ValidationError, create_model

from graphmem.adapters.llm import Tool, ToolResult
from graphmem.adapters.llm.schema import strict_schema
from graphmem.errors import AmbiguousNameError, GraphMemError, InputError, NotFoundError
from graphmem.model.base import Frozen
from graphmem.model.conversation import MAX_ID_CHARACTERS
from graphmem.model.decision import ToolCall
from graphmem.model.faults import faults
from graphmem.model.tools import (
    Comparison,
    Contradictions,
    ConversationContext,
    EntityTimeline,
    MemoryTools,
    PeopleTools,
    Said,
)

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
    """The part of a memory that a call may see: arguments of every tool that users are offered."""

    as_of: Moment | None = Field(None, description="Only what was said by this date (2023-05-08).")
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part."
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


# Binds the tools to a memory, so that a language model can use them.

_MOST_SHOWN = 24_000
_MOST_KEPT = 5


def bind_tools(
    tools: MemoryTools, shown: Callable[[BaseModel], str] | None = None
) -> tuple[Tool, ...]:
    """The four tools over one memory, with what they give ``shown`` as JSON or in another way.

    Arguments that do not fit, and names that the memory does not hold, are told to the model.
    """
    return tuple(_bind(schema, tools, shown or _shown) for schema in TOOL_SCHEMAS)


def call_tool(seen: Callable[[SeenAs], PeopleTools], name: str, written: str) -> str:
    """Calls a tool with arguments in JSON; its result as a language model reads it.

    ``seen`` gives the tools over what the call may see. Whatever the model got wrong is told in
    the result's place; raises a `StoreError`.
    """
    offered = {schema.name: schema for schema in offered_tools()}
    if name not in offered:
        return f"There is no tool {name!r}. There are: {', '.join(offered)}."
    schema = offered[name]
    try:
        given = schema.arguments.model_validate_json(written)
    except ValidationError as error:
        return f"These arguments cannot be used: {faults(error)}."
    try:
        sight = SeenAs.model_validate(given.model_dump(include=set(SeenAs.model_fields)))
        return _shown(schema.use(seen(sight), given))
    except (NotFoundError, AmbiguousNameError, InputError) as error:
        return str(error)


def _bind(schema: ToolSchema, tools: MemoryTools, shown: Callable[[BaseModel], str]) -> Tool:
    def run(written: str) -> ToolResult:
        try:
            given = schema.arguments.model_validate_json(written)
        except ValidationError as error:
            told = f"These arguments cannot be used: {faults(error)}."
            return ToolResult(told, ToolCall(tool=schema.name, arguments={}, result=told))
        arguments = {name: str(value) for name, value in given.model_dump().items()}
        try:
            result = schema.use(tools, given)
        except GraphMemError as error:
            told = str(error)
            return ToolResult(told, ToolCall(tool=schema.name, arguments=arguments, result=told))
        call = ToolCall(tool=schema.name, arguments=arguments, result=summarise(result))
        return ToolResult(shown(result), call)

    return Tool(schema.name, schema.description, schema.parameters, run)


def summarise(result: BaseModel) -> str:
    """A tool's result in a line or a few, as it is kept with the decision."""
    match result:
        case EntityTimeline(entries=entries):
            return _counted(entries, "entry", "entries")
        case ConversationContext(statements=statements, mentions=mentions):
            seen = "1 mention" if len(mentions) == 1 else f"{len(mentions)} mentions"
            return f"{seen}; {_counted(statements, 'statement', 'statements')}"
        case Comparison():
            parts = {
                "both say": result.overlap,
                "they differ in": result.differences,
                "only the first says": result.only_a,
                "only the second says": result.only_b,
            }
            told = [
                f"{name} {', '.join(what[:_MOST_KEPT])}" for name, what in parts.items() if what
            ]
            return "; ".join([*told, f"order: {result.order}"])
        case Contradictions(findings=findings):
            told = [
                f"{finding.kind} in {finding.predicate} "
                f"({_cited(finding.earlier)} / {_cited(finding.later)})"
                for finding in findings[:_MOST_KEPT]
            ]
            return "; ".join(told) or "none"
    return result.model_dump_json()[:500]


def _counted(items: Sequence[Said], one: str, many: str) -> str:
    count = f"{len(items)} {one if len(items) == 1 else many}"
    told = "; ".join(_cited(item) for item in items[:_MOST_KEPT])
    more = f"; and {len(items) - _MOST_KEPT} more" if len(items) > _MOST_KEPT else ""
    return f"{count}: {told}{more}" if items else count


def _cited(said: Said) -> str:
    return f"{said.text} [{said.turn_id}, {said.said_at:%Y-%m-%d}]"


def _shown(result: BaseModel) -> str:
    text = result.model_dump_json(exclude_none=True)
    if len(text) <= _MOST_SHOWN:
        return text
    cut = len(text) - _MOST_SHOWN
    return f"{text[:_MOST_SHOWN]} (cut here, {cut} characters more: ask for less at once)"
