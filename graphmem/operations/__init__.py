"""Operations of a memory, defined once: clients, routes and tools are made of them."""

from graphmem.model.operation import Operation
from graphmem.operations.catalogue import FOR_MODELS, FORGETTING, OPERATIONS, RECALL, operation
from graphmem.operations.functions import call_operation, function_definitions

__all__ = [
    "FORGETTING",
    "FOR_MODELS",
    "OPERATIONS",
    "RECALL",
    "Operation",
    "call_operation",
    "function_definitions",
    "operation",
]
