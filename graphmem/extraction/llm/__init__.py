"""Extraction by a language model: the same proposals as the rules make, richer in content."""

from graphmem.extraction.llm.extract import extract_by_llm
from graphmem.extraction.llm.parallel import ChunkExtraction, extract_chunks, place_of

__all__ = ["ChunkExtraction", "extract_by_llm", "extract_chunks", "place_of"]
