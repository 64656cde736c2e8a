"""Recorded replies are found by what stays the same of a request, or their want is told."""

import json
from pathlib import Path
from threading import Thread
from time import sleep

import pytest

from benchmarks.by_file import waits_for_files
from benchmarks.replays import (
    NotRecordedError,
    RecordedQuestion,
    RecordedReply,
    read_recorded,
    record,
    replays,
    write_recorded,
)
from graphmem.model.answer import Status
from graphmem.testing import ChatRequest

SAID = {
    "steps": ["So."],
    "found": True,
    "answer": "Oslo",
    "citations": [{"number": 2, "turn_id": None, "speaker": "Ana", "quote": "off to Oslo"}],
}


def asked(question: str = "Where does Ana go?", *, evidence: str = "[1] c/D1:1, x") -> ChatRequest:
    told = f"Evidence:\n{evidence}\n[2] c/D1:7, Monday 5 May 2025, Ana: I am off to Oslo.\n\n"
    return ChatRequest(
        0,
        {
            "messages": [
                {"role": "system", "content": "You answer a question from evidence: as ever."},
                {"role": "user", "content": f"{told}Question: {question}\n\nAnswer with JSON."},
            ]
        },
    )


def recorded(*replies: RecordedReply) -> RecordedQuestion:
    return RecordedQuestion(
        id="q1",
        question="Where does Ana go?",
        replies=replies,
        status=Status.ANSWERED,
        text="Oslo",
    )


def test_a_reply_is_kept_with_turns_in_the_place_of_numbers() -> None:
    reply = record(asked(), SAID)
    assert (reply.purpose, reply.shown) == ("answer", ("c/D1:1", "c/D1:7"))
    assert reply.said is not None
    assert reply.said["citations"][0] == {
        "number": None,
        "turn_id": "c/D1:7",
        "speaker": "Ana",
        "quote": "off to Oslo",
    }


def test_the_same_question_is_replied_to_whatever_else_the_request_says(tmp_path: Path) -> None:
    again = RecordedReply(purpose="answer", said={"answer": "Bergen"})
    write_recorded(tmp_path, recorded(record(asked(), SAID), again))
    respond = replays(read_recorded(tmp_path))
    first = respond(asked(evidence="[1] c/D9:9, other evidence"))
    assert json.loads(first.text or "")["answer"] == "Oslo"
    assert json.loads(respond(asked()).text or "")["answer"] == "Bergen"
    with pytest.raises(NotRecordedError, match="No reply 3 is recorded to “Where does Ana go"):
        respond(asked())


def test_what_was_never_recorded_is_told() -> None:
    with pytest.raises(NotRecordedError, match="by_hand"):
        replays([])(asked("Who is Ana?"))


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "q1.json").write_text("{}")
    with pytest.raises(ValueError, match=r"q1\.json is no recorded question"):
        read_recorded(tmp_path)


def test_tools_are_recorded_and_replayed() -> None:
    tools = [{"name": "look", "arguments": {"at": "it"}}]
    reply = record(asked(), {"tools": tools})
    [used] = replays([recorded(reply)])(asked()).tools
    assert (used.name, dict(used.arguments)) == ("look", {"at": "it"})


def test_a_person_replies_by_files(tmp_path: Path) -> None:
    kept: list[RecordedReply] = []
    respond = waits_for_files(tmp_path, kept=lambda _, reply: kept.append(reply))
    found: list[str | None] = []
    thread = Thread(target=lambda: found.append(respond(asked()).text), daemon=True)
    thread.start()
    pending = tmp_path / "pending" / "0001.txt"
    while not pending.exists():
        sleep(0.05)
    assert "Question: Where does Ana go?" in pending.read_text()
    wrong = tmp_path / "replies" / "0001.json"
    wrong.write_text("no JSON")
    while not (tmp_path / "replies" / "0001.wrong.txt").exists():
        sleep(0.05)
    wrong.write_text(json.dumps(SAID))
    thread.join(10)
    assert json.loads(found[0] or "")["citations"][0]["turn_id"] == "c/D1:7"
    assert (tmp_path / "answered" / "0001.txt").exists()
    assert len(kept) == 1
