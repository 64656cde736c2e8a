"""All operations, in the order in which clients list them."""

from graphmem.model.base import Frozen
from graphmem.model.operation import Operation, Right
from graphmem.operations.deciding import DECISION, DECISIONS, MERGE, RECONCILE, SEPARATE, UNDO
from graphmem.operations.directory import (
    CONVERSATIONS,
    DIALOGUE,
    ENTITIES,
    ENTITY,
    GRAPH,
    PEOPLE,
    TURN,
)
from graphmem.operations.narrative import PROCESS, STORY, THINK
from graphmem.operations.querying import ASK, ASSEMBLE, PROFILE, SEARCH, TRACE
from graphmem.operations.recording import ADD_TURN, INGEST
from graphmem.operations.retraction import CORRECT, FORGET, RETRACT, RETRACTIONS
from graphmem.tools.definitions import (
    COMPARE,
    COMPARE_PEOPLE,
    CONTEXT,
    CONTRADICTIONS,
    TIMELINE,
)

OPERATIONS: tuple[Operation[Frozen], ...] = (
    ADD_TURN,
    INGEST,
    ASK,
    SEARCH,
    TRACE,
    ASSEMBLE,
    PROFILE,
    STORY,
    PROCESS,
    THINK,
    TIMELINE,
    CONTEXT,
    COMPARE,
    CONTRADICTIONS,
    COMPARE_PEOPLE,
    DECISIONS,
    DECISION,
    UNDO,
    MERGE,
    SEPARATE,
    RETRACT,
    CORRECT,
    RETRACTIONS,
    RECONCILE,
    FORGET,
    CONVERSATIONS,
    PEOPLE,
    ENTITIES,
    ENTITY,
    GRAPH,
    TURN,
    DIALOGUE,
)

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
