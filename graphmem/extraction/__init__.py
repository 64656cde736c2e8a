"""Extraction: a chunk of dialogue to a workspace, by rules or by a language model."""
