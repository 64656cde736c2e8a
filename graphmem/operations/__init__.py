"""What a memory can do, said once: clients, routes and tools are made from these definitions."""

from graphmem.operations.catalogue import OFFERED, OPERATIONS, operation
from graphmem.operations.functions import call_operation, function_definitions
from graphmem.operations.operation import Operation

__all__ = [
    "OFFERED",
    "OPERATIONS",
    "Operation",
    "call_operation",
    "function_definitions",
    "operation",
]
