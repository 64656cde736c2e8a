"""What activation reached: the best of each turn, and what became of every link."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphmem.model.search import ActivationSettings
from graphmem.model.trace import Link, Outcome
from graphmem.store.paths import ActivatedTurn


class Spread(NamedTuple):
    """A link with what became of it."""

    reached: ActivatedTurn
    link: Link
    outcome: Outcome


class Activated(NamedTuple):
    """Where activation came to: by turn uid, entry points too, and every link looked at."""

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
