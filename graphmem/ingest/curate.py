"""What a person decides: their own merge or separation, or taking a decision back."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from graphmem.ingest.references import find_uid
from graphmem.model.decision import Decision, LayerEntity, Verdict
from graphmem.reconciliation import person_decision, undo_decision
from graphmem.store.database import Database, Work
from graphmem.store.layers import canonical_people, load_layers
from graphmem.store.memory_snapshot import Standing, load_standing


class State(NamedTuple):
    """What a person looks at when they decide."""

    standing: Standing
    layers: tuple[LayerEntity, ...]
    canonical: Mapping[str, str]


Make = Callable[[State], Decision]


def decide(database: Database, space: str, make: Make) -> Decision:
    """Make a person's decision from what stands; nothing is written yet."""

    def read(work: Work) -> tuple[tuple[LayerEntity, ...], dict[str, str]]:
        return load_layers(work, space), canonical_people(work, space)

    layers, canonical = database.read(read)
    return make(State(load_standing(database, space), layers, canonical))


def undo(decision: Decision) -> Make:
    """The decision that takes this one back."""

    def make(state: State) -> Decision:
        snapshot, ledger, _ = state.standing
        return undo_decision(snapshot, ledger, decision, canonical=state.canonical)

    return make


def by_hand(verdict: Verdict, left: str, right: str, reason: str) -> Make:
    """The decision that two things, as people name them, are one or are not."""

    def make(state: State) -> Decision:
        snapshot, ledger, _ = state.standing
        return person_decision(
            snapshot,
            ledger,
            verdict,
            [find_uid(left, snapshot, state.layers)],
            [find_uid(right, snapshot, state.layers)],
            entities=state.layers,
            canonical=state.canonical,
            reason=reason,
        )

    return make
