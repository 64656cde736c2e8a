import copy
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from graphmem.model.conversation import Conversation, Refusal, Session, Turn
from graphmem.sources import SourceFormat, read
from graphmem.sources.json_values import DECODER
from graphmem.sources.locomo import read_record

ReadText = Callable[..., tuple[list[Conversation], list[Refusal]]]


def _sample() -> dict[str, Any]:
    return {
        "qa": [{"question": "Who fed the geese?", "answer": "Ilse", "evidence": ["D1:1"]}],
        "sample_id": "pond-1",
        "conversation": {
            "speaker_a": "Ilse",
            "speaker_b": "Omar",
            "session_1_date_time": "9:05 am on 2 March, 2024",
            "session_1": [
                {"speaker": "Ilse", "dia_id": "D1:1", "text": "I fed the geese."},
                {
                    "speaker": "Omar",
                    "dia_id": "D1:2",
                    "text": "",
                    "img_url": ["https://example.org/goose.jpg"],
                    "blip_caption": "a photo of a goose on a pond",
                    "query": "goose",
                },
            ],
            "session_10_date_time": "12:30 pm on 12 April, 2024",
            "session_10": [{"speaker": "Omar", "text": "The goslings are out!"}],
            "session_2_date_time": "4:00 pm on 9 March, 2024",
            "session_2": [
                {"speaker": "", "dia_id": "D2:1", "text": "Somebody shouted from the bank."},
                {"dia_id": "D2:2", "text": "Nobody was seen."},
                {"speaker": 7, "dia_id": "D2:3", "text": "Splash."},
            ],
            "session_11_date_time": "4:00 pm on 9 May, 2024",
        },
        "observation": {},
        "event_summary": {},
        "session_summary": {},
    }


def test_a_sample_is_read(read_text: ReadText) -> None:
    conversations, refusals = read_text([_sample()])
    first, second = datetime(2024, 3, 2, 9, 5), datetime(2024, 3, 9, 16)
    goose = "a photo of a goose on a pond"
    assert refusals == []
    assert conversations == [
        Conversation(
            conversation_id="pond-1",
            source="locomo",
            sessions=(
                Session(
                    session_id="S1",
                    turns=(
                        Turn(dia_id="D1:1", speaker="Ilse", text="I fed the geese.", said_at=first),
                        Turn(dia_id="D1:2", speaker="Omar", text="", caption=goose, said_at=first),
                    ),
                ),
                Session(
                    session_id="S2",
                    turns=(
                        Turn(dia_id="D2:1", text="Somebody shouted from the bank.", said_at=second),
                        Turn(dia_id="D2:2", text="Nobody was seen.", said_at=second),
                        Turn(dia_id="D2:3", text="Splash.", said_at=second),
                    ),
                ),
                Session(
                    session_id="S10",
                    turns=(
                        Turn(
                            dia_id="D10:1",
                            speaker="Omar",
                            text="The goslings are out!",
                            said_at=datetime(2024, 4, 12, 12, 30),
                        ),
                    ),
                ),
            ),
        )
    ]


def test_one_sample_needs_no_list(read_text: ReadText) -> None:
    assert read_text(_sample()) == read_text([_sample()])


class _Guarded(dict[str, object]):
    def get(self, key: str, default: object = None) -> object:
        assert key in ("sample_id", "conversation")
        return super().get(key, default)

    def __getitem__(self, key: str) -> object:
        raise AssertionError(key)

    items = values = __iter__ = __getitem__  # type: ignore[assignment]


def test_labels_are_never_read(read_text: ReadText) -> None:
    garbage = copy.deepcopy(_sample())
    for key, junk in {
        "qa": "\x00",
        "observation": [[["x" * 100]]],
        "event_summary": None,
        "session_summary": {"session_1": [{"text": 5}], "\ud800": float("nan")},
    }.items():
        garbage[key] = junk
    without = {key: _sample()[key] for key in ("sample_id", "conversation")}
    assert read_text([garbage]) == read_text([_sample()]) == read_text([without])
    read_record(_Guarded(_sample()))


def _changed(**conversation: object) -> list[object]:
    sample = _sample()
    sample["conversation"] |= conversation
    return [{"sample_id": "first", "conversation": _sample()["conversation"]}, sample]


def _session_1(turns: list[object]) -> dict[str, object]:
    return {"session_1_date_time": "9:05 am on 2 March, 2024", "session_1": turns}


def _starts(path: Path, *, indent: int) -> list[int]:
    """The lines on which a value without a key begins, at this depth."""
    lines = path.read_text("utf-8").split("\n")
    begins = re.compile(f' {{{indent}}}(?:[{{[0-9]|"[^"]*",?$)')
    return [number for number, line in enumerate(lines, 1) if begins.match(line)]


def _lines(path: Path, refusals: list[Refusal]) -> list[str]:
    written = path.read_text("utf-8").split("\n")
    return [written[refusal.line - 1].strip() for refusal in refusals if refusal.line]


