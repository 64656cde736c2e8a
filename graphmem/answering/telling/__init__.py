"""The answer's text, chosen among all that may be it: dates, lengths, spans of turns, yes or no."""

from graphmem.answering.frame import kind_of
from graphmem.answering.telling.told import Proof, Told

__all__ = ["Proof", "Told", "kind_of"]
