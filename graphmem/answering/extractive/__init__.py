"""The answer's text, chosen among all that may be it: dates, lengths, spans of turns, yes or no."""
