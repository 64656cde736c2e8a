import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.model.conversation import Conversation, Refusal, Session, Turn
from graphmem.sources import jsonl, read

ReadText = Callable[..., tuple[list[Conversation], list[Refusal]]]

_AT = "2024-03-02T18:05:00"


def _line(**changes: object) -> str:
    line = {"conversation_id": "c", "speaker": "Ada", "said_at": _AT, "text": "hello"} | changes
    return json.dumps({key: value for key, value in line.items() if value is not ...})


def _file(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def test_a_full_line_is_kept_whole(read_text: ReadText) -> None:
    content = _line(
        session_id="S3",
        turn_id="x-1",
        person_id="user-42",
        said_at="2024-03-02T18:05:00.5+01:00",
        zone="Europe/Berlin",
        caption="a cat",
        text=" Cafe\u0301 ",
    )
    conversations, refusals = read_text(content, name="talk.jsonl")
    turn = Turn(
        dia_id="x-1",
        speaker="Ada",
        person_id="user-42",
        text=" Cafe\u0301 ",
        caption="a cat",
        said_at=datetime(2024, 3, 2, 18, 5, 0, 500_000),
        zone="Europe/Berlin",
    )
    session = Session(session_id="S3", turns=(turn,))
    assert refusals == []
    assert conversations == [Conversation(conversation_id="c", source="jsonl", sessions=(session,))]


def test_defaults(read_text: ReadText) -> None:
    conversations, refusals = read_text(
        _file(
            '{"conversation_id": "c", "text": "hello", "said_at": "2024-03-02T18:05:00Z"}',
            _line(said_at=..., speaker=None, session_id=None, turn_id=None, zone=None),
            _line(said_at=..., speaker=" ", zone="UTC", caption=""),
        ),
        name="talk.jsonl",
    )
    assert refusals == []
    turns = conversations[0].sessions[0].turns
    assert conversations[0].sessions[0].session_id == "S1"
    assert [turn.dia_id for turn in turns] == ["D1:1", "D1:2", "D1:3"]
    assert {(turn.speaker, turn.zone, turn.said_at, turn.caption) for turn in turns} == {
        ("unknown", "UTC", datetime(2024, 3, 2, 18, 5), None)
    }


def test_interleaved_lines_keep_their_order(read_text: ReadText) -> None:
    conversations, _ = read_text(
        _file(
            _line(conversation_id="b", session_id="evening", text="1"),
            _line(conversation_id="a", session_id="S7", text="2"),
            "",
            _line(conversation_id="b", session_id="S9", text="3"),
            " \t\r",
            _line(conversation_id="b", session_id="evening", text="4"),
            _line(conversation_id="b", session_id="S01", text="5"),
        ),
        name="talk.ndjson",
    )
    assert [
        (found.conversation_id, session.session_id, [(t.dia_id, t.text) for t in session.turns])
        for found in conversations
        for session in found.sessions
    ] == [
        ("b", "evening", [("evening:1", "1"), ("evening:2", "4")]),
        ("b", "S9", [("D9:1", "3")]),
        ("b", "S01", [("S01:1", "5")]),
        ("a", "S7", [("D7:1", "2")]),
    ]


def _default_ids(read_text: ReadText, *session_ids: str) -> dict[str, list[str]]:
    lines = [_line(session_id=session_id) for session_id in session_ids]
    conversations, refusals = read_text(_file(*lines), name="talk.jsonl")
    assert refusals == []
    return {
        session.session_id: [turn.dia_id for turn in session.turns]
        for session in conversations[0].sessions
    }


def test_default_ids_of_sessions_stay_apart(read_text: ReadText) -> None:
    assert _default_ids(read_text, "S2", "kitchen", "kitchen", "2", "D2", "DD2", "S2:1", "D02") == {
        "S2": ["D2:1"],
        "kitchen": ["kitchen:1", "kitchen:2"],
        "2": ["2:1"],
        "D2": ["DD2:1"],
        "DD2": ["DDD2:1"],
        "S2:1": ["S2:1:1"],
        "D02": ["D02:1"],
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.text("SD012:", min_size=1, max_size=5), min_size=1, unique=True, max_size=12))
def test_default_ids_do_not_depend_on_other_sessions(
    read_text: ReadText, session_ids: list[str]
) -> None:
    together = _default_ids(read_text, *session_ids)
    assert together == _default_ids(read_text, *reversed(session_ids))
    assert len({turn_id for (turn_id,) in together.values()}) == len(session_ids)
    assert together[session_ids[0]] == _default_ids(read_text, session_ids[0])[session_ids[0]]


def test_a_session_id_that_leaves_no_room_for_a_default_id(read_text: ReadText) -> None:
    long = "x" * 499
    content = _file(_line(session_id=long), _line(session_id=long, turn_id="t"))
    conversations, refusals = read_text(content, name="talk.jsonl")
    assert [turn.dia_id for turn in conversations[0].sessions[0].turns] == ["t"]
    assert [refusal.reason for refusal in refusals] == [
        "turn_id, made of session_id and position, has 501 characters; at most 500 are taken"
    ]


