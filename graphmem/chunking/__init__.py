"""Turns to chunks: fixed number of turns, time gap, or both turn count and topic shift."""

from graphmem.chunking.chunks import chunk_turns, make_chunks

__all__ = ["chunk_turns", "make_chunks"]
