"""The checker of fault runs: each way in which a graph can be wrong is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.faults.checker import Held, check
from benchmarks.faults.clients import Request, outcome_of, turn
from benchmarks.faults.history import Act, History, Kind, Outcome
from benchmarks.faults.processes import Down
from benchmarks.faults.replicas import errors
from benchmarks.faults.soak import Sample, growth_of


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
    missing: dict[str, Any] = {"kind": Kind.READ, "outcome": Outcome.FAILED, "status": 404}
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


@pytest.mark.parametrize(
    ("status", "problem", "of_a_turn", "of_several_writes"),
    [
        (200, "", Outcome.OK, Outcome.OK),
        (429, "urn:graphmem:problem:too-many-requests", Outcome.FAILED, Outcome.FAILED),
        (503, "urn:graphmem:problem:connection-failed", Outcome.FAILED, Outcome.UNKNOWN),
        (503, "urn:graphmem:problem:outcome-unknown", Outcome.UNKNOWN, Outcome.UNKNOWN),
        (500, "urn:graphmem:problem:store", Outcome.UNKNOWN, Outcome.UNKNOWN),
        (None, "", Outcome.UNKNOWN, Outcome.UNKNOWN),
    ],
)
def test_what_a_client_knows_by_a_response(
    status: int | None, problem: str, of_a_turn: Outcome, of_several_writes: Outcome
) -> None:
    assert outcome_of(turn("c", "t", "Ana", "Hello."), status, problem) is of_a_turn
    forget = Request(Kind.REMOVE, "POST", "/v1/forget", {"turn": "c/t"}, "c/t")
    assert outcome_of(forget, status, problem) is of_several_writes


def test_an_error_is_excused_only_while_the_one_asked_or_the_database_is_down() -> None:
    failed: dict[str, Any] = {"outcome": Outcome.FAILED, "status": 503}
    acts = [act(str(at), at=at, **failed) for at in (1.0, 5.0, 9.0)]
    downs = {
        "replica-1": [Down(0.0, 2.0, "killed")],
        "replica-2": [Down(0.0, 9.0, "killed")],
        "neo4j": [Down(5.4, 6.0, "halted")],
    }
    found = errors(acts, downs)
    assert (found["while_down"], found["outside"]) == (2, 1)
    assert found["first_outside"] == [
        "replica-1 add: 503, 0.0 s after replica-2 was killed, took 0.5 s"
    ]


def test_growth_is_what_goes_on_after_the_beginning() -> None:
    warm = [Sample(at, min(400.0, 100 + 10 * at), 9, 20) for at in range(90)]
    assert not any(one["grows"] for one in growth_of(warm).values())
    leaking = [Sample(at, 100 + 2 * at, 9, 20 + at) for at in range(90)]
    found = growth_of(leaking)
    assert {name for name, one in found.items() if one["grows"]} == {"rss_mb", "files"}
    assert found["rss_mb"]["slope_an_hour"] == 7_200
