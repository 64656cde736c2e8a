"""Extracts the answer's text: dates, lengths, spans of turns, yes or no."""
