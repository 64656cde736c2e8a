"""What a memory can do, said once: clients, routes and tools are made from these definitions."""

from graphmem.operations.catalogue import FOR_MODELS, FORGETTING, OPERATIONS, RECALL, operation
from graphmem.operations.functions import call_operation, function_definitions
from graphmem.operations.operation import Operation

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
