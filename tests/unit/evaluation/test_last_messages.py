"""How the gold of what must stand in a prompt is read, and what is refused in it."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.evaluation.last_messages import (
    MessageRole,
    last_messages,
    read_last_messages,
    replaced,
    said_by,
)
from tests.unit.corpus.talk import conversation, statement, turn

LINE: dict[str, Any] = {
    "id": "m1",
    "conversation": "plot",
    "person": "bo",
    "at": "2025-03-05T08:00:00",
    "messages": [
        {"role": "user", "text": "Dry at last."},
        {"role": "assistant", "text": "A good day for it, then."},
        {"role": "user", "text": "What shall I fetch, and from whom?"},
    ],
    "must": ["1:1a"],
    "welcome": ["1:2a"],
    "never": ["1:3a"],
}


def written(folder: Path, *lines: dict[str, Any]) -> Path:
    file = folder / "last_messages" / "plot.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")
    return file


def test_a_line_is_read_whole(tmp_path: Path) -> None:
    (line,) = read_last_messages(written(tmp_path, LINE))
    assert line.at == datetime(2025, 3, 5, 8)
    assert [message.role for message in line.messages] == [
        MessageRole.USER,
        MessageRole.ASSISTANT,
        MessageRole.USER,
    ]
    assert (line.must, line.welcome, line.never) == (("1:1a",), ("1:2a",), ("1:3a",))
    assert last_messages(tmp_path) == {"plot": (line,)}


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"must": []}, "must: "),
        ({"must": [f"1:{turn}a" for turn in range(1, 7)]}, "must: "),
        ({"must": ["1:1"]}, "must.0: "),
        ({"welcome": ["1:1a"]}, "a statement stands once, not twice: 1:1a"),
        ({"never": ["1:3a", "1:3a"]}, "a statement stands once, not twice: 1:3a"),
        ({"messages": []}, "messages: "),
        ({"messages": LINE["messages"][:2]}, "the last message is the person's own"),
        ({"at": "2025-03-05T08:00:00Z"}, "without an offset"),
        ({"answer": "the tiller"}, "answer: there is no such field"),
        ({"conversation": "shed"}, "it is of shed, not of plot"),
    ],
)
def test_a_broken_line_is_named_with_its_file(
    tmp_path: Path, fields: dict[str, Any], fault: str
) -> None:
    file = written(tmp_path, LINE, {**LINE, **fields})
    with pytest.raises(InputError) as raised:
        read_last_messages(file)
    assert f"{file}:2: " in str(raised.value)
    assert fault in str(raised.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"plot\.jsonl cannot be read"):
        read_last_messages(tmp_path / "plot.jsonl")


def test_only_what_is_said_by_then_counts() -> None:
    first = turn(statements=[statement("1:1a")])
    later = turn(
        "1:2", at=datetime(2025, 3, 6, 9), statements=[statement("1:2a", supersedes=["1:1a"])]
    )
    talk = conversation(first, later)

    def known(at: datetime) -> list[str]:
        return [one.id for _, one in said_by(talk, at)]

    assert known(datetime(2025, 3, 4, 18, 22)) == []
    assert known(datetime(2025, 3, 6, 9)) == ["1:1a"]
    assert known(datetime(2025, 3, 7)) == ["1:1a", "1:2a"]
    said = [one for _, one in said_by(talk, datetime(2025, 3, 7))]
    assert replaced(said[:1]) == {}
    assert replaced(said) == {"1:1a": "1:2a"}
