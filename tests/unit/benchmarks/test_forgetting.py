"""The words of one human, and the files in which they are looked for."""

from pathlib import Path

from benchmarks.forgetting.talks import corpus_talks, turns_of, without, words_of, write_talks
from benchmarks.forgetting.written import files, kind_of
from graphmem.model.conversation import Conversation
from graphmem.sources import read
from tests.talk import HARBOUR


def test_words_are_letters_and_no_uid_is_one() -> None:
    assert words_of("Ana's loom, a Tür & 12 kayaks_b") == {"ana's", "loom", "tür", "kayaks"}
    assert not words_of("turn:abcdefabcdefabcdefabcdefabcdefab deadbeefdeadbeef")


def test_talk_that_the_corpus_lacks_is_generated() -> None:
    talks = corpus_talks(52, sessions=1)
    assert [talk.conversation_id for talk in talks[:2]] == ["talk-001", "talk-002"]
    assert {talk.source for talk in talks[:50]} == {"corpus"}
    assert {talk.source for talk in talks[50:]} == {"generated"}
    assert {len(talk.sessions) for talk in talks} == {1}


def test_a_talk_without_some_turns_has_no_empty_session() -> None:
    second = {f"harbour/{turn.dia_id}" for turn in HARBOUR.sessions[1].turns}
    left = without(HARBOUR, second | {"harbour/D1:1"})
    assert left is not None
    assert [turn.dia_id for turn in turns_of(left)] == ["D1:2", "D1:3", "D1:4", "D1:5"]
    assert without(HARBOUR, {f"harbour/{turn.dia_id}" for turn in turns_of(HARBOUR)}) is None


def test_what_is_written_is_the_talk(tmp_path: Path) -> None:
    [talk] = read(write_talks(tmp_path / "talk.jsonl", [HARBOUR]))
    assert isinstance(talk, Conversation)
    assert turns_of(talk) == turns_of(HARBOUR)


def test_words_are_found_in_files_by_their_kind(tmp_path: Path) -> None:
    for name, content in (
        ("data/transactions/neo4j/log.1", b"\x00\x05Kayak\x00loomed"),
        ("data/databases/neo4j/store", "in der Türkei".encode()),
        ("data/databases/neo4j/schema/index/fulltext-1.0/7/_0.cfs", b"kayaking"),
        ("logs/debug.log", b"nothing"),
    ):
        file = tmp_path / name
        file.parent.mkdir(parents=True)
        file.write_bytes(content)
    found = files(tmp_path, ["kayak", "loom", "türkei"])
    assert {kind: one["such_as"] for kind, one in found.items()} == {
        "transaction logs": ["kayak"],
        "records of the store": ["türkei"],
        "full-text indexes": [],
        "logs": [],
    }
    assert found["transaction logs"]["files"] == 1


def test_a_word_at_the_seam_of_two_pieces_is_found(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b" " * ((1 << 24) - 3) + b"kayaks ")
    assert files(tmp_path, ["kayaks"])["the rest"]["words"] == 1


def test_files_of_a_data_folder_have_kinds() -> None:
    assert kind_of("data/databases/neo4j/schema/index/vector-3.0/5/x") == "vector indexes"
    assert kind_of("data/databases/neo4j/schema/index/range-1.0/5/x") == "other indexes"
    assert kind_of("run/ports.json") == "the rest"
