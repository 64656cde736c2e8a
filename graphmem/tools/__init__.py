"""The tools that look into a memory, as pure functions over a snapshot of it."""

from graphmem.tools.index import Index
from graphmem.tools.toolset import AskingTools, SnapshotTools

__all__ = ["AskingTools", "Index", "SnapshotTools"]
