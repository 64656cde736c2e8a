"""The answer's text, told from ranked passages: dates, lengths, counts, lists, yes or no, spans."""

from graphmem.answering.telling.kinds import kind_of
from graphmem.answering.telling.tell import tell
from graphmem.answering.telling.told import Proof, Told

__all__ = ["Proof", "Told", "kind_of", "tell"]
