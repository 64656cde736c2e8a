import copy
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.conversation import Conversation, Refusal, Session, Turn

ReadText = Callable[..., tuple[list[Conversation], list[Refusal]]]


def _record() -> dict[str, Any]:
    return {
        "question_id": "q-7",
        "question_type": "single-session-user",
        "question": "What does the user grow?",
        "answer": "figs",
        "question_date": "2023/06/01 (Thu) 10:00",
        "haystack_session_ids": ["answer_1f", "ultra_22"],
        "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 23:59"],
        "haystack_sessions": [
            [
                {"role": "user", "content": "My figs are ripe.", "has_answer": True},
                {"role": "assistant", "content": "Lovely.", "has_answer": False},
            ],
            [{"role": "user", "content": " How do I prune? "}],
        ],
        "answer_session_ids": ["answer_1f"],
    }


def test_a_record_is_read(read_text: ReadText) -> None:
    conversations, refusals = read_text([_record()])
    first = datetime(2023, 5, 20, 2, 21)
    assert refusals == []
    assert conversations == [
        Conversation(
            conversation_id="q-7",
            source="longmemeval",
            sessions=(
                Session(
                    session_id="S1",
                    turns=(
                        Turn(
                            dia_id="D1:1", speaker="user", text="My figs are ripe.", said_at=first
                        ),
                        Turn(dia_id="D1:2", speaker="assistant", text="Lovely.", said_at=first),
                    ),
                ),
                Session(
                    session_id="S2",
                    turns=(
                        Turn(
                            dia_id="D2:1",
                            speaker="user",
                            text=" How do I prune? ",
                            said_at=datetime(2023, 5, 21, 23, 59),
                        ),
                    ),
                ),
            ),
        )
    ]


def test_labels_are_never_read(read_text: ReadText) -> None:
    garbage = copy.deepcopy(_record())
    for key in ("answer", "answer_session_ids", "question", "question_type", "question_date"):
        garbage[key] = {"\x00": [float("nan")]}
    garbage["haystack_session_ids"] = ["answer_9", None, 4]
    for turns in garbage["haystack_sessions"]:
        for turn in turns:
            turn["has_answer"] = "\ud800"
    kept = ("question_id", "haystack_dates", "haystack_sessions")
    without = {key: _record()[key] for key in kept}
    assert read_text([garbage]) == read_text([_record()]) == read_text([without])


def test_bad_turns_and_sessions_are_refused_alone(read_text: ReadText, tmp_path: Path) -> None:
    record = _record()
    record["haystack_dates"] += ["2023/02/30 (Thu) 10:00", "2023/05/22 (Mon) 10:00", None]
    record["haystack_dates"] += ["2023/05/23 (Tue) 10:00", "not looked at"]
    record["haystack_sessions"] += [
        [{"role": "user", "content": "in February"}],
        "chat",
        [{"role": "user", "content": "when?"}],
        [{"content": "who?"}, {"role": "user"}, {"role": "user", "content": " "}, 3],
        [],
    ]
    conversations, refusals = read_text([record])
    assert [session.session_id for session in conversations[0].sessions] == ["S1", "S2", "S6"]
    assert [turn.speaker for turn in conversations[0].sessions[2].turns] == ["unknown"]
    written = (tmp_path / "talk.json").read_text("utf-8").split("\n")
    assert [
        (refusal.where, written[(refusal.line or 0) - 1].strip(), refusal.reason)
        for refusal in refusals
    ] == [
        (
            "q-7 session 3",
            '"2023/02/30 (Thu) 10:00",',
            "date 3 of haystack_dates '2023/02/30 (Thu) 10:00' is not a date that exists",
        ),
        ("q-7 session 4", '"chat",', "the session is a string, not a list of turns"),
        ("q-7 session 5", "null,", "date 5 of haystack_dates is missing"),
        ("q-7/D6:2", "{", "content is missing"),
        ("q-7/D6:3", "{", "content is empty"),
        ("q-7/D6:4", "3", "the turn is the number 3, not an object"),
    ]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (
            {"haystack_dates": ["2023/05/20 (Sat) 02:21"]},
            "1 haystack_dates for 2 haystack_sessions",
        ),
        ({"haystack_dates": None}, "haystack_dates is missing"),
        ({"haystack_sessions": {}}, "haystack_sessions is an object, not a list"),
        ({"question_id": " "}, "question_id is empty"),
    ],
)
def test_a_bad_record_is_refused_alone(
    read_text: ReadText, tmp_path: Path, change: dict[str, object], reason: str
) -> None:
    conversations, refusals = read_text([_record(), _record() | {"question_id": "b"} | change])
    lines = (tmp_path / "talk.json").read_text("utf-8").split("\n")
    starts = [number for number, line in enumerate(lines, 1) if line == " {"]
    assert [found.conversation_id for found in conversations] == ["q-7"]
    assert [(refusal.line, refusal.reason) for refusal in refusals] == [(starts[1], reason)]
