"""Answers from what a memory knows of a life's slots: work, home, who is theirs; pure."""

from graphmem.answering.slots.tell import SlotTold, tell_slot

__all__ = ["SlotTold", "tell_slot"]
