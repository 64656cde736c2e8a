"""Fits the reader: a network that reads a question or a claim beside one turn."""
