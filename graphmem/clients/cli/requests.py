"""Runs the operation of a command with the arguments that were given."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

from graphmem.clients.audit import Audit
from graphmem.clients.caller import Caller, tell_spaces
from graphmem.clients.cli.output import error_console, opened, progress, shown
from graphmem.errors import NotFoundError
from graphmem.memory import Memory
from graphmem.model.backlog import WhileWaiting
from graphmem.model.base import Frozen
from graphmem.model.listing import empty_space
from graphmem.model.operation import Right
from graphmem.model.progress import Progress, silent
from graphmem.operations import Operation

R = TypeVar("R", bound=Frozen)

_COMMAND_LINE = "command line"


class Call(NamedTuple):
    """One call of a command: its operation, the fields as given, and what every command takes.

    A field is None where it was not given and has no default that an option can show.
    """

    item: Operation[Any]
    fields: Mapping[str, Any]
    space: str | None
    as_json: bool

    def request(self, **more: Any) -> Any:
        """The request; raises `InputError` for what does not fit, before anything is opened."""
        return self.item.asked(**self.fields, **more)

    def result(self, request: Frozen, *, llm: str | None = None) -> Any:
        """The result of the operation for a request; says on standard error whether turns wait."""
        with opened(self.space, quiet=self.as_json, llm_model=llm) as memory:
            if self.item.listing:
                tell_if_empty(memory)
            elif not self.item.writes:
                require_something(memory)
            with progress(quiet=self.as_json or not self.item.reports) as report:
                result = perform(memory, self.item, request, progress=report)
        if isinstance(result, WhileWaiting):
            tell_waiting(result.waiting_note)
        return result


def perform(memory: Memory, item: Operation[R], asked: Frozen, *, progress: Progress = silent) -> R:
    """The result of an operation; what is decided or forgotten is told in the audit log, if any.

    Raises `AuditError`, and what the operation raises.
    """
    if item.right not in (Right.DECIDE, Right.RETRACT, Right.FORGET):
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
