"""Whoever asks by a client: whose memory, with which rights; what an owner is told of spaces."""

from collections.abc import Collection
from typing import NamedTuple

from graphmem.errors import NotAllowedError
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.listing import SpaceSummary
from graphmem.model.operation import USUAL_RIGHTS, Right, has_right
from graphmem.operations import Operation
from graphmem.operations.catalogue import may_ask, require_allowed

_MOST_NAMED = 20


class Caller(NamedTuple):
    """One who asks: the id of their key, or what they ask by; and the one space of theirs.

    ``person`` is whose memory alone it is for, ``request_id`` what the answer and the logs call
    the request. What only a person may ask, one who ``is_model`` may not.
    """

    name: str
    space: str
    person: str | None = None
    rights: Collection[Right] = USUAL_RIGHTS
    request_id: str | None = None
    is_model: bool = False


def require_right(caller: Caller, item: Operation[Frozen], asked: Frozen) -> None:
    """Raise `NotAllowedError` for what the caller has no right to."""
    if caller.person is not None:
        require_allowed(item)
    if not has_right(caller.rights, item.right):
        wanted = [right for right in Right if right in {*caller.rights, item.right}]
        raise NotAllowedError(
            f"{item.name} needs the right to {item.right}, which this key has not.",
            next_step=f"`graphmem keys add SPACE {as_options(wanted)}` makes one that has it.",
        )
    if caller.is_model:
        item.require_for_models(asked)


def may_do(caller: Caller, item: Operation[Frozen]) -> bool:
    """Tells whether the caller has the right to an operation, whatever they would ask of it."""
    allowed = caller.person is None or may_ask(item)
    return allowed and has_right(caller.rights, item.right)


def as_options(rights: Collection[Right]) -> str:
    """These rights as `graphmem keys add` takes them."""
    return " ".join(f"--right {right}" for right in rights)


def tell_spaces(memory: Memory, *, choosing: str) -> str:
    """The spaces that hold something, or how to begin; ``choosing`` is what serves another one."""
    held = memory.spaces()
    if not held:
        return "So are all others: `graphmem ingest PATH` records, `graphmem demo` shows a sample."
    listed = ", ".join(map(_named, held[:_MOST_NAMED]))
    further = f" and {len(held) - _MOST_NAMED:,} more" if len(held) > _MOST_NAMED else ""
    return f"Spaces that are not: {listed}{further}. `{choosing}` chooses one."


def _named(one: SpaceSummary) -> str:
    conversations = "conversation" if one.conversations == 1 else "conversations"
    return f"{one.space} ({one.conversations:,} {conversations})"
