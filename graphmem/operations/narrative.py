"""process and story: how something is done, and what happened, as the talk tells it."""

from pydantic import Field

from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.process import Process
from graphmem.model.story import Story
from graphmem.operations.operation import (
    MOST_LISTED,
    MOST_NAMED,
    Moment,
    Name,
    Operation,
    Question,
    Right,
)


class ProcessRequest(Frozen):
    """What is done, and what may be known of how."""

    name: Question = Field(description="What is done, in a few words: varnish the deck.")
    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id; none: all."
    )
    as_of: Moment | None = Field(None, description="Only what was said by this date.")
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part."
    )


class StoryRequest(Frozen):
    """A person or a thing, from when to when, and what may be known of it."""

    about: Name = Field(description="A name, CONVERSATION/NAME, a person_id, or a uid.")
    since: Moment | None = Field(None, description="Happened on this date or later (2023-05-08).")
    until: Moment | None = Field(None, description="Happened on this date or earlier.")
    as_of: Moment | None = Field(None, description="Only what was said by this date.")
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part."
    )
    limit: int = Field(100, ge=1, le=MOST_LISTED, description="At most so many events, the last.")
    gap_days: int = Field(
        90, ge=1, le=36_500, description="More days than this without an event are a gap."
    )


def _process(memory: Memory, asked: ProcessRequest) -> Process:
    return memory.process(
        asked.name, conversation=asked.conversations, as_of=asked.as_of, known_to=asked.known_to
    )


def _story(memory: Memory, asked: StoryRequest) -> Story:
    return memory.story(**{name: getattr(asked, name) for name in type(asked).model_fields})


PROCESS = Operation(
    name="process",
    summary="Tell how something is done: steps, who taught them, and what changed in them since.",
    request=ProcessRequest,
    result=Process,
    right=Right.READ,
    handle=_process,
    command=("process",),
    example={"name": "varnish the deck"},
)
STORY = Operation(
    name="story",
    summary="Tell what happened to a person or a thing, in time: each event cited, gaps named.",
    request=StoryRequest,
    result=Story,
    right=Right.READ,
    handle=_story,
    command=("story",),
    example={"about": "Ana", "since": "2024-01-01"},
)
