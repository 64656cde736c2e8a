"""Blocks candidate pairs: those whose names are linked, found without comparing all; vectors."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from graphmem.model.decision import LayerEntity
from graphmem.model.memory import KnownEntity
from graphmem.reconciliation.names import NameRelation, NameSimilarity, likeness
from graphmem.reconciliation.things import EntityCluster
from graphmem.reconciliation.vocabulary import kin

_CROWD = 40  # more things under one word than this, and the word links nothing
_NEIGHBOURS = 2  # of a crowd under one key: each is linked with as many after it in time
_LAST_BITS = 1e-4
Encode = Callable[[Sequence[str]], Sequence[Sequence[float]]]


class Vectors:
    """Unit vectors by text; what was not asked for before is encoded in one call."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._known: dict[str, NDArray[np.float32]] = {}

    def add(self, texts: Iterable[str]) -> None:
        """Make these known."""
        missing = sorted(set(texts) - self._known.keys())
        if not missing:
            return
        rows = self._encode(missing)
        for text, row in zip(missing, rows, strict=True):
            self._known[text] = np.asarray(row, dtype=np.float32)

    def cosine(self, one: str, other: str) -> float:
        """Likeness of two known texts. Rounded: the last bits depend on the batch."""
        return round(float(self._known[one] @ self._known[other]), 4)

    def alike(self, texts: Sequence[str], at_least: float) -> list[tuple[int, int]]:
        """Places of every two known texts at least so alike, each pair once, in order."""
        if len(texts) < 2:
            return []
        matrix = np.stack([self._known[text] for text in texts])
        likeness = matrix @ matrix.T
        found = zip(*np.nonzero(likeness >= at_least - _LAST_BITS), strict=True)
        return [
            (int(i), int(j))
            for i, j in found
            if i < j and round(float(likeness[i, j]), 4) >= at_least
        ]


class CandidatePair(NamedTuple):
    """Two things whose names are linked; ``several``: the shorter could be short for others."""

    left: EntityCluster
    right: EntityCluster
    likeness: NameSimilarity
    several: bool


def pairs(
    things: Sequence[EntityCluster],
    vectors: Vectors,
    *,
    similar: float,
    may: Callable[[EntityCluster, EntityCluster], bool] = lambda _left, _right: True,
) -> list[CandidatePair]:
    """Every pair whose names are linked and that may be one, the earlier thing left, in order.

    ``vectors`` must know every `name_to_embed` of the things; ``similar`` is the cosine from
    which names without a common word are linked.
    """
    ordered = sorted(things, key=lambda item: item.place)
    near = _near(ordered, vectors, similar)
    found = []
    for i, j in sorted(_by_key(ordered) | _by_words(ordered) | near):
        left, right = ordered[i], ordered[j]
        if not may(left, right):
            continue
        like = likeness(left, right, similar=(i, j) in near)
        if like is not None:
            found.append((left, right, like))
    return _with_several(found)


def name_to_embed(thing: EntityCluster | KnownEntity | LayerEntity) -> str | None:
    """The text that stands for a name; None for what is a name and means nothing."""
    return None if thing.proper else thing.key.replace("_", " ")


def _by_key(things: Sequence[EntityCluster]) -> set[tuple[int, int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, thing in enumerate(things):
        for key in thing.keys:
            places[key].append(place)
        kinship = kin(thing.key)
        if kinship and len(thing.parts) == 1:
            places[f"kin {kinship}"].append(place)
    return {pair for group in places.values() for pair in _few(group, things)}


def _by_words(things: Sequence[EntityCluster]) -> set[tuple[int, int]]:
    """Things all of whose words stand in the other's name."""
    places: defaultdict[str, set[int]] = defaultdict(set)
    for place, thing in enumerate(things):
        for word in thing.words:
            places[word].add(place)
    found: set[tuple[int, int]] = set()
    for place, thing in enumerate(things):
        holders = set.intersection(*(places[word] for word in thing.words)) - {place}
        if len(holders) <= _CROWD:
            found |= {(min(place, other), max(place, other)) for other in holders}
    return found


def _near(
    things: Sequence[EntityCluster], vectors: Vectors, similar: float
) -> set[tuple[int, int]]:
    """Things of other names that mean much the same; what has one name is linked by its key."""
    places: defaultdict[str, list[int]] = defaultdict(list)
    for place, thing in enumerate(things):
        text = name_to_embed(thing)
        if text is not None:
            places[text].append(place)
    texts = list(places)
    return {
        (min(one, other), max(one, other))
        for i, j in vectors.alike(texts, similar)
        if len(places[texts[i]]) * len(places[texts[j]]) <= _CROWD**2
        for one in places[texts[i]]
        for other in places[texts[j]]
    }


def _few(group: Sequence[int], things: Sequence[EntityCluster]) -> Iterator[tuple[int, int]]:
    """All pairs; of a crowd neighbours in time alone."""
    if len(group) <= _CROWD:
        yield from combinations(group, 2)
        return
    in_time = sorted(group, key=lambda place: (things[place].first, place))
    for number, one in enumerate(in_time):
        for other in in_time[number + 1 : number + 1 + _NEIGHBOURS]:
            yield min(one, other), max(one, other)


def _with_several(
    found: Iterable[tuple[EntityCluster, EntityCluster, NameSimilarity]],
) -> list[CandidatePair]:
    """Marks pairs whose shorter side has another longer form, or whose name two things bear."""
    known = list(found)
    longer: defaultdict[str, set[str]] = defaultdict(set)
    bearers: defaultdict[str, set[str]] = defaultdict(set)
    for left, right, like in known:
        if like.relation in {NameRelation.NARROWER, NameRelation.LONGER, NameRelation.LONGER_NAME}:
            longer[_shorter(left, right).uid].add(_longer(left, right).key)
        if like.relation is NameRelation.ALIAS and (left.owner_uid is None) != (
            right.owner_uid is None
        ):
            free, owned = (left, right) if left.owner_uid is None else (right, left)
            bearers[free.uid].add(f"{owned.owner_uid} {kin(owned.key)}")
    return [
        CandidatePair(left, right, like, _is_several(left, right, like, longer, bearers))
        for left, right, like in known
    ]


def _is_several(
    left: EntityCluster,
    right: EntityCluster,
    like: NameSimilarity,
    longer: dict[str, set[str]],
    bearers: dict[str, set[str]],
) -> bool:
    if like.relation is NameRelation.ALIAS:
        return len(bearers.get(left.uid, ())) > 1 or len(bearers.get(right.uid, ())) > 1
    return len(longer.get(_shorter(left, right).uid, ())) > 1


def _shorter(left: EntityCluster, right: EntityCluster) -> EntityCluster:
    return left if len(left.words) <= len(right.words) else right


def _longer(left: EntityCluster, right: EntityCluster) -> EntityCluster:
    return right if len(left.words) <= len(right.words) else left
