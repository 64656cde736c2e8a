import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphmem.errors import InputError
from graphmem.model.conversation import Conversation, LeftOut, Refusal
from graphmem.sources import SourceFormat, read
from graphmem.sources.detection import _KNOWN, _NO_JSON
from tests.examples import examples

ReadText = Callable[..., tuple[list[Conversation], list[Refusal]]]

_TURN = '{"conversation_id": "c", "text": "hello", "said_at": "2024-03-02T18:05:00"}'
_LOCOMO = (
    '{"sample_id": "l", "conversation": {"session_1_date_time": "9:05 am on 2 March, 2024",'
    '\n"session_1": [\n{"speaker": "Ilse", "text": "I fed the geese."}\n]}}'
)
_LONGMEMEVAL = (
    '{"question_id": "q", "haystack_dates": ["2023/05/20 (Sat) 02:21"],'
    '\n"haystack_sessions": [[{"role": "user", "content": "My figs are ripe."}]]}'
)
_AT = '"created_at": "2024-03-02T18:05:00Z"'
_CHATGPT = (
    '{"id": "g", "current_node": "n", "mapping": {"n": {"parent": null, "message": {"id": "m", '
    '"author": {"role": "user"}, "create_time": 1709316000, "content": {"parts": ["hi"]}}}}}'
)
_MEM0 = f'{{"results": [{{"id": "m", "memory": "Likes figs", "user_id": "ana", {_AT}}}]}}'
_GRAPHITI = (
    f'{{"episodes": [{{"uuid": "e", "group_id": "g", "source": "message", {_AT}, '
    '"source_description": "chat", "content": "Ana: hi"}]}'
)
_ZEP = (
    f'{{"session_id": "z", "messages": [{{"uuid": "m", "role": "user", "role_type": "user", {_AT}, '
    '"content": "hi"}]}'
)
_UNKNOWN = f"the format is not known; {_KNOWN}"


@pytest.mark.parametrize(
    ("content", "name", "source"),
    [
        (_TURN, "a.jsonl", "jsonl"),
        (_TURN, "a.NDJSON", "jsonl"),
        (_TURN, "a.json", "jsonl"),
        (f"\ufeff{_TURN}", "a.txt", "jsonl"),
        (f"\n{_TURN}\n{_TURN}", "a", "jsonl"),
        (_LOCOMO, "a.json", "locomo"),
        (f"[{_LOCOMO}]", "a.txt", "locomo"),
        (f"\ufeff\n[\n{_LOCOMO}\n]\n", "a", "locomo"),
        (_LOCOMO.replace("\n", ""), "a", "locomo"),
        (f"[3, {_LOCOMO}]", "a", "locomo"),
        (_LONGMEMEVAL, "a.json", "longmemeval"),
        (f"[{_LONGMEMEVAL}]", "locomo.json", "longmemeval"),
        ("[12/13/24, 18:01] Ana: hi\n[12/14/24, 18:02] Ben: hello\n", "a.json", "whatsapp"),
        ("\ufeff[12.03.24, 18:01:07] Ana: hi\n", "a.json", "whatsapp"),
        (_CHATGPT, "a.json", "chatgpt"),
        (_MEM0, "a.json", "mem0"),
        (_GRAPHITI, "a.json", "graphiti"),
        (_ZEP, "a.json", "zep"),
        (_ZEP.replace("role_type", "kind"), "a.json", "messages"),
    ],
)
def test_a_format_is_known_by_its_content(
    read_text: ReadText, content: str, name: str, source: str
) -> None:
    conversations, _ = read_text(content, name=name)
    assert [found.source for found in conversations] == [source]


def test_lines_of_bad_turns_are_still_lines(read_text: ReadText) -> None:
    _, refusals = read_text('{"text": "a"}\n{"text": "b"}\n', name="a.txt")
    assert [(found.line, found.reason) for found in refusals] == [
        (1, "conversation_id is missing"),
        (2, "conversation_id is missing"),
    ]
    conversations, refusals = read_text(f"# talk\n{_TURN}\n", name="a.json")
    assert len(conversations) == len(refusals) == 1


