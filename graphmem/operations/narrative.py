"""process, story and think: how it is done, what happened, and what is for and against it."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.operation import (
    MOST_LISTED,
    MOST_NAMED,
    Moment,
    Name,
    Operation,
    Question,
    Right,
    SeenAs,
    TimeBounded,
    calls,
)
from graphmem.model.process import Process
from graphmem.model.story import MOST_GAP_DAYS, Story
from graphmem.model.thought import MOST_WEIGHED, Thought
from graphmem.model.workspace import Network


class ProcessRequest(SeenAs):
    """What is done, and what may be known of how."""

    name: Question = Field(description="What is done, in a few words: varnish the deck.")
    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id."
    )


class StoryRequest(SeenAs):
    """A person or a thing, from when to when, and what may be known of it."""

    about: Name = Field(description="A name, CONVERSATION/NAME, a person_id, or a uid.")
    since: Moment | None = Field(None, description="Happened on this date or later.")
    until: Moment | None = Field(None, description="Happened on this date or earlier.")
    limit: int = Field(100, ge=1, le=MOST_LISTED, description="At most so many events, the last.")
    gap_days: int = Field(
        90, ge=1, le=MOST_GAP_DAYS, description="More days than this without an event are a gap."
    )


class ThinkRequest(TimeBounded):
    """A question to think about, who thinks, and what may be known for it."""

    question: Question = Field(description="What to think about: Should we move the launch?")
    agent: Name | None = Field(
        None, description="Who thinks, by name or id: what they said comes as their own."
    )
    network: Network | None = Field(
        None, description="Weigh only what is told of the world, said by the agent, or an opinion."
    )
    limit: int = Field(20, ge=1, le=MOST_WEIGHED, description="Weigh at most so many statements.")


PROCESS = Operation(
    name="process",
    summary="Tell how something is done: steps, who taught them, and what changed in them since.",
    request=ProcessRequest,
    result=Process,
    right=Right.READ,
    handle=calls(Memory.process),
    example={"name": "varnish the deck"},
)
STORY = Operation(
    name="story",
    summary="Tell what happened to a person or a thing, in time: each event cited, gaps named.",
    request=StoryRequest,
    result=Story,
    right=Right.READ,
    handle=calls(Memory.story),
    example={"about": "Ana", "since": "2024-01-01"},
)
THINK = Operation(
    name="think",
    summary="Gather what is for and against something, cited; with a language model, an opinion.",
    request=ThinkRequest,
    result=Thought,
    right=Right.READ,
    handle=calls(Memory.think),
    example={"question": "Should we move the launch to Thursday?", "agent": "Ana"},
)
