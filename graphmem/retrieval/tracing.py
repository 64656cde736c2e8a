"""Explains a search: each path's turns, activation, the weighing, and seconds by phase."""

import time
from collections.abc import Mapping, Sequence

from graphmem.model.ids import turn_reference
from graphmem.model.search import EntryPoint, SearchPath, SearchWeights, Step, Trace, Weighed
from graphmem.retrieval.path_scores import Activated, PathScores
from graphmem.retrieval.question import ParsedQuestion
from graphmem.retrieval.ranking import RankedTurn
from graphmem.store.database import Database
from graphmem.store.paths import turn_ids
from graphmem.store.turns import CandidateSource


class Stopwatch:
    """Adds the time since the last lap to a phase."""

    def __init__(self) -> None:
        self._begun = self._last = time.perf_counter()
        self._phases: dict[str, float] = {}

    def lap(self, phase: str) -> None:
        """A phase ends here."""
        now = time.perf_counter()
        self._phases[phase] = self._phases.get(phase, 0.0) + (now - self._last) * 1_000
        self._last = now

    def milliseconds(self) -> dict[str, float]:
        """By phase, and in ``total``."""
        return self._phases | {"total": (time.perf_counter() - self._begun) * 1_000}


def trace_of(
    database: Database,
    asked: ParsedQuestion,
    space: str,
    ranked: Sequence[RankedTurn],
    finds: PathScores,
    spread: Activated | None,
    weights: SearchWeights,
    watch: Stopwatch,
) -> Trace:
    """What a search did; looks up what people call the turns that activation passed through."""
    names = {one.near.turn.uid: _name(one) for one in ranked}
    if spread is not None:
        unknown = {uid for row in spread.links for uid in (row.reached.source, row.reached.target)}
        unknown |= spread.entries.keys()
        names |= turn_ids(
            database, space, sorted(uid for uid in unknown if uid and uid not in names)
        )
    return Trace(
        question=asked.text,
        neutral=asked.neutral,
        terms=asked.terms,
        found=_counts(ranked, finds),
        entry_points=_entries(spread, names),
        steps=_steps(spread, names),
        candidates=tuple(
            Weighed(
                turn_id=_name(one),
                score=one.score,
                values=dict(one.values),
                contributions={
                    name: value * getattr(weights, name)
                    for name, value in one.values.items()
                    if value and getattr(weights, name)
                },
                paths=finds.found_by(one.near),
            )
            for one in ranked
        ),
        milliseconds=watch.milliseconds(),
    )


def _name(ranked: RankedTurn) -> str:
    turn = ranked.near.turn
    return turn_reference(turn.conversation_id, turn.dia_id)


def _counts(ranked: Sequence[RankedTurn], finds: PathScores) -> dict[str, int]:
    found = [CandidateSource(one.near.found) for one in ranked]
    counts = {
        str(SearchPath.WORDS): sum(CandidateSource.WORDS in one for one in found),
        str(SearchPath.MEANING): sum(CandidateSource.MEANING in one for one in found),
        str(SearchPath.NEIGHBOURS): sum(not one for one in found),
    }
    counts |= {str(path): len(values) for path, values in finds.values.items()}
    return counts | ({"expansion": len(finds.expanded)} if finds.expanded else {})


def _entries(spread: Activated | None, names: Mapping[str, str]) -> tuple[EntryPoint, ...]:
    if spread is None:
        return ()
    return tuple(
        EntryPoint(turn_id=names[uid], similarity=similarity)
        for uid, similarity in spread.entries.items()
    )


def _steps(spread: Activated | None, names: Mapping[str, str]) -> tuple[Step, ...]:
    if spread is None:
        return ()
    return tuple(
        Step(
            parent=names[row.reached.source],
            turn_id=names[row.reached.target],
            link=row.link,
            weight=row.reached.weight,
            activation=row.reached.activation,
            outcome=row.outcome,
        )
        for row in spread.links
        if row.reached.source is not None
    )
