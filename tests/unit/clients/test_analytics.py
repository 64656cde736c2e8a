"""The analytics command: its list, its tables and its JSON, without a database."""

import json
import sys
from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from rich.console import Console

from graphmem.clients.cli import analytics, app, output
from graphmem.model.listing import Table
from graphmem.model.progress import Progress
from graphmem.store.analytics import analytics_queries

LONG = "Ida planted a quince by the north wall and told everybody of it " * 2
ROWS = (
    (["Ida", "Tom"], 1200, True, "2024-03-01", "orchard/D1:1", LONG),
    (["Tom"], 3, False, None, "orchard/D2:2", "[/x] \x1b[2J"),
)
FOUND = Table(
    columns=("people", "turns", "takes_part", "said_on", "turn", "what"), rows=ROWS, truncated=True
)


class Stub:
    """Stands in for a Memory."""

    found = FOUND
    asked: ClassVar[dict[str, Any]] = {}

    def __init__(self, *, space: str | None = None, progress: Progress, **_: object) -> None:
        Stub.asked = {"space": space}

    def __enter__(self) -> "Stub":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def is_empty(self) -> bool:
        return False

    def turns_waiting(self, *, conversation: str | None) -> int:
        return 0

    def analytics(self, name: str, **given: Any) -> Table:
        Stub.asked.update(name=name, **given)
        return self.found


@pytest.fixture(autouse=True)
def stubbed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(output, "Memory", Stub)
    output.console.cache_clear()
    output.error_console.cache_clear()
    yield
    output.console.cache_clear()
    output.error_console.cache_clear()


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int | str | None:
    monkeypatch.setattr(sys, "argv", ["graphmem", "analytics", *arguments])
    with pytest.raises(SystemExit) as ended:
        app.run()
    return ended.value.code


def test_without_a_name_all_are_listed_and_no_server_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Stub.asked = {}
    assert run(monkeypatch) == 0
    told = capsys.readouterr().out
    for query in analytics_queries():
        assert f"{query.name}\n    " in told
    # As it is given here, not as it stands in Cypher.
    assert "--person" in told
    assert "$person" not in told
    assert Stub.asked == {}


def test_the_list_as_json(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "--json") == 0
    listed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    by_name = {item["name"]: item["narrowed_by"] for item in listed}
    assert by_name["open_questions"] == ["conversation", "person"]
    assert by_name["orphan_check"] == []


def test_what_is_asked_reaches_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--person", "Ida", "-c", "orchard", "-n", "7", "--space", "home", "--json"]
    assert run(monkeypatch, "told_once", *options) == 0
    assert Stub.asked == {
        "space": "home",
        "name": "told_once",
        "person": "Ida",
        "conversation": "orchard",
        "limit": 7,
    }


def test_rows_as_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, "told_once", "--json") == 0
    first, _ = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert first == dict(zip(FOUND.columns, ROWS[0], strict=True))


def test_piped_rows_are_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, "told_once", "-n", "2") == 0
    heading, first, second, more = capsys.readouterr().out.splitlines()
    assert heading.split("  ")[0] == "people"
    assert "takes part" in heading
    assert "Ida, Tom" in first
    assert "1,200" in first
    assert LONG.strip() in first
    assert "[/x] \\x1b[2J" in second
    assert "no" in second.split()
    assert "None" not in second
    assert more == "… more than 2 rows; --limit shows more"


def test_a_table_fits_eighty_columns_and_keeps_ids_whole() -> None:
    narrow = Console(width=80, record=True, file=None)
    with narrow.capture() as printed:
        narrow.print(analytics._table(FOUND))
    lines = printed.get().splitlines()
    assert max(len(line) for line in lines) <= 80
    assert any("orchard/D1:1" in line and "2024-03-01" in line for line in lines)


def test_nothing_found_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Stub, "found", Table(columns=("node",), rows=()))
    assert run(monkeypatch, "orphan_check") == 0
    assert capsys.readouterr().out == "nothing found\n"
