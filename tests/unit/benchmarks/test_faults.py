"""The checker of fault runs: each way in which a graph can be wrong is told."""

import json
from pathlib import Path

import pytest

from benchmarks.faults.checker import Held, check
from benchmarks.faults.history import Act, History, Kind, Outcome


def act(
    id: str,
    kind: Kind = Kind.ADD,
    outcome: Outcome = Outcome.OK,
    *,
    at: float = 1.0,
    status: int | None = None,
    value: str | None = None,
) -> Act:
    return Act(
        began=at,
        ended=at + 0.5,
        client="c",
        target="replica-1",
        kind=kind,
        id=id,
        value=f"text of {id}" if value is None else value,
        outcome=outcome,
        status=status,
    )


def held(*ids: str) -> list[Held]:
    return [Held(id, f"text of {id}") for id in ids]


SENT = [
    act("a"),
    act("b", outcome=Outcome.UNKNOWN),
    act("c", outcome=Outcome.FAILED),
    act("d"),
    act("d", Kind.REMOVE, at=2.0),
    act("e", outcome=Outcome.FAILED),
    act("e", at=2.0),
]


@pytest.mark.parametrize("graph", [held("a", "e"), held("a", "b", "e")])
def test_what_nobody_told_the_outcome_of_may_be_either(graph: list[Held]) -> None:
    verdict = check(SENT, graph)
    assert verdict.sound
    assert (verdict.acknowledged, verdict.unknown, verdict.refused) == (3, 1, 2)
    assert (verdict.removed, verdict.held) == (1, len(graph))


@pytest.mark.parametrize(
    ("graph", "wrong"),
    [
        (held("e"), {"lost": ("a",)}),
        (held("a", "a", "e"), {"twice": ("a",)}),
        ([*held("a", "e"), Held("b", "text of a")], {"twice": ("a", "b"), "invented": ("b",)}),
        (held("a", "e", "never sent"), {"invented": ("never sent",)}),
        (held("a", "c", "e"), {"invented": ("c",)}),
        ([Held("a", "altered"), *held("e")], {"invented": ("a",)}),
        (held("a", "d", "e"), {"returned": ("d",)}),
    ],
)
def test_a_graph_that_is_wrong_is_told_so(graph: list[Held], wrong: dict[str, object]) -> None:
    verdict = check(SENT, graph)
    assert not verdict.sound
    named = ("lost", "twice", "invented", "returned", "unread")
    assert {name: getattr(verdict, name) for name in named if getattr(verdict, name)} == wrong
    assert json.loads(json.dumps(verdict.figures()))["sound"] is False


def test_a_read_must_find_what_was_acknowledged_before_it() -> None:
    missing = {"kind": Kind.READ, "outcome": Outcome.FAILED, "status": 404}
    assert check([act("a"), act("a", at=2.0, **missing)], held("a")).unread == ("a",)
    assert check([act("a"), act("a", at=1.2, **missing)], held("a")).sound  # at the same time
    gone = act("a", Kind.REMOVE, at=1.8)
    assert check([act("a"), gone, act("a", at=2.0, **missing)], ()).sound


def test_a_removal_that_nobody_told_the_outcome_of_may_be_either() -> None:
    acts = [act("a"), act("a", Kind.REMOVE, Outcome.UNKNOWN, at=2.0)]
    assert check(acts, held("a")).sound
    assert check(acts, ()).sound
    refused = [act("a"), act("a", Kind.REMOVE, Outcome.FAILED, at=2.0)]
    assert check(refused, ()).lost == ("a",)


def test_a_history_is_read_as_it_was_written(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    for one in SENT:
        history.add(one)
    assert history.read() == tuple(SENT)