@pytest.mark.parametrize(
    ("content", "line", "reason"),
    [
        (b"", None, "the file is empty"),
        (b"\xef\xbb\xbf\n \n", None, "the file is empty"),
        (b"[]", None, _UNKNOWN),
        (b'{"sample_id": "x"}', None, _UNKNOWN),
        (b'["conversation", "sample_id"]', None, _UNKNOWN),
        (b"42", None, _UNKNOWN),
        (b'[{"sample_id":\n', 2, "broken JSON: Expecting value"),
        (b"dear diary", None, _NO_JSON),
        (b"speaker,text\nAna,hello\n", None, _NO_JSON),
        (b'"speaker","text"\n"Ana","hello"\n', None, _NO_JSON),
        (b"1,Ana,hello\n2,Ben,hi\n", None, _NO_JSON),
        (b"Ana: hello\nBen: hi\n", None, _NO_JSON),
        (b"12/03/24 18:01 Ana: hi\n12/03/24 18:02 Ben: hello\n", None, _NO_JSON),
        (b"[18:01] Ana: hi\n", None, _NO_JSON),
        (b"[INFO] started\n", None, _NO_JSON),
        (b"[2024-03-12T18:01:00] {ana} hi\n", None, _NO_JSON),
        (b"{ana} hi\n", None, _NO_JSON),
        (b'{"sample_id": \n\n"l"', 3, "broken JSON: Expecting ',' delimiter"),
        (b"[\n\n\xe9]", 3, "not UTF-8: byte 0xE9"),
        (_LOCOMO.encode("utf-16"), 1, "not UTF-8: the file is UTF-16 or UTF-32"),
        (_LOCOMO.encode("utf-32"), 1, "not UTF-8: the file is UTF-16 or UTF-32"),
        (
            _LOCOMO.encode("utf-16-le"),
            1,
            "broken JSON: Expecting property name enclosed in double quotes",
        ),
    ],
)
def test_a_file_of_no_known_format(
    read_text: ReadText, tmp_path: Path, content: bytes, line: int | None, reason: str
) -> None:
    conversations, refusals = read_text(content)
    path = str(tmp_path / "talk.json")
    assert conversations == []
    assert refusals == [Refusal(path=path, line=line, reason=reason)]


@pytest.mark.parametrize("name", ["a.jsonl", "a.txt"])
def test_an_empty_file_of_lines(read_text: ReadText, name: str) -> None:
    assert [found.reason for found in read_text("\n\n", name=name)[1]] == ["the file is empty"]


