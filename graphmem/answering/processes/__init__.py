"""Answers that tell how something is done, step by step; pure."""

from graphmem.answering.processes.asked import asks_how_done
from graphmem.answering.processes.steps import Announced, Process, announced, read_process

__all__ = ["Announced", "Process", "announced", "asks_how_done", "read_process"]
