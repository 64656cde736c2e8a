"""Fields that several requests share, with their limits."""

from typing import Annotated

from pydantic import Field

from graphmem.agents.tool_use import Moment, Name
from graphmem.model.base import Frozen

__all__ = ["MOST_LISTED", "MOST_NAMED", "Listed", "Moment", "Name", "Question", "Timed"]

MAX_QUESTION_CHARACTERS = 4_000
MOST_NAMED = 100
MOST_LISTED = 1_000

Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION_CHARACTERS)]


class Listed(Frozen):
    """Which part of a list is asked for."""

    limit: int = Field(100, ge=1, le=MOST_LISTED, description="At most so many.")
    offset: int = Field(0, ge=0, le=1_000_000, description="After so many.")


class Timed(Frozen):
    """What a question is narrowed to."""

    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id; none: all."
    )
    since: Moment | None = Field(None, description="Said on this date or later (2023-05-08).")
    until: Moment | None = Field(None, description="Said on this date or earlier.")
    as_of: Moment | None = Field(None, description="Only what was said by this date.")
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part."
    )
    now: Moment | None = Field(
        None, description='The moment of asking, for "last May" and "how long ago".'
    )
