"""What the paths over the workspace found: for each turn the best value of each signal."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.model.search import FoundBy, SearchPath
from graphmem.model.workspace import EntityType
from graphmem.retrieval.times import Span
from graphmem.store.paths import DatedTurn, NearStatement, NearThing
from graphmem.store.turns import CandidateSource, Near

_TENFOLD = math.log(10)
_IN_ORDER = tuple(SearchPath)
_BY_TURNS = (
    (SearchPath.WORDS, CandidateSource.WORDS),
    (SearchPath.MEANING, CandidateSource.MEANING),
)


@dataclass(frozen=True)
class Finds:
    """Values by path and turn uid; ``frequency`` by turn, ``told`` the times it tells of.

    ``notes`` name the paths that failed.
    """

    values: dict[SearchPath, dict[str, float]] = field(default_factory=dict)
    frequency: dict[str, float] = field(default_factory=dict)
    expanded: dict[str, float] = field(default_factory=dict)
    told: dict[str, list[Span]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add(self, path: SearchPath, found: Iterable[tuple[str, float]], *, depth: int) -> None:
        """Keep the best value of each turn, and the best ``depth`` turns of the path."""
        best: dict[str, float] = {}
        for uid, value in found:
            if value > best.get(uid, 0.0):
                best[uid] = value
        ordered = sorted(best.items(), key=lambda item: -item[1])  # stable: ties as found
        self.values[path] = dict(ordered[:depth])

    def turns(self) -> list[str]:
        """Every turn that some path brought, each once."""
        found = [uid for path in sorted(self.values) for uid in self.values[path]]
        return list(dict.fromkeys([*found, *self.expanded]))

    def found_by(self, near: Near) -> tuple[FoundBy, ...]:
        """Who brought a candidate: paths, further questions, or else its neighbours."""
        found, uid = CandidateSource(near.found), near.turn.uid
        by: list[FoundBy] = [path for path, bit in _BY_TURNS if bit in found]
        by += [] if found else [SearchPath.NEIGHBOURS]
        by += [path for path in _IN_ORDER if uid in self.values.get(path, ())]
        by += ["expansion"] if uid in self.expanded else []
        return tuple(by)


def add_statements(
    finds: Finds,
    statements: Sequence[NearStatement],
    paths: frozenset[SearchPath],
    *,
    depth: int,
    attention: float,
) -> None:
    """Answers, questions and processes: the cosine of the best; ``attention`` weighs dated ones."""
    for path in (SearchPath.ANSWERS, SearchPath.QUESTIONS, SearchPath.PROCESSES):
        if path not in paths:
            continue
        near = [one for one in statements if one.path == path]
        finds.add(
            path,
            (
                (uid, one.cosine * (attention if one.dated else 1.0))
                for one in near
                for uid in one.turns
            ),
            depth=depth,
        )
    for one in statements:
        for uid in one.turns:
            value = min(1.0, math.log1p(one.frequency) / _TENFOLD)
            finds.frequency[uid] = max(value, finds.frequency.get(uid, 0.0))


def add_things(
    finds: Finds, things: Sequence[NearThing], paths: frozenset[SearchPath], *, depth: int
) -> None:
    """Entities and concepts: to each turn that mentions one, the cosine of the nearest."""
    for path, concepts in ((SearchPath.ENTITIES, False), (SearchPath.CONCEPTS, True)):
        if path in paths:
            near = [thing for thing in things if (thing.type == EntityType.CONCEPT) is concepts]
            finds.add(path, ((uid, one.cosine) for one in near for uid in one.turns), depth=depth)


def spans_by_turn(told: Iterable[DatedTurn]) -> dict[str, list[Span]]:
    """The times that turns tell of, by turn."""
    spans: dict[str, list[Span]] = {}
    for one in told:
        spans.setdefault(one.turn, []).append(Span(one.start, one.end))
    return spans
