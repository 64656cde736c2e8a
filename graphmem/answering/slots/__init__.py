"""Answers from what a memory knows of a life's slots: work, home, who is theirs; pure."""

from graphmem.answering.slots.asked import SlotAsked, read_slot_question
from graphmem.answering.slots.tell import SlotTold, tell_slot

__all__ = ["SlotAsked", "SlotTold", "read_slot_question", "tell_slot"]
