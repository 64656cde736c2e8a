"""Ranked evidence to an answer that is checked against who said it."""
