"""Scores of the search paths: for each turn the best of each signal, times, and activation."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from graphmem.model.search import ActivationSettings, FoundBy, Link, Outcome, Recency, SearchPath
from graphmem.model.time import TimeInterval
from graphmem.model.workspace import EntityType
from graphmem.store.paths import ActivatedTurn, DatedTurn, NearStatement, NearThing
from graphmem.store.turns import CandidateSource, Near

_DAY = timedelta(days=1)
_A_DAY = 2 * _DAY  # up to here the question names a day
_A_MONTH = 45 * _DAY  # up to here a week or a month
_ABOUT = 15 * _DAY
_SAME_MONTH = 0.6
_SAME_YEAR = 0.3
# Days under which a memory is boosted, and by how much.
_BOOSTS = ((7, 0.15), (30, 0.08), (90, 0.03))


class Span(NamedTuple):
    """A time that a turn tells of, half-open."""

    start: datetime
    end: datetime


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


def nearness(times: Sequence[TimeInterval], said_at: datetime, told: Iterable[Span]) -> float:
    """0 to 1: whether a turn was said at, or tells of, the best fitting of the times."""
    spans = list(told)
    return max((_near(time, said_at, spans) for time in times), default=0.0)


def _near(time: TimeInterval, said_at: datetime, told: Sequence[Span]) -> float:
    best = _SAME_YEAR if time.width > _A_MONTH else 1.0
    if any(
        span.start < time.end and time.start < span.end and span.end - span.start <= 4 * time.width
        for span in told
    ):
        return best
    if time.width > _A_DAY:
        return best if time.contains(said_at) else 0.0
    if _reach(time.start, -_DAY) <= said_at < _reach(time.end, _DAY):
        return 1.0
    near = _reach(time.start, -_ABOUT) <= said_at < _reach(time.end, _ABOUT)
    return _SAME_MONTH if near else 0.0


def _reach(moment: datetime, by: timedelta) -> datetime:
    try:
        return moment + by
    except OverflowError:  # an open end stays open
        return moment


def recency(said_at: datetime, now: datetime | None, mode: Recency) -> float:
    """What being recent is worth: ``1 / (1 + ln(1 + days / 365))``, or a boost under 90 days.

    0 without ``now``, where it is not asked for, and for what was said after ``now``.
    """
    if now is None or mode is Recency.NONE or said_at > now:
        return 0.0
    days = (now - said_at) / _DAY
    if mode is Recency.DECAY:
        return 1.0 / (1.0 + math.log1p(days / 365.0))
    return next((boost for limit, boost in _BOOSTS if days < limit), 0.0)
