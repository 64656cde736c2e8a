"""Selects the operations that an assistant is offered as tools."""

from collections.abc import Collection, Sequence
from enum import StrEnum

from graphmem.model.base import Frozen
from graphmem.operations.catalogue import FOR_MODELS, FORGETTING, RECALL
from graphmem.operations.operation import USUAL_RIGHTS, Operation, Right
from graphmem.operations.personal import ALLOWED


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
    return [item for item in some if item.right in rights and item in allowed]
