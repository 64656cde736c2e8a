"""The operations that assistants are offered as tools, and as functions of OpenAI's API."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any

from graphmem.agents.tool_use import define, run_call
from graphmem.memory import Memory
from graphmem.model.base import Frozen
from graphmem.model.operation import USUAL_RIGHTS, Operation, Right, has_right
from graphmem.operations.catalogue import ALLOWED, FOR_MODELS, FORGETTING, RECALL, run_bound
from graphmem.operations.rendering import render_text


class ToolSet(StrEnum):
    """Set of tools for an assistant: those to remember and recall, or all."""

    RECALL = "recall"
    ALL = "all"


def offered_tools(
    tools: ToolSet,
    *,
    person: str | None = None,
    rights: Collection[Right] = USUAL_RIGHTS,
) -> Sequence[Operation[Frozen]]:
    """The operations of a set for one who has these rights.

    Of them only what one person may do where one is named; what takes away for good where
    ``rights`` say so.
    """
    some = (RECALL if tools is ToolSet.RECALL else FOR_MODELS) + FORGETTING
    allowed = ALLOWED if person is not None else some
    return [item for item in some if has_right(rights, item.right) and item in allowed]


def function_definitions(
    operations: Iterable[Operation[Frozen]] = FOR_MODELS,
) -> list[dict[str, Any]]:
    """The operations as a list of tools; `call_operation` runs what a model calls."""
    return define(operations)


def call_operation(
    memory: Memory,
    tool: str,
    arguments: str | Mapping[str, Any],
    operations: Iterable[Operation[Frozen]] = FOR_MODELS,
    *,
    person: str | None = None,
) -> str:
    """Run what a model calls, and give what to tell it, short and cited.

    Nothing but ``operations`` is run, whatever the model calls, and with a ``person`` (their
    ``person_id``) nothing but what they may, within what they heard. What it got wrong is told as
    well: a tool that there is not, arguments that do not fit, names that nothing bears or that fit
    two. Faults of the database are raised.
    """

    def run(item: Operation[Frozen], asked: Frozen) -> Frozen:
        if person is None:
            return item.run(memory, asked)
        return run_bound(memory, item, asked, person)

    return run_call(tool, arguments, operations, run, render_text)