def test_what_stands_before_a_break_goes_in(read_text: ReadText) -> None:
    content = f'[\n{_LOCOMO},\n{{"sample_id": "m"\n"x"\n\n'
    with pytest.raises(json.JSONDecodeError) as broken:
        json.loads(content)
    conversations, refusals = read_text(content)
    assert [found.conversation_id for found in conversations] == ["l"]
    assert [(found.line, found.where) for found in refusals] == [(broken.value.lineno, None)]
    assert refusals[0].reason == f"broken JSON: {broken.value.msg}"


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (SourceFormat.LOCOMO, "sample_id is missing"),
        (SourceFormat.LONGMEMEVAL, "question_id is missing"),
    ],
)
def test_a_format_that_is_given_is_not_doubted(
    tmp_path: Path, kind: SourceFormat, reason: str
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(_TURN)
    assert list(read(path, format=kind)) == [Refusal(path=str(path), line=1, reason=reason)]
    path.write_text("[]")
    assert list(read(path, format=kind)) == [
        Refusal(path=str(path), reason="the list holds no conversation")
    ]


def test_a_format_may_be_a_plain_string(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(_TURN)
    (conversation,) = read(path, format="jsonl")
    assert isinstance(conversation, Conversation)
    (refusal,) = read(path, format="locomo")
    assert isinstance(refusal, Refusal)


@pytest.mark.parametrize("name", ["csv", "", "JSONL"])
def test_a_format_that_is_not_known(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError) as refused:
        read(tmp_path, format=name)
    assert str(refused.value) == (
        f"The format {name!r} is not known. "
        "Give one of locomo, longmemeval, jsonl, messages, slack, whatsapp, chatgpt, mem0, "
        "graphiti, zep, or none to have it found."
    )


def test_a_folder_is_read_in_name_order(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text(_TURN)
    (tmp_path / "a.json").write_text(f"[{_LOCOMO}]")
    (tmp_path / "b.ndjson").write_text("{")
    (tmp_path / "d.JSON").write_text(_LONGMEMEVAL)
    (tmp_path / "notes.txt").write_text("not looked at")
    (tmp_path / "folder.json").mkdir()
    items = [
        item.conversation_id if isinstance(item, Conversation) else Path(item.path).name
        for item in read(tmp_path)
    ]
    assert items == ["l", "b.ndjson", "c", "q"]


def test_paths_that_hold_nothing(tmp_path: Path) -> None:
    missing = tmp_path / "missing.json"
    assert list(read(missing)) == [
        Refusal(path=str(missing), reason="there is no such file or folder")
    ]
    assert list(read(tmp_path)) == [
        Refusal(
            path=str(tmp_path),
            reason="the folder holds no .json, .jsonl, .ndjson file, no chat of WhatsApp and no "
            "export of Slack",
        )
    ]
    for odd in ("\0", "x" * 5000, "\udce9.json"):
        (refusal,) = read(tmp_path / odd)
        assert isinstance(refusal, Refusal)
        assert refusal.line is None


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    path = tmp_path / "pipe.json"
    assert list(read(path)) == [Refusal(path=str(path), reason="neither a file nor a folder")]


def test_an_unreadable_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.jsonl").write_text(_TURN)
    (tmp_path / "b.jsonl").write_text(_TURN)
    whole_open = Path.open

    def refuse_a(path: Path, mode: str) -> object:
        if path.name == "a.jsonl":
            raise PermissionError(13, "Permission denied")
        return whole_open(path, mode)

    monkeypatch.setattr(Path, "open", refuse_a)
    refusal, conversation = read(tmp_path)
    assert isinstance(refusal, Refusal)
    assert refusal.reason == "cannot be read: Permission denied"
    assert isinstance(conversation, Conversation)


def test_a_refusal_reads_as_one_line(read_text: ReadText, tmp_path: Path) -> None:
    _, refusals = read_text(_LOCOMO.replace("I fed the geese.", "\\u0000"))
    assert str(refusals[0]) == f"{tmp_path}/talk.json:3 (l/D1:1): control character U+0000 in text"


_FRAGMENTS = st.lists(
    st.sampled_from(
        [
            *(
                _TURN,
                _LOCOMO,
                _LONGMEMEVAL,
                *(_CHATGPT, _MEM0, _GRAPHITI, _ZEP, "13/03/24, 18:01 - Ana: hi"),
                "[",
                "]",
                "{",
                "}",
                ",",
                ":",
                "\n",
                '"',
                "\\",
                "\ufeff",
            ),
            *("NaN", "1e999", "9" * 5000, "null", "true", '"\\ud800"', '"\\u0000"', "\0", "\x85"),
            *('"conversation_id"', '"haystack_sessions"', '"conversation"', '"sample_id"', '"a"'),
        ]
    )
).map(lambda parts: "".join(parts).encode())
_BROKEN = st.tuples(
    st.sampled_from(
        [
            _TURN,
            _LOCOMO,
            _LONGMEMEVAL,
            f"[{_LOCOMO},{_LONGMEMEVAL}]",
            _CHATGPT,
            _MEM0,
            _GRAPHITI,
            _ZEP,
            "13/03/24, 18:01 - Ana: hi\nthere\n",
        ]
    ),
    st.integers(0, 300),
    st.integers(0, 300),
    st.binary(max_size=4),
).map(lambda cut: cut[0].encode()[: cut[1]] + cut[3] + cut[0].encode()[cut[2] :])


@pytest.mark.parametrize("name", ["a.json", "a.jsonl"])
@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
    max_examples=examples(300),
)
@given(content=st.binary() | _FRAGMENTS | _BROKEN, kind=st.none() | st.sampled_from(SourceFormat))
def test_nothing_in_a_file_raises(
    tmp_path: Path, name: str, content: bytes, kind: SourceFormat | None
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    items = list(read(path, format=kind))
    assert items
    for item in items:
        item.model_dump_json()
        if isinstance(item, Refusal | LeftOut):
            assert item.reason.isprintable()
        if isinstance(item, Refusal):
            assert item.line is None or 1 <= item.line <= content.count(b"\n") + 1


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5) | st.sampled_from(["D1:1", "c"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    record=st.one_of(
        st.fixed_dictionaries(
            {
                "sample_id": st.just("a") | _JSON,
                "conversation": st.dictionaries(
                    st.sampled_from(["session_1", "session_2", "session_x", "speaker_a"]),
                    _JSON | st.lists(st.fixed_dictionaries({"text": _JSON, "dia_id": _JSON})),
                ).map(lambda parts: parts | {"session_1_date_time": "9:05 am on 2 March, 2024"}),
            }
        ),
        st.fixed_dictionaries(
            {
                "question_id": st.just("a") | _JSON,
                "haystack_dates": st.lists(st.just("2023/05/20 (Sat) 02:21") | _JSON) | _JSON,
                "haystack_sessions": st.lists(
                    _JSON | st.lists(st.fixed_dictionaries({"content": _JSON, "role": _JSON}))
                ),
            }
        ),
    )
)
def test_no_shape_of_a_record_raises(tmp_path: Path, record: object) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps([record]), encoding="utf-8")
    for item in read(path):
        item.model_dump_json()
