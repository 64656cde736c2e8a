"""What an answer is made of: turns that were found, with what is known to stand in them."""

from typing import NamedTuple

from graphmem.model.memory import KnownStatement
from graphmem.model.search import SearchHit


class Passage(NamedTuple):
    """A turn that was found, and its statements in the order of its words.

    ``see_also`` are the ids of turns whose statements take the place of one of these, or the other
    way round.
    """

    hit: SearchHit
    statements: tuple[KnownStatement, ...] = ()
    see_also: frozenset[str] = frozenset()


class Proof(NamedTuple):
    """A passage and the words of it that count: a sentence, or what its image shows."""

    passage: Passage
    quote: str
