import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from graphmem.model.conversation import Conversation
from graphmem.sources import read, turn_line_schema
from graphmem.sources.jsonl import TURN_KEYS
from tests.examples import examples

_VALIDATOR = Draft202012Validator(turn_line_schema())
_SAMPLE = resources.files("graphmem") / "sample"
_SAMPLES = sorted(
    Path(str(file))
    for file in (_SAMPLE.iterdir() if _SAMPLE.is_dir() else ())
    if file.name.endswith(".jsonl")
)
_BASE: dict[str, Any] = {"conversation_id": "c", "text": "hello", "said_at": "2024-03-02T18:05:00"}

_STRINGS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4) | st.sampled_from(
    [
        *(
            "",
            " ",
            "\n",
            "a\nb",
            "\x00",
            "\x7f",
            "\x85",
            "\u00a0",
            "x" * 501,
            "x" * 1_000_001,
            "🫖",
        ),
        *("\ufdd0", "a\uffff", "\U0001fffe", "\U0010ffff", "\ufdf0", "\ufffd"),
    ]
)
_ANY: st.SearchStrategy[object] = (
    _STRINGS | st.none() | st.integers() | st.booleans() | st.just([]) | st.just({})
)
_DATES: st.SearchStrategy[object] = st.sampled_from(
    [
        *("2024-03-02T18:05:00", "2024-03-02 18:05", "2024-03-02T18:05:00.123+01:00"),
        *("2024-03-02T18:05Z", "2024-03-02T18:05:00-0330", "2024-03-02T18:05:00+02"),
        *("2024-03-02", "02.03.2024 18:05", "2024-03-02T18", "2024-03-02T18:05:00.", "18:05"),
        *("2024-03-02T18:05:00 Z", "2024-03-02t18:05:00z", "２024-03-02T18:05:00"),
        *(5, True, ["2024-03-02T18:05:00"]),
    ]
)
_ZONES: st.SearchStrategy[object] = st.sampled_from(["", "UTC", "unknown", None, 1, "x" * 101, []])
_CHANGES: dict[str, st.SearchStrategy[object]] = {
    **dict.fromkeys(TURN_KEYS, _ANY),
    "said_at": _DATES,
    "zone": _ZONES,
    "other": _ANY,
}


def _is_read(tmp_path: Path, line: dict[str, Any]) -> bool:
    path = tmp_path / "line.jsonl"
    path.write_text(json.dumps(line), encoding="utf-8")
    (item,) = read(path)
    return isinstance(item, Conversation)


def test_it_is_a_schema_with_every_key_described() -> None:
    schema: Any = turn_line_schema()
    Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]) == TURN_KEYS
    for described in schema["properties"].values():
        assert described["description"]
        inner = Draft202012Validator({**described, "$defs": schema["$defs"]})
        assert all(inner.is_valid(example) for example in described["examples"])


def test_its_examples_are_read(tmp_path: Path) -> None:
    examples: Any = turn_line_schema()["examples"]
    assert all(_VALIDATOR.is_valid(example) for example in examples)
    assert all(_is_read(tmp_path, example) for example in examples)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
    max_examples=examples(400),
)
@given(
    changes=st.fixed_dictionaries({}, optional=_CHANGES),
    left_out=st.sampled_from([None, None, None, "conversation_id", "text"]),
)
def test_it_allows_what_the_reader_reads(
    tmp_path: Path, changes: dict[str, object], left_out: str | None
) -> None:
    line = {key: value for key, value in (_BASE | changes).items() if key != left_out}
    if line.get("said_at", "").__class__ is str and str(line["said_at"]).endswith(("Z", "0", "2")):
        line.pop("zone", None)  # that an offset and a zone agree is beyond a schema
    assert _VALIDATOR.is_valid(line) == _is_read(tmp_path, line)


@pytest.mark.parametrize("key", sorted(_CHANGES))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_it_allows_what_the_reader_reads_by_key(
    tmp_path: Path, key: str, data: st.DataObject
) -> None:
    line = _BASE | {key: data.draw(_CHANGES[key])}
    assert _VALIDATOR.is_valid(line) == _is_read(tmp_path, line)


@pytest.mark.skipif(not _SAMPLES, reason="no sample is packaged")
@pytest.mark.parametrize("path", _SAMPLES, ids=lambda path: path.stem)
def test_the_packaged_sample_fits(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]
    assert [list(_VALIDATOR.iter_errors(line)) for line in lines] == [[]] * len(lines)
    items = list(read(path))
    conversations = [item for item in items if isinstance(item, Conversation)]
    assert items == conversations
    assert sum(len(s.turns) for found in conversations for s in found.sessions) == len(lines)
