"""Defines one operation for every client, and the fields that several requests share."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import UnionType
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, ValidationError

from graphmem.errors import InputError, NotAllowedError
from graphmem.model.base import Frozen, faults
from graphmem.model.conversation import MAX_ID_CHARACTERS
from graphmem.model.progress import Progress, silent

E = TypeVar("E")
R = TypeVar("R", bound=Frozen, covariant=True)
T = TypeVar("T", bound=Frozen)

MAX_QUESTION_CHARACTERS = 4_000
MOST_NAMED = 100
MOST_LISTED = 1_000

Name = Annotated[str, Field(min_length=1, max_length=MAX_ID_CHARACTERS)]
Moment = Annotated[str, Field(min_length=4, max_length=40)]
Question = Annotated[str, Field(min_length=1, max_length=MAX_QUESTION_CHARACTERS)]


class Right(StrEnum):
    """Right to use a memory in one way, each alone but that ``decide`` has ``retract`` in it.

    ``read`` it; ``write`` what was said into it; ``decide`` what is one, what is not, and what
    does not hold; ``retract``: say no more than what does not hold; ``forget``: take away for good.
    """

    READ = "read"
    WRITE = "write"
    DECIDE = "decide"
    RETRACT = "retract"
    FORGET = "forget"


USUAL_RIGHTS = (Right.READ, Right.WRITE, Right.DECIDE)
"""Rights that are given where nothing is said: all but to take away for good."""


def has_right(rights: Collection[Right], wanted: Right) -> bool:
    """Tells whether one who was given these rights has the one that is wanted."""
    # Keys that were given `decide` before there was `retract` were given what it opens.
    return wanted in rights or (wanted is Right.RETRACT and Right.DECIDE in rights)


class Listed(Frozen):
    """Part of a list: at most so many, after so many."""

    limit: int = Field(100, ge=1, le=MOST_LISTED, description="At most so many.")
    offset: int = Field(0, ge=0, le=1_000_000, description="After so many.")

    def part_of(self, items: Sequence[E]) -> tuple[E, ...]:
        """That part of all of them."""
        return tuple(items[self.offset : self.offset + self.limit])


class SeenAs(Frozen):
    """The part of a memory that a call may see."""

    as_of: Moment | None = Field(None, description="Only what was said by this date (2023-05-08).")
    known_to: Name | None = Field(
        None, description="Only conversations in which this person took part."
    )


class TimeBounded(SeenAs):
    """Bounds of a question: the conversations, dates and hearers that it is narrowed to."""

    conversations: tuple[Name, ...] = Field(
        (), max_length=MOST_NAMED, description="Only these conversations, by id."
    )
    since: Moment | None = Field(None, description="Said on this date or later.")
    until: Moment | None = Field(None, description="Said on this date or earlier.")
    now: Moment | None = Field(
        None, description='The moment of asking, for "last May" and "how long ago".'
    )


_PARAMETERS = {"conversations": "conversation", "people": "person"}


def calls(method: Callable[..., T]) -> Callable[..., T]:
    """Makes a handler that calls the method of this name with the fields of the request.

    Required fields are its first arguments, the others are given by name; a tuple without anything
    is left out.
    """

    def handle(memory: Any, asked: Frozen, progress: Progress | None = None) -> T:
        fields = {name: getattr(asked, name) for name in type(asked).model_fields}
        needed = [name for name, one in type(asked).model_fields.items() if one.is_required()]
        first = [fields.pop(name) for name in needed]
        named = {_PARAMETERS.get(name, name): one for name, one in fields.items() if one != ()}
        if progress is not None:
            named["progress"] = progress
        result: T = getattr(memory, method.__name__)(*first, **named)
        return result

    return handle


@dataclass(frozen=True)
class Operation(Generic[R]):
    """A name, a line on what it does, what goes in and what comes out, and who does it.

    ``summary`` is the line of help everywhere; ``guidance`` tells a language model when to use it.
    ``tool`` is what a language model calls it, ``command`` the words on the command line, its name
    unless they are given. ``right`` is what whoever asks for it must have: no model is offered, and
    no key gives, one to forget unless somebody allowed it. ``example`` are arguments as JSON. A
    ``listing`` reads what few plain arguments name, and none of them is what somebody said or
    asked. One that is ``long`` may take minutes. ``handle`` is given a `Progress` as well where
    ``reports`` is set. Language models get no tool of one that is not ``for_models``: only a person
    may say that, nor may one make a request that is ``person_only``.
    """

    name: str
    summary: str
    request: type[Frozen]
    result: type[R] | UnionType
    right: Right
    handle: Callable[..., R]
    example: Mapping[str, Any]
    command: tuple[str, ...] = ()
    long: bool = False
    reports: bool = False
    listing: bool = False
    tool_name: str | None = None
    guidance_for_models: str | None = None
    for_models: bool = True
    person_only: Callable[[Any], bool] = lambda _: False

    def __post_init__(self) -> None:
        if not self.command:
            object.__setattr__(self, "command", (self.name.replace("_", "-"),))

    @property
    def writes(self) -> bool:
        """Tells whether it changes the memory."""
        return self.right is not Right.READ

    @property
    def tool(self) -> str:
        """The name under which a language model calls it."""
        return self.tool_name or self.name

    @property
    def guidance(self) -> str:
        """Description for a language model: when to use it."""
        return self.guidance_for_models or self.summary

    def asked(self, **given: Any) -> Any:
        """The request with these arguments, None meaning what holds without it.

        Raises `InputError` for what does not fit.
        """
        kept = {name: value for name, value in given.items() if value is not None}
        try:
            return self.request.model_validate(kept)
        except ValidationError as error:
            raise InputError(
                f"These arguments do not fit: {faults(error)}.",
                next_step=f"See `graphmem {' '.join(self.command)} --help`.",
            ) from error

    def require_for_models(self, request: Frozen) -> None:
        """Raise `NotAllowedError` for what a model may not ask for, only a person."""
        if self.person_only(request):
            raise NotAllowedError(
                f"Only a person may {self.name} that.",
                next_step=f"`graphmem {' '.join(self.command)}` does it.",
            )

    def run(self, memory: Any, request: Frozen, *, progress: Progress = silent) -> R:
        """Do it; raises what the methods of `Memory`, or of whatever it is run on, raise."""
        if self.reports:
            return self.handle(memory, request, progress)
        return self.handle(memory, request)
