"""How the tools' results are printed, without a database."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest

from graphmem.clients.cli import output, tool_tables
from graphmem.errors import AmbiguousNameError, NameCandidate
from graphmem.model.time import Precision, TimeInterval
from graphmem.model.tools import EntityTimeline, TimelineEntry

SAID_AT = datetime(2024, 6, 4, 18)


@pytest.fixture(autouse=True)
def fresh_consoles() -> Iterator[None]:
    output.console.cache_clear()
    output.error_console.cache_clear()
    yield
    output.console.cache_clear()
    output.error_console.cache_clear()


def entry(**more: Any) -> TimelineEntry:
    given: dict[str, Any] = {
        "statement_uid": "role:1",
        "text": "Ana welds hulls",
        "subject": "Ana",
        "speaker": "Ana",
        "conversation_id": "pond",
        "turn_id": "pond/D1:2",
        "quote": "I weld hulls",
        "said_at": SAID_AT,
        "partners": ("Bo",),
    }
    return TimelineEntry(**(given | more))


def printed(capsys: pytest.CaptureFixture[str], *entries: TimelineEntry) -> str:
    tool_tables.print_timeline(EntityTimeline(entity_name="job", person="Ana", entries=entries))
    return capsys.readouterr().out


def test_a_role_is_shown_with_its_states_and_not_told_twice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = printed(capsys, entry(role="head_welder", states=("works_at_Keel",)), entry())
    assert "head welder · works at Keel" in out
    assert out.count("Ana welds hulls") == 1
    assert "Ana to Bo" in out


def test_two_things_of_one_name_are_two_tables(capsys: pytest.CaptureFixture[str]) -> None:
    out = printed(
        capsys,
        entry(entity_uid="entity:1", role="welder"),
        entry(entity_uid="entity:2", role="baker", turn_id="pond/D2:1"),
    )
    assert out.index("entity:1") < out.index("welder") < out.index("entity:2")
    assert out.count("turn") == 2


@pytest.mark.parametrize(
    ("precision", "shown"),
    [(Precision.DAY, "01 Mar 2023"), (Precision.MONTH, "Mar 2023"), (Precision.YEAR, "2023")],
)
def test_a_time_is_shown_as_exactly_as_it_is_known(precision: Precision, shown: str) -> None:
    interval = TimeInterval(
        start=datetime(2023, 3, 1), end=datetime(2023, 3, 2), precision=precision
    )
    assert tool_tables._when(entry(interval=interval)) == shown
    assert tool_tables._when(entry()) == "04 Jun 2024"


def test_what_a_terminal_would_obey_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert "\\x1b" in printed(capsys, entry(text="Ana \x1b[31m welds"))


def test_the_question_back_names_the_candidates(capsys: pytest.CaptureFixture[str]) -> None:
    one = NameCandidate("person:1", "Lea", "takes part in hills", "hills/D1:2: “Hello”")
    other = NameCandidate("person:2", "Lea", "takes part in harbour")
    tool_tables.print_question_back(
        AmbiguousNameError("Which Lea?", next_step="Say which.", candidates=[one, other])
    )
    lines = [line.strip() for line in capsys.readouterr().err.splitlines()]
    assert lines == [
        "Which Lea?",
        "Lea, takes part in hills",
        "hills/D1:2: “Hello”",
        "person:1",
        "Lea, takes part in harbour",
        "person:2",
        "next:   Say which.",
    ]
