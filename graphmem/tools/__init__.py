"""The tools that look into a memory, as pure functions over a snapshot of it."""

from graphmem.tools.asked import AskingTools, SnapshotTools
from graphmem.tools.index import Index

__all__ = ["AskingTools", "Index", "SnapshotTools"]
