"""Makes an operation's request from a command's arguments, and runs it."""

from typing import Annotated, Any, TypedDict, TypeVar

import typer

from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller
from graphmem.clients.cli.output import error_console, opened, shown
from graphmem.clients.spaces import tell_spaces
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.listing import empty_space
from graphmem.model.progress import Progress, silent
from graphmem.operations import Operation
from graphmem.operations.operation import MOST_LISTED, Listed, Right

R = TypeVar("R", bound=Frozen)

_COMMAND_LINE = "command line"

LISTED = MOST_LISTED
"""Commands list as much as one request gives, since what they print can be paged and searched."""


class Bounds(TypedDict):
    """The least and the most that a number may be, as options take them."""

    min: int
    max: int | None


def bounds(request: type[Frozen], field: str) -> Bounds:
    """Those of a request's field."""
    held = request.model_fields[field].metadata
    (least,) = (item.ge for item in held if hasattr(item, "ge"))
    most = next((item.le for item in held if hasattr(item, "le")), None)
    return Bounds(min=least, max=most)


Limit = Annotated[
    int,
    typer.Option("--limit", "-n", metavar="N", help="At most so many.", **bounds(Listed, "limit")),
]
Offset = Annotated[
    int, typer.Option("--offset", metavar="N", help="After so many.", **bounds(Listed, "offset"))
]


def done(
    item: Operation[R], space: str | None, *, quiet: bool, llm: str | None = None, **given: Any
) -> R:
    """The result of an operation; what does not fit is an `InputError` before anything is opened.

    ``given`` are fields of its request, None meaning what holds without it.
    """
    asked = item.asked(**given)
    with opened(space, quiet=quiet, llm_model=llm) as memory:
        if item.listing:
            tell_if_empty(memory)
        elif not item.writes:
            require_something(memory)
        result = perform(memory, item, asked)
    if isinstance(result, WhileWaiting):
        tell_waiting(result.waiting_note)
    return result


def perform(memory: Memory, item: Operation[R], asked: Frozen, *, progress: Progress = silent) -> R:
    """The result of an operation; what is decided or forgotten is told in the audit log, if any.

    Raises `AuditError`, and what the operation raises.
    """
    if item.right not in (Right.DECIDE, Right.FORGET):
        return item.run(memory, asked, progress=progress)
    caller = Caller(_COMMAND_LINE, memory.space, rights=tuple(Right))
    with Audit(memory.settings.audit).acting(caller, item, asked) as act:
        act.result = result = item.run(memory, asked, progress=progress)
    return result


def require_something(memory: Memory) -> None:
    """Raise `NotFoundError` with the spaces that there are where the one that is asked is empty."""
    if memory.is_empty():
        raise NotFoundError(empty_space(memory.space), next_step=_spaces(memory))


def tell_if_empty(memory: Memory) -> None:
    """Say on standard error that a space is empty, and which spaces there are."""
    if memory.is_empty():
        error_console().print(shown(f"note: {empty_space(memory.space)} {_spaces(memory)}"))


def _spaces(memory: Memory) -> str:
    return tell_spaces(memory, choosing="--space NAME")


def tell_waiting(note: str | None) -> None:
    """Say on standard error that turns wait, where they do."""
    if note:
        error_console().print(shown(f"note: {note}"))


def tell_rest(held: int, total: int, offset: int) -> None:
    """Say on standard error where a list goes on."""
    if offset + held < total:
        further = f"{held:,} of {total:,} listed; --offset {offset + held} goes on"
        error_console().print(shown(f"note: {further}"))
