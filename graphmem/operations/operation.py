"""One thing that a memory can do, as every client is told of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any, Generic, TypeVar

from pydantic import ValidationError

from graphmem.errors import InputError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.faults import faults
from graphmem.model.progress import Progress, silent

R = TypeVar("R", bound=Frozen, covariant=True)


@dataclass(frozen=True)
class Operation(Generic[R]):
    """A name, a line on what it does, what goes in and what comes out, and who does it.

    ``summary`` is the line of help everywhere; ``guidance`` tells a language model when to use it.
    ``tool`` is what a language model calls it, ``command`` the words on the command line.
    ``example`` are arguments as JSON. A ``listing`` reads what few plain arguments name, and none
    of them is what somebody said or asked. One that is ``long`` may take minutes. ``handle`` is
    given a `Progress` as well where ``reports`` is set. Language models get no tool of one that is
    not ``for_models``: only a person may say that. One that ``forgets`` takes away for good: no
    model is offered it, and no key may ask for it, unless somebody allowed it.
    """

    name: str
    summary: str
    request: type[Frozen]
    result: type[R] | UnionType
    handle: Callable[..., R]
    command: tuple[str, ...]
    example: Mapping[str, Any]
    writes: bool = False
    long: bool = False
    reports: bool = False
    listing: bool = False
    forgets: bool = False
    tool_name: str | None = None
    guidance_for_models: str | None = None
    for_models: bool = True

    @property
    def tool(self) -> str:
        """The name under which a language model calls it."""
        return self.tool_name or self.name

    @property
    def guidance(self) -> str:
        """What a language model is told of it."""
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

    def run(self, memory: Memory, request: Frozen, *, progress: Progress = silent) -> R:
        """Do it; raises what the methods of `Memory` raise."""
        if self.reports:
            return self.handle(memory, request, progress)
        return self.handle(memory, request)