def test_two_people_of_one_name(read_text: ReadText) -> None:
    content = _file(_line(person_id="p1"), _line(person_id="p2"), _line())
    conversations, refusals = read_text(content, name="talk.jsonl")
    assert refusals == []
    turns = conversations[0].sessions[0].turns
    assert [turn.person_id for turn in turns] == ["p1", "p2", None]


@pytest.mark.parametrize(
    ("line", "where", "reason"),
    [
        (
            '{"conversation_id": "c",',
            None,
            "broken JSON: Expecting property name enclosed in double quotes, character 26",
        ),
        ("hello", None, "broken JSON: Expecting value, character 1"),
        ('"a" "b"', None, "broken JSON: Extra data, character 5"),
        ("[" * 100_000, None, "nested too deeply"),
        ("[]", None, "the line is a list, not an object"),
        ("NaN", None, "the line is NaN, not an object"),
        (_line(conversation_id=...), None, "conversation_id is missing"),
        (_line(conversation_id=5), None, "conversation_id is the number 5, not a string"),
        (_line(session_id=""), "c", "session_id is empty"),
        (_line(session_id=True), "c", "session_id is true, not a string"),
        (_line(turn_id=3), "c/D1:2", "turn_id is the number 3, not a string"),
        (_line(turn_id="t"), "c/t", "turn id t was already given at line 1"),
        (_line(turn_id="a\uffff"), "c/D1:2", "noncharacter U+FFFF in turn_id"),
        (_line(text=...), "c/D1:2", "text is missing"),
        (_line(text=""), "c/D1:2", "text is empty"),
        (_line(text=" ", caption=" "), "c/D1:2", "text is empty"),
        (_line(text=..., caption="a cat"), "c/D1:2", "text is missing"),
        (_line(text=1), "c/D1:2", "text is the number 1, not a string"),
        (_line(text="a\0"), "c/D1:2", "control character U+0000 in text"),
        (_line(caption="\x9f"), "c/D1:2", "control character U+009F in caption"),
        (_line(text="\udc00"), "c/D1:2", "lone surrogate U+DC00 in text"),
        (
            _line(text="x" * 2_000_000),
            "c/D1:2",
            "text has 2,000,000 characters; at most 1,000,000 are taken",
        ),
        (_line(speaker=1), "c/D1:2", "speaker is the number 1, not a string"),
        (_line(speaker="A\nB"), "c/D1:2", "control character U+000A in speaker"),
        (_line(person_id=1), "c/D1:2", "person_id is the number 1, not a string"),
        (_line(person_id=" "), "c/D1:2", "person_id is empty"),
        (
            _line(turn_id="u", said_at="2023-02-30T10:00:00"),
            "c/u",
            "said_at '2023-02-30T10:00:00' is not a date that exists",
        ),
        (_line(said_at=1714000000), "c/D1:2", "said_at is the number 1714000000, not a string"),
        (
            _line(said_at=..., session_id="S2"),
            "c/D2:1",
            "said_at is missing, and no turn before it in its session has one",
        ),
        (
            _line(zone="Mars/Base"),
            "c/D1:2",
            "zone 'Mars/Base' is neither an IANA time zone nor an offset such as '+02:00'",
        ),
        (
            _line(said_at=..., zone="UTC"),
            "c/D1:2",
            "zone UTC is given without said_at, and the turn before has another",
        ),
        (_line(sesion_id="S1", Text="x"), "c/D1:2", "unknown key 'Text', 'sesion_id'"),
        (
            _line(**{f"k{n}": 0 for n in range(8)}),
            "c/D1:2",
            "unknown key 'k0', 'k1', 'k2', 'k3', 'k4' and 3 more",
        ),
        (
            '{"conversation_id": "c", "text": "a", "text": "b"}',
            None,
            "'text' is given twice in one object",
        ),
    ],
)
def test_a_bad_line_is_refused_alone(
    read_text: ReadText, line: str, where: str | None, reason: str
) -> None:
    content = _file(_line(turn_id="t"), line, _line(turn_id="last"))
    conversations, refusals = read_text(content, name="talk.jsonl")
    turns = [turn.dia_id for session in conversations[0].sessions for turn in session.turns]
    assert turns == ["t", "last"]
    assert [(refusal.line, refusal.where, refusal.reason) for refusal in refusals] == [
        (2, where, reason)
    ]


def test_a_line_in_another_encoding_is_refused_alone(read_text: ReadText) -> None:
    content = b"\n".join(
        [
            b"\xef\xbb\xbf" + _line(text="one").encode(),
            _line(text="caf\xe9").replace("\\u00e9", "\xe9").encode("latin-1"),
            _line(text="a").encode() + b"\0",
            _line(text="a\tb").replace("\\t", "\t").encode(),
            _line(text="four").encode() + b"\r",
        ]
    )
    conversations, refusals = read_text(content, name="talk.jsonl")
    assert [turn.text for turn in conversations[0].sessions[0].turns] == ["one", "four"]
    assert [(refusal.line, refusal.reason) for refusal in refusals] == [
        (2, "not UTF-8: byte 0xE9"),
        (3, "broken JSON: Extra data, character 90"),
        (4, "broken JSON: Invalid control character at, character 88"),
    ]


