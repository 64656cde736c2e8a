"""Readers of conversation files, and the rules for what programs hand over → Conversation."""

from graphmem.sources.detection import SourceFormat
from graphmem.sources.jsonl import turn_line_schema
from graphmem.sources.objects import checked, checked_id, new_turn
from graphmem.sources.reading import read

__all__ = ["SourceFormat", "checked", "checked_id", "new_turn", "read", "turn_line_schema"]
