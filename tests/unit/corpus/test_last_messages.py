"""What the check of the last messages finds, and that it finds nothing in them as they are."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.evaluation.corpus import GoldConversation, folders, read_conversation
from scripts.check_corpus import CORPUS
from scripts.corpus.last_messages import LEAST, faults_of_last_messages
from scripts.corpus.splits import read_splits
from tests.unit.corpus.talk import conversation, statement, turn

PARTS = {"train": [], "development": ["club/plot"], "test": []}


def talk() -> GoldConversation:
    def said(uid: str, at: datetime, **fields: Any) -> Any:
        return turn(uid, at=at, statements=[statement(f"{uid}a", **fields)])

    made = conversation()
    return made._replace(
        sessions=(
            (said("1:1", datetime(2025, 3, 4, 18)), said("1:2", datetime(2025, 3, 4, 19))),
            (
                said("2:1", datetime(2025, 4, 4, 18), supersedes=["1:1a"]),
                said("2:2", datetime(2025, 4, 4, 19)),
            ),
        )
    )


def line(number: int, **fields: Any) -> dict[str, Any]:
    return {
        "id": f"m{number}",
        "conversation": "plot",
        "person": "bo",
        "at": "2025-04-05T08:00:00",
        "messages": [{"role": "user", "text": f"Help me with job {number}"}],
        "must": ["2:1a"],
        "never": ["1:1a"],
        **fields,
    }


def found(folder: Path, *lines: dict[str, Any]) -> list[str]:
    file = folder / "last_messages" / "plot.jsonl"
    file.parent.mkdir(exist_ok=True)
    file.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
    return list(faults_of_last_messages(folder, [talk()], PARTS))


def enough(**fields: Any) -> list[dict[str, Any]]:
    """As many lines as a conversation has, the second with these fields."""
    return [line(number, **(fields if number == 2 else {})) for number in range(1, LEAST + 1)]


@pytest.mark.slow
def test_nothing_in_the_last_messages_is_wrong() -> None:
    talks = [read_conversation(folder) for folder in folders(CORPUS)]
    assert list(faults_of_last_messages(CORPUS, talks, read_splits(CORPUS / "splits.json"))) == []


def test_lines_as_they_should_be_have_no_fault(tmp_path: Path) -> None:
    earlier = {"at": "2025-03-05T08:00:00", "must": ["1:1a"], "never": []}
    assert found(tmp_path, *enough(**earlier)) == []


@pytest.mark.parametrize(
    ("fields", "fault"),
    [
        ({"must": ["3:1a"]}, "m2: there is no statement 3:1a"),
        ({"must": ["1:1a"], "never": []}, "m2: 1:1a holds no more by then: 2:1a"),
        ({"welcome": ["1:1a"], "never": []}, "m2: 1:1a holds no more by then: 2:1a"),
        ({"at": "2025-03-05T08:00:00", "never": []}, "m2: 2:1a is said only later"),
        (
            {"at": "2025-03-05T08:00:00", "must": ["1:2a"], "never": ["2:1a"]},
            "m2: 2:1a is said only later",
        ),
        ({"at": "2025-04-04T18:30:00"}, "m2: it is sent in the midst of a session"),
        ({"person": "rui"}, "m2: rui takes no part"),
        ({"id": "m9"}, "m9: it should be m2"),
        (
            {"messages": [{"role": "user", "text": "Help me with job 1!"}]},
            "m2: its text stands in plot m1 too: Help me with job 1!",
        ),
        ({"must": []}, "plot.jsonl:2: must: "),
    ],
)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, fields: dict[str, Any], fault: str
) -> None:
    (only,) = found(tmp_path, *enough(**fields))
    assert fault in only


def test_a_message_before_the_first_session_ends_is_a_fault(tmp_path: Path) -> None:
    first = {"at": "2025-03-04T18:30:00", "must": ["1:1a"], "never": []}
    assert any(
        "before the first session ends" in fault for fault in found(tmp_path, *enough(**first))
    )


def test_too_few_and_missing_files_are_faults(tmp_path: Path) -> None:
    assert found(tmp_path, line(1)) == ["last_messages/plot.jsonl: 1 messages, not 8 to 11"]
    (tmp_path / "last_messages" / "plot.jsonl").unlink()
    (only,) = faults_of_last_messages(tmp_path, [talk()], PARTS)
    assert only == "last_messages: plot has no file"


def test_messages_are_of_a_conversation_of_the_corpus(tmp_path: Path) -> None:
    found(tmp_path, *enough())
    (only,) = faults_of_last_messages(tmp_path, [talk()], {**PARTS, "development": []})
    assert "plot is no conversation of the corpus" in only
