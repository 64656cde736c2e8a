"""What is known around a sentence when its clauses are read."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from graphmem.extraction.rules.entities import Thing
from graphmem.extraction.rules.people import Meant, Scene
from graphmem.extraction.rules.times import Times
from graphmem.model.chunk import ChunkTurn
from graphmem.model.parse import Sentence


class Setting(NamedTuple):
    """What is known around a sentence: the turn, who speaks, whom words mean, the times.

    ``lately`` is the person last spoken of who is neither a participant nor kin; ``fuller``
    gives what to write for words that only point at something named before.
    """

    sentence: Sentence
    turn: ChunkTurn
    scene: Scene
    meant: Mapping[int, Meant]
    things: Sequence[Thing]
    times: Times
    lately: str | None = None
    fuller: Mapping[int, str] = MappingProxyType({})
