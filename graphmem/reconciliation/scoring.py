"""Scores two things of one conversation as one, with the parts of the score."""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from graphmem.model.decision import MergeWeights
from graphmem.model.search import ScorePart
from graphmem.model.workspace import EntityType
from graphmem.reconciliation.blocking import CandidatePair, Vectors
from graphmem.reconciliation.facts import Facts, overlap
from graphmem.reconciliation.names import NameRelation
from graphmem.reconciliation.things import EntityCluster

# What extraction tells apart least surely; a wrong guess between these proves nothing.
_LOOSE = frozenset(
    [EntityType.THING, EntityType.CONCEPT, EntityType.EVENT, EntityType.PROCESS, EntityType.PROJECT]
)

_SURE = frozenset(
    [NameRelation.ALIAS, NameRelation.KIN, NameRelation.WORDS, NameRelation.LONGER_NAME]
)


class Score(NamedTuple):
    """A sum of parts, to four decimals."""

    value: float
    parts: tuple[ScorePart, ...]

    def part(self, name: str) -> float:
        """The value of a part; 0 where it has none."""
        return next((item.value for item in self.parts if item.name == name), 0.0)


def score_within(
    pair: CandidatePair, facts: Facts, weights: MergeWeights, *, meaning: float = 0.0
) -> Score:
    """The score of a pair of one conversation; ``meaning`` is how alike its texts are."""
    left, right = pair.left, pair.right
    return total(
        [
            ("name", pair.likeness.value, weights.name),
            ("alias", float(pair.likeness.relation in _SURE), weights.alias),
            ("words", overlap(facts.words(left), facts.words(right)), weights.words),
            ("meaning", meaning, weights.meaning),
            ("time", nearness(left, right, weights.near_days), weights.time),
            ("several", float(pair.several), weights.several),
            ("types", float(other_types(left, right)), weights.types),
        ]
    )


def hangs_on_meaning(score: Score, weights: MergeWeights, enough: float) -> bool:
    """Tells whether the texts could make the difference: most pairs need no vector of theirs."""
    return score.value < enough <= round(score.value + weights.meaning, 4)


def total(parts: Iterable[tuple[str, float, float]]) -> Score:
    """Name, value and weight of each part, summed; parts that add nothing are left out."""
    kept = tuple(
        ScorePart(name=name, value=round(value, 4), weight=weight)
        for name, value, weight in parts
        if value and weight
    )
    return Score(round(sum(part.contribution for part in kept), 4), kept)


def alike(left: EntityCluster, right: EntityCluster, facts: Facts, vectors: Vectors) -> float:
    """Similarity of the texts of both; 0 where they are no more alike than any two."""
    return max(0.0, round((vectors.cosine(facts.text(left), facts.text(right)) - 0.3) / 0.7, 4))


def nearness(left: EntityCluster, right: EntityCluster, near_days: float) -> float:
    """1 where they are spoken of at one time, down to 0 after ``near_days``."""
    gap = max(left.first, right.first) - min(left.last, right.last)
    days = max(gap, timedelta()) / timedelta(days=1)
    return round(max(0.0, 1.0 - days / near_days), 4)


def other_types(left: EntityCluster, right: EntityCluster) -> bool:
    """Tells whether one is a person, say, and the other a place."""
    return left.type is not right.type and not {left.type, right.type} <= _LOOSE
