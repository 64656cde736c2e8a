"""Agents: language models that use graphmem's tools to decide."""
