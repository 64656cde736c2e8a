"""Scores of the search paths: for each turn the best value of each signal, and activation."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from graphmem.model.search import ActivationSettings, FoundBy, Link, Outcome, SearchPath
from graphmem.model.workspace import EntityType
from graphmem.retrieval.temporal import Span
from graphmem.store.paths import ActivatedTurn, DatedTurn, NearStatement, NearThing
from graphmem.store.turns import CandidateSource, Near


class Spread(NamedTuple):
    """A link with what became of it."""

    reached: ActivatedTurn
    link: Link
    outcome: Outcome


class Activated(NamedTuple):
    """Activation by turn uid, entry points included, and every link looked at."""

    best: Mapping[str, float]
    entries: Mapping[str, float]
    links: tuple[Spread, ...]


def activated(rows: Sequence[ActivatedTurn], settings: ActivationSettings) -> Activated:
    """Sum up what the graph gave: a turn keeps the strongest activation that reached it."""
    entries = {row.target: row.activation for row in rows if row.source is None}
    best = dict(entries)
    strongest: dict[str, ActivatedTurn] = {}
    links = [row for row in rows if row.source is not None]
    for row in links:
        if row.activation >= settings.least_activation and row.activation > best.get(
            row.target, 0.0
        ):
            best[row.target] = row.activation
            strongest[row.target] = row
    first = {
        row.target
        for row in links
        if row.source in entries and row.activation >= settings.least_activation
    } - entries.keys()
    return Activated(
        best,
        entries,
        tuple(
            Spread(row, Link(row.link), _outcome(row, strongest, first, settings)) for row in links
        ),
    )


def _outcome(
    row: ActivatedTurn,
    strongest: Mapping[str, ActivatedTurn],
    first: set[str],
    settings: ActivationSettings,
) -> Outcome:
    if row.activation < settings.least_activation:
        return Outcome.FAINT
    if strongest.get(row.target) is not row:
        return Outcome.VISITED
    # What a second step reached passes nothing on, whatever the budget.
    return Outcome.SPENT if row.target in first and not row.passes else Outcome.FOLLOWED


_TENFOLD = math.log(10)
_IN_ORDER = tuple(SearchPath)
_BY_TURNS = (
    (SearchPath.WORDS, CandidateSource.WORDS),
    (SearchPath.MEANING, CandidateSource.MEANING),
)


@dataclass(frozen=True)
class PathScores:
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
        """Sources of a candidate: paths, further questions, or else its neighbours."""
        found, uid = CandidateSource(near.found), near.turn.uid
        by: list[FoundBy] = [path for path, bit in _BY_TURNS if bit in found]
        by += [] if found else [SearchPath.NEIGHBOURS]
        by += [path for path in _IN_ORDER if uid in self.values.get(path, ())]
        by += ["expansion"] if uid in self.expanded else []
        return tuple(by)


def add_statements(
    finds: PathScores,
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
    finds: PathScores, things: Sequence[NearThing], paths: frozenset[SearchPath], *, depth: int
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
