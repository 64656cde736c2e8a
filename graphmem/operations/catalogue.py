"""All operations, in the order in which clients list them."""

from graphmem.model.base import Frozen
from graphmem.model.operation import Operation, Right
from graphmem.operations import deciding, directory, querying, recording, retraction
from graphmem.operations.querying import ASK, ASSEMBLE, PROFILE
from graphmem.operations.recording import ADD_TURN
from graphmem.tools import definitions

_MODULES = (recording, querying, definitions, deciding, retraction, directory)

OPERATIONS: tuple[Operation[Frozen], ...] = tuple(
    item
    for module in _MODULES
    for name, item in vars(module).items()
    if isinstance(item, Operation) and not name.startswith("_")
)
"""Each public one of these modules, in the order in which it stands there."""

FOR_MODELS: tuple[Operation[Frozen], ...] = tuple(
    item for item in OPERATIONS if item.for_models and item.right is not Right.FORGET
)
"""Operations for a language model unless more is allowed: none takes away for good."""

FORGETTING: tuple[Operation[Frozen], ...] = tuple(
    item for item in OPERATIONS if item.right is Right.FORGET
)
"""Operations that take away for good."""

RECALL: tuple[Operation[Frozen], ...] = (ADD_TURN, ASK, ASSEMBLE, PROFILE)
"""The few that an assistant needs who only remembers and recalls; their schemas are short."""

_BY_NAME = {item.name: item for item in OPERATIONS}


def operation(name: str) -> Operation[Frozen]:
    """One operation by its name; raises `KeyError` for a name that none has."""
    return _BY_NAME[name]
