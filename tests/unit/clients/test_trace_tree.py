"""The tree of a search: what activation followed, and what it did not."""

import io

from rich.console import Console

from graphmem.clients.cli.answers import trace_tree
from graphmem.model.search import EntryPoint, Link, Outcome, SearchResult, Step, Trace


def step(parent: str, turn_id: str, outcome: Outcome) -> Step:
    return Step(
        parent=parent,
        turn_id=turn_id,
        link=Link.ENTITY,
        weight=1.0,
        activation=0.5,
        outcome=outcome,
    )


def drawn(*steps: Step, waiting: int = 0) -> list[str]:
    trace = Trace(
        question="Where?",
        neutral="Where?",
        terms=(),
        found={},
        entry_points=(EntryPoint(turn_id="a/1", similarity=0.6),),
        steps=steps,
        milliseconds={"total": 1.0},
    )
    found = SearchResult(question="Where?", space="s", hits=(), trace=trace, waiting=waiting)
    out = io.StringIO()
    Console(file=out, width=200).print(trace_tree(found, trace))
    return [line.strip("│├└─ ") for line in out.getvalue().splitlines()]


def test_a_link_is_drawn_or_counted_as_not_followed_and_never_both() -> None:
    lines = drawn(
        step("a/1", "a/2", Outcome.FOLLOWED),
        step("a/1", "a/3", Outcome.SPENT),
        step("a/2", "a/1", Outcome.VISITED),
    )
    assert "a/2  entity × 1.00 → 0.50" in lines
    assert "a/3  entity × 1.00 → 0.50, and no further: budget spent" in lines
    assert [line for line in lines if "not followed" in line] == [
        "1 link not followed: already reached better"
    ]


def test_it_says_that_turns_wait() -> None:
    assert any(line.startswith("note: 2 turns wait to be read") for line in drawn(waiting=2))
    assert not any("wait" in line for line in drawn())
