"""Which operations an assistant is offered as tools."""

from collections.abc import Sequence
from enum import StrEnum

from graphmem.model.base import Frozen
from graphmem.operations.bound import ALLOWED
from graphmem.operations.catalogue import FOR_MODELS, FORGETTING, RECALL
from graphmem.operations.operation import Operation


class ToolSet(StrEnum):
    """How many tools an assistant is offered: those to remember and recall, or all."""

    RECALL = "recall"
    ALL = "all"


def offered_tools(
    tools: ToolSet, *, person: str | None = None, may_forget: bool = False
) -> Sequence[Operation[Frozen]]:
    """The operations of a set, of them only what one person may do where one is named."""
    some = RECALL if tools is ToolSet.RECALL else FOR_MODELS
    if person is not None:
        return [item for item in some if item in ALLOWED]
    return some + FORGETTING if may_forget else some
