"""Chat messages: who speaks, when it was said, what is nobody's, and what is refused."""

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InputError
from graphmem.model.conversation import Conversation, MessageSettings, Refusal
from graphmem.sources import read

AT = "2024-03-01T18:00:00"
TALK: list[dict[str, object]] = [
    {"role": "system", "content": "Be kind.", "timestamp": AT},
    {"role": "user", "content": "I planted tulips."},
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
    {"role": "tool", "content": "{}"},
    {"role": "assistant", "content": [{"type": "text", "text": "How lovely!"}, {"type": "image"}]},
    {"role": "user", "content": "They are up.", "created_at": "2024-03-20"},
]


def taken_in(
    folder: Path, text: str, name: str = "shed.json", **settings: Any
) -> tuple[list[Conversation], list[Refusal]]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    items = list(read(path, messages=MessageSettings(**settings)))
    return (
        [item for item in items if isinstance(item, Conversation)],
        [item for item in items if isinstance(item, Refusal)],
    )


def as_lines(values: Sequence[object]) -> str:
    return "\n".join(map(json.dumps, values))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (json.dumps(TALK), "shed.json"),
        (json.dumps(TALK, indent=2), "shed.txt"),
        (as_lines(TALK), "shed.jsonl"),
        (as_lines(TALK), "shed.json"),
        (json.dumps({"id": "shed", "messages": TALK}), "other.json"),
        (json.dumps([{"conversation_id": "shed", "messages": TALK}], indent=1), "other.json"),
        (as_lines([{"id": "shed", "messages": TALK}] * 1), "other.jsonl"),
    ],
)
def test_a_talk_is_read_in_every_form(tmp_path: Path, text: str, name: str) -> None:
    (talk,), refused = taken_in(tmp_path, text, name)
    assert (talk.conversation_id, talk.source, refused) == ("shed", "messages", [])
    assert {
        session.session_id: [
            (turn.dia_id, turn.speaker, turn.text, turn.said_at) for turn in session.turns
        ]
        for session in talk.sessions
    } == {
        "2024-03-01": [
            ("M2", "user", "I planted tulips.", datetime(2024, 3, 1, 18)),
            ("M5", "assistant", "How lovely!", datetime(2024, 3, 1, 18)),
        ],
        "2024-03-20": [("M6", "user", "They are up.", datetime(2024, 3, 20))],
    }


def test_roles_speak_as_they_are_named(tmp_path: Path) -> None:
    said = [*TALK, {"role": "user", "name": "Cy", "content": "Hello."}]
    speakers = {"user": {"name": "Ana", "person_id": "ana"}, "assistant": "Bot", "system": "Host"}
    (talk,), _ = taken_in(tmp_path, json.dumps(said), speakers=speakers)
    turns = [turn for session in talk.sessions for turn in session.turns]
    assert [(turn.speaker, turn.person_id) for turn in turns] == [
        ("Host", None),
        ("Ana", "ana"),
        ("Bot", None),
        ("Ana", "ana"),
        ("Cy", None),
    ]


@pytest.mark.parametrize(
    ("written", "meant", "zone"),
    [
        ("2024-03-01T18:00:00Z", datetime(2024, 3, 1, 18), "UTC"),
        ("2024-03-01 18:00", datetime(2024, 3, 1, 18), "unknown"),
        (1_709_316_000, datetime(2024, 3, 1, 18), "UTC"),
        (1_709_316_000_500, datetime(2024, 3, 1, 18, 0, 0, 500_000), "UTC"),
    ],
)
def test_dates_are_read_as_chats_write_them(
    tmp_path: Path, written: object, meant: datetime, zone: str
) -> None:
    said = [{"role": "user", "content": "Hello.", "timestamp": written}]
    (talk,), _ = taken_in(tmp_path, json.dumps(said))
    (turn,) = talk.sessions[0].turns
    assert (turn.said_at, turn.zone) == (meant, zone)


def test_without_a_date_it_is_asked_when_it_was_said(tmp_path: Path) -> None:
    said = [{"role": "user", "content": text} for text in ("Hello.", "I planted tulips.")]
    none, (refusal,) = taken_in(tmp_path, json.dumps(said))
    assert none == []
    assert (refusal.where, refusal.line) == ("shed", None)
    assert "--said-at" in refusal.reason
    (talk,), refused = taken_in(tmp_path, json.dumps(said), said_at=AT)
    assert refused == []
    assert {turn.said_at for turn in talk.sessions[0].turns} == {datetime(2024, 3, 1, 18)}
    with pytest.raises(InputError, match="said_at 'yesterday' is not written like"):
        taken_in(tmp_path, json.dumps(said), said_at="yesterday")


def test_what_is_bad_is_refused_alone_by_line(tmp_path: Path) -> None:
    said = [
        {"role": "user", "content": "Hello.", "date": AT},
        {"role": "user", "content": " "},
        {"role": "user"},
        {"role": "user", "content": 3},
        {"role": "user", "content": "Later.", "date": "some day"},
        {"role": "user", "content": "Bye."},
    ]
    (talk,), refused = taken_in(tmp_path, as_lines(said), "shed.jsonl")
    assert [turn.dia_id for turn in talk.sessions[0].turns] == ["M1", "M6"]
    assert [(item.line, item.where, item.reason) for item in refused] == [
        (2, "shed/M2", "content is empty"),
        (3, "shed/M3", "not a message: `role` or `content` is missing"),
        (4, "shed/M4", "content is the number 3, not a string"),
        (5, "shed/M5", "date 'some day' is not written like '2023-05-08T13:56:00'"),
    ]


def test_ids_of_messages_are_kept_and_those_given_twice_refused(tmp_path: Path) -> None:
    said = [{"role": "user", "content": "Hello.", "id": "m-1", "date": AT}] * 2
    (talk,), (refusal,) = taken_in(tmp_path, json.dumps(said))
    assert talk.sessions[0].turns[0].dia_id == "m-1"
    assert refusal.reason == "message id m-1 was already given"


def test_talks_without_ids_are_called_as_the_file_or_the_settings_say(tmp_path: Path) -> None:
    two = json.dumps([{"messages": TALK}, {"messages": TALK}])
    named, _ = taken_in(tmp_path, two)
    assert [talk.conversation_id for talk in named] == ["shed-1", "shed-2"]
    (talk,), _ = taken_in(tmp_path, json.dumps(TALK), conversation_id="garden")
    assert talk.conversation_id == "garden"


def test_where_only_instructions_stand_nobody_says_anything(tmp_path: Path) -> None:
    none, (refusal,) = taken_in(tmp_path, json.dumps([TALK[0]]))
    assert (none, refusal.reason) == ([], "nobody says anything")


def test_what_stands_before_a_break_goes_in(tmp_path: Path) -> None:
    (talk,), (refusal,) = taken_in(tmp_path, json.dumps(TALK)[:-1] + ",\n{")
    assert len(talk.sessions) == 2
    assert refusal.reason.startswith("broken JSON")
