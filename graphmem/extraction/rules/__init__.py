"""Extraction by rules: deterministic, with no model of language but a parser."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphmem.extraction.rules.extract import extract_by_rules

__all__ = ["extract_by_rules"]


def __getattr__(name: str) -> Any:
    # Search reads the lists of verbs, and need not import all the rules for that.
    if name == "extract_by_rules":
        from graphmem.extraction.rules.extract import extract_by_rules

        return extract_by_rules
    raise AttributeError(name)
