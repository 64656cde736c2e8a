"""Extraction by rules: deterministic, with no model of language but a parser."""

from graphmem.extraction.rules.extract import extract_by_rules

__all__ = ["extract_by_rules"]
