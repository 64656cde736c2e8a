"""The trace of a search: what was visited, what was followed, and what was left."""

from collections.abc import Mapping
from enum import StrEnum

from graphmem.model.base import Frozen


class Link(StrEnum):
    """What activation spreads along."""

    ENTITY = "entity"
    ANSWER = "answer"
    MEANING = "meaning"
    TIME = "time"


class Outcome(StrEnum):
    """What became of a link: followed, or pruned and why.

    ``SPENT`` links are followed too, to a turn that passes nothing on since the budget was spent.
    """

    FOLLOWED = "followed"
    VISITED = "already reached better"
    FAINT = "activation too low"
    SPENT = "budget spent"


class EntryPoint(Frozen):
    """A turn at which activation starts, with its cosine to the question."""

    turn_id: str
    similarity: float


class Step(Frozen):
    """A link that was looked at, from a turn (its parent) to another."""

    parent: str
    turn_id: str
    link: Link
    weight: float
    activation: float
    outcome: Outcome


class Weighed(Frozen):
    """A candidate with its score, every signal's value and contribution, and who found it."""

    turn_id: str
    score: float
    values: Mapping[str, float]
    contributions: Mapping[str, float]
    paths: tuple[str, ...]


class Trace(Frozen):
    """A search explained; ``found`` counts the turns that each path brought.

    Those of words, meaning and neighbours are counted among the candidates in scope.
    """

    question: str
    neutral: str
    terms: tuple[str, ...]
    found: Mapping[str, int]
    entry_points: tuple[EntryPoint, ...] = ()
    steps: tuple[Step, ...] = ()
    candidates: tuple[Weighed, ...] = ()
    milliseconds: Mapping[str, float]