def test_a_bad_turn_is_refused_alone(read_text: ReadText, tmp_path: Path) -> None:
    turns: list[object] = [
        {"dia_id": "D1:1", "text": "first"},
        {"dia_id": "D1:2", "text": None},
        {"dia_id": "D1:3", "text": "bell\x07"},
        {"dia_id": "D1:1", "text": "again"},
        {"dia_id": "", "text": "no id"},
        {"dia_id": 5, "text": "no id"},
        {"text": ["x"]},
        "turn",
        {"dia_id": "D1:9", "text": "x" * 2_000_000},
        {"dia_id": "D1:10", "text": "x", "blip_caption": 3},
        {"dia_id": "D1:11", "text": "last"},
    ]
    conversations, refusals = read_text([_sample() | {"conversation": _session_1(turns)}])
    turn_lines = _starts(tmp_path / "talk.json", indent=4)
    assert len(turn_lines) == len(turns)
    assert [turn.text for turn in conversations[0].sessions[0].turns] == ["first", "last"]
    assert [(refusal.where, refusal.reason) for refusal in refusals] == [
        ("pond-1/D1:2", "text is missing"),
        ("pond-1/D1:3", "control character U+0007 in text"),
        ("pond-1/D1:1", f"turn id D1:1 was already given at line {turn_lines[0]}"),
        ("pond-1/D1:5", "dia_id is empty"),
        ("pond-1/D1:6", "dia_id is the number 5, not a string"),
        ("pond-1/D1:7", "text is a list, not a string"),
        ("pond-1/D1:8", "the turn is a string, not an object"),
        ("pond-1/D1:9", "text has 2,000,000 characters; at most 1,000,000 are taken"),
        ("pond-1/D1:10", "blip_caption is the number 3, not a string"),
    ]
    assert [refusal.line for refusal in refusals] == turn_lines[1:-1]


@pytest.mark.parametrize(
    ("session", "value", "line", "reason"),
    [
        (
            "session_2_date_time",
            "4:00 pm on 31 April, 2024",
            '"session_2_date_time": "4:00 pm on 31 April, 2024",',
            "session_2_date_time '4:00 pm on 31 April, 2024' is not a date that exists",
        ),
        ("session_2_date_time", None, '"session_2": [', "session_2_date_time is missing"),
        ("session_2", {"a": 1}, '"session_2": {', "session_2 is an object, not a list of turns"),
    ],
)
def test_a_bad_session_is_refused_alone(
    read_text: ReadText, tmp_path: Path, session: str, value: object, line: str, reason: str
) -> None:
    conversations, refusals = read_text(_changed(**{session: value}))
    assert [found.session_id for found in conversations[1].sessions] == ["S1", "S10"]
    assert [(refusal.where, refusal.reason) for refusal in refusals] == [
        ("pond-1 session_2", reason)
    ]
    assert _lines(tmp_path / "talk.json", refusals) == [line]
    assert refusals[0].line is not None
    assert refusals[0].line > 42


def test_a_session_without_a_number_is_refused(read_text: ReadText) -> None:
    _, refusals = read_text(_changed(session_two=[], session_03=[]))
    assert [(refusal.where, refusal.reason) for refusal in refusals] == [
        ("pond-1", "'session_two' is not session_<number>"),
        ("pond-1", "'session_03' is not session_<number>"),
    ]


def test_a_key_given_twice_is_refused(read_text: ReadText) -> None:
    twice = (
        '[{"sample_id": "a", "conversation": {\n'
        '"session_1_date_time": "9:05 am on 2 March, 2024",\n'
        '"session_1": [\n{"text": "x",\n "text": "y"},\n{"text": "z"}]}}]'
    )
    conversations, refusals = read_text(twice)
    assert [turn.dia_id for turn in conversations[0].sessions[0].turns] == ["D1:2"]
    assert [(refusal.line, refusal.where, refusal.reason) for refusal in refusals] == [
        (4, "a/D1:1", "'text' is given twice in one object")
    ]


@pytest.mark.parametrize(
    ("sample", "where", "reason"),
    [
        (5, None, "the sample is the number 5, not an object"),
        ({"conversation": {}}, None, "sample_id is missing"),
        ({"sample_id": 3, "conversation": {}}, None, "sample_id is the number 3, not a string"),
        ({"sample_id": "a"}, "a", "conversation is missing"),
        ({"sample_id": "a", "conversation": []}, "a", "conversation is a list, not an object"),
        ({"sample_id": "a", "conversation": {}}, "a", "the conversation has no turns"),
        (_sample(), "pond-1", "conversation id pond-1 was already given at line 2"),
    ],
)
def test_a_bad_sample_is_refused_alone(
    read_text: ReadText, tmp_path: Path, sample: object, where: str | None, reason: str
) -> None:
    later = _sample() | {"sample_id": "later"}
    conversations, refusals = read_text([_sample(), sample, later])
    assert [found.conversation_id for found in conversations] == ["pond-1", "later"]
    assert [(refusal.line, refusal.where, refusal.reason) for refusal in refusals] == [
        (_starts(tmp_path / "talk.json", indent=1)[1], where, reason)
    ]


def test_a_conversation_of_refused_turns_is_none(read_text: ReadText) -> None:
    conversations, refusals = read_text(_changed(session_1=[{}], session_2=[], session_10=[]))
    assert [found.conversation_id for found in conversations] == ["first"]
    assert [refusal.reason for refusal in refusals] == ["text is missing"]


def test_decoded_garbage_is_unfit_or_read() -> None:
    assert read_record(DECODER.decode('{"sample_id": "a", "conversation": {}}')).sessions == {}


@pytest.mark.locomo
def test_the_development_file(locomo_file: Path) -> None:
    items = list(read(locomo_file))
    conversations = [item for item in items if isinstance(item, Conversation)]
    assert len(items) == len(conversations) == 5
    assert sum(len(found.sessions) for found in conversations) == 130
    assert sum(len(s.turns) for found in conversations for s in found.sessions) == 2820
    assert items == list(read(locomo_file, format=SourceFormat.LOCOMO))