def test_a_line_without_an_end_is_not_held(
    read_text: ReadText, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jsonl, "_MAX_LINE_BYTES", 200)
    for length in range(100, 420):
        content = _file(_line(text="1"), _line(text="x" * length), _line(text="2"))
        conversations, refusals = read_text(content, name="talk.jsonl")
        turns = conversations[0].sessions[0].turns
        fits = len(_line(text="x" * length)) <= 199
        assert [turn.text[0] for turn in turns] == (["1", "x", "2"] if fits else ["1", "2"])
        assert [(r.line, r.reason) for r in refusals] == (
            [] if fits else [(2, "the line has more than 200 bytes")]
        )


def test_a_mended_line_changes_no_other_id(read_text: ReadText) -> None:
    def read_with(text: str) -> list[str]:
        content = _file(_line(), _line(text=text), _line())
        conversations, _ = read_text(content, name="talk.jsonl")
        return [turn.dia_id for turn in conversations[0].sessions[0].turns]

    assert read_with("") == ["D1:1", "D1:3"]
    assert read_with("mended") == ["D1:1", "D1:2", "D1:3"]


def test_a_refused_turn_still_tells_the_time(read_text: ReadText) -> None:
    content = _file(_line(), _line(said_at="2024-03-03T10:00:00", text=""), _line(said_at=...))
    conversations, _ = read_text(content, name="talk.jsonl")
    assert conversations[0].sessions[0].turns[1].said_at == datetime(2024, 3, 3, 10)


@pytest.mark.slow
def test_a_hundred_thousand_lines(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        stream.writelines(_line(session_id=f"S{n // 50 + 1}") + "\n" for n in range(100_000))
    (conversation,) = read(path)
    assert isinstance(conversation, Conversation)
    assert sum(len(session.turns) for session in conversation.sessions) == 100_000


_CHARACTERS = st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])
_SOME_TEXT = st.text(_CHARACTERS | st.sampled_from("\n\t\r"), max_size=30)
_TEXT = _SOME_TEXT.filter(lambda text: bool(text) and not text.isspace())
_NAMES = st.text(_CHARACTERS, min_size=1, max_size=20).filter(lambda text: not text.isspace())
_IDS = _NAMES.filter(
    lambda text: (
        not any(
            0xFDD0 <= ord(character) <= 0xFDEF or ord(character) & 0xFFFE == 0xFFFE
            for character in text
        )
    )
)
_ZONES = st.sampled_from(["unknown", "UTC", "Asia/Kathmandu", "+02:00", "-03:30"])


@st.composite
def _turns(draw: st.DrawFn, dia_id: str) -> Turn:
    caption = draw(st.none() | _TEXT)
    return Turn(
        dia_id=dia_id,
        speaker=draw(_NAMES),
        person_id=draw(st.none() | _IDS),
        text=draw(_TEXT if caption is None else _SOME_TEXT),
        caption=caption,
        said_at=draw(st.datetimes()),
        zone=draw(_ZONES),
    )


@st.composite
def _conversations(draw: st.DrawFn) -> list[Conversation]:
    found: list[Conversation] = []
    for conversation_id in draw(st.lists(_IDS, unique=True, min_size=1, max_size=3)):
        dia_ids = draw(st.lists(_IDS, unique=True, min_size=1, max_size=6))
        session_ids = draw(st.lists(_IDS, unique=True, min_size=1, max_size=len(dia_ids)))
        sessions = tuple(
            Session(
                session_id=session_id,
                turns=tuple(draw(_turns(dia_id)) for dia_id in dia_ids[start :: len(session_ids)]),
            )
            for start, session_id in enumerate(session_ids)
        )
        found.append(
            Conversation(conversation_id=conversation_id, source="jsonl", sessions=sessions)
        )
    return found


def _written(conversation: Conversation) -> list[dict[str, Any]]:
    return [
        {
            "conversation_id": conversation.conversation_id,
            "session_id": session.session_id,
            "turn_id": turn.dia_id,
            **turn.model_dump(mode="json", exclude={"dia_id"}),
        }
        for session in conversation.sessions
        for turn in session.turns
    ]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(conversations=_conversations(), ascii_only=st.booleans())
def test_what_is_written_is_read(
    tmp_path: Path, conversations: list[Conversation], ascii_only: bool
) -> None:
    lines = [line for conversation in conversations for line in _written(conversation)]
    path = tmp_path / "talk.jsonl"
    content = "".join(json.dumps(line, ensure_ascii=ascii_only) + "\n" for line in lines)
    path.write_bytes(content.encode())
    assert list(read(path)) == conversations
